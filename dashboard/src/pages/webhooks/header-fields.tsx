import { ActionIcon, Button, Fieldset, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { PlusIcon, XIcon } from 'lucide-react';
import type { SchemaForm } from '../../components/use-schema-form';
import type { WebhookValues } from './webhook-rules';

/** Edits the custom headers of a webhook. Stored values are hidden; an empty value keeps them. */
export function HeaderFields({ form }: { form: SchemaForm<WebhookValues> }) {
  const { headers } = form.values;
  return (
    <Fieldset legend="Custom headers" data-path="headers" tabIndex={-1}>
      {headers.map(({ name, isStored }, index) => (
        // Rows have no identity: removing one moves the values of the others.
        <Group key={index} gap="xs" mb="xs" wrap="nowrap" align="flex-start">
          <TextInput
            {...form.getInputProps(`headers.${index}.name`)}
            name="headerName"
            aria-label="Header name"
            placeholder="X-Name"
            required
          />
          <PasswordInput
            {...form.getInputProps(`headers.${index}.value`)}
            name="headerValue"
            aria-label={`Value of ${name || 'the header'}`}
            placeholder={isStored ? 'Unchanged' : 'Value'}
            autoComplete="off"
            style={{ flex: 1 }}
          />
          <ActionIcon
            variant="default"
            aria-label={`Remove the header ${name}`}
            onClick={() => form.removeListItem('headers', index)}
          >
            <XIcon size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<PlusIcon size={14} aria-hidden />}
        onClick={() => form.insertListItem('headers', { name: '', value: '', isStored: false })}
      >
        Add header
      </Button>
      {form.errors['headers'] && (
        <Text size="sm" c="red" role="alert" mt="xs">
          {form.errors['headers']}
        </Text>
      )}
    </Fieldset>
  );
}
