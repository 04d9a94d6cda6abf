import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  PasswordInput,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { PlusIcon, XIcon } from '../../components/icons';
import type { SchemaForm } from '../../components/use-schema-form';
import { webhooksTexts as words } from '../../texts/webhooks';
import { eventTypes, wireName } from './event-types';
import type { WebhookValues } from './webhook-rules';

export function WebhookFields({ form }: { form: SchemaForm<WebhookValues> }) {
  const { name: _name, ...chosen } = { name: '', ...form.getInputProps('eventTypes') };
  return (
    <>
      <TextInput {...form.getInputProps('name')} label={words.name} required data-autofocus />
      <TextInput
        {...form.getInputProps('url')}
        label={words.url}
        description={words.urlHint}
        placeholder={words.urlExample}
        required
      />
      <Checkbox.Group {...chosen} label={words.events}>
        <Stack gap="xs" mt="xs">
          {eventTypes.map(({ value, label }) => (
            <Checkbox key={value} name="eventTypes" value={value} label={label} description={wireName(value)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        {...form.getInputProps('rateLimit')}
        type="number"
        min={1}
        max={1000}
        label={words.rateLimit}
        description={words.rateLimitHint}
      />
      <Switch
        {...form.getInputProps('isOrdered', { type: 'checkbox' })}
        label={words.deliverInOrder}
        description={words.inOrderHint}
      />
      <HeaderFields form={form} />
    </>
  );
}

/** Edits the custom headers of a webhook. Stored values are hidden; an empty value keeps them. */
function HeaderFields({ form }: { form: SchemaForm<WebhookValues> }) {
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
