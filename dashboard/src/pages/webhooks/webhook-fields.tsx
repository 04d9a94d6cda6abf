import { Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import type { SchemaForm } from '../../components/use-schema-form';
import { eventTypes, wireName } from './event-types';
import { HeaderFields } from './header-fields';
import type { WebhookValues } from './webhook-rules';
import { webhooksTexts as words } from '../../texts/webhooks';

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
