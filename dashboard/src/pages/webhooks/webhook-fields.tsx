import { Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import type { SchemaForm } from '../../components/use-schema-form';
import { eventTypes, wireName } from './event-types';
import { HeaderFields } from './header-fields';
import type { WebhookValues } from './webhook-rules';

/** Shows the form fields of a webhook. */
export function WebhookFields({ form }: { form: SchemaForm<WebhookValues> }) {
  const { name: _name, ...chosen } = { name: '', ...form.getInputProps('eventTypes') };
  return (
    <>
      <TextInput {...form.getInputProps('name')} label="Name" required data-autofocus />
      <TextInput
        {...form.getInputProps('url')}
        label="URL"
        description="URL that receives the events. Must be on the public internet unless the operator allows other hosts."
        placeholder="https://example.com/hook"
        required
      />
      <Checkbox.Group {...chosen} label="Events">
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
        label="Rate limit"
        description="Deliveries per second. Empty: no limit."
      />
      <Switch
        {...form.getInputProps('isOrdered', { type: 'checkbox' })}
        label="Deliver in order"
        description="One delivery at a time. A failing delivery delays the following ones."
      />
      <HeaderFields form={form} />
    </>
  );
}
