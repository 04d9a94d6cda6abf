import { ActionIcon, Button, Fieldset, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { PlusIcon, XIcon } from '../../components/icons';
import type { SchemaForm } from '../../components/use-schema-form';
import type { WebhookValues } from './webhook-rules';
import { webhooksTexts as words } from '../../texts/webhooks';

/** Edits the custom headers of a webhook. Stored values are hidden; an empty value keeps them. */
export function HeaderFields({ form }: { form: SchemaForm<WebhookValues> }) {
  const { headers } = form.values;
  return (
    <Fieldset legend={words.customHeaders} data-path="headers" tabIndex={-1}>
      {headers.map(({ name, isStored }, index) => (
        // Rows have no identity: removing one moves the values of the others.
        <Group key={index} gap="xs" mb="xs" wrap="nowrap" align="flex-start">
          <TextInput
            {...form.getInputProps(`headers.${index}.name`)}
            name="headerName"
            aria-label={words.headerName}
            placeholder={words.xName}
            required
          />
          <PasswordInput
            {...form.getInputProps(`headers.${index}.value`)}
            name="headerValue"
            aria-label={words.valueOfName(name || 'the header')}
            placeholder={isStored ? words.unchanged : words.value}
            autoComplete="off"
            style={{ flex: 1 }}
          />
          <ActionIcon
            variant="default"
            aria-label={words.removeTheHeaderName(name)}
            onClick={() => form.removeListItem('headers', index)}
          >
            <XIcon size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<PlusIcon size={14} />}
        onClick={() => form.insertListItem('headers', { name: '', value: '', isStored: false })}
      >
        {words.addHeader}
      </Button>
      {form.errors['headers'] && (
        <Text size="sm" c="red" role="alert" mt="xs">
          {form.errors['headers']}
        </Text>
      )}
    </Fieldset>
  );
}
