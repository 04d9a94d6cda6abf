import { Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import type { WebhookEventType, WebhookPartsFragment } from '../../../../client/generated/graphql';
import type { Failure } from '../../api/failure';
import { getFormText } from '../../components/form-text';
import { eventTypes, wireName } from './event-types';
import { HeaderFields, readHeaders } from './header-fields';

/** Shows the form fields of a webhook. */
export function WebhookFields({ webhook, fields }: { webhook?: WebhookPartsFragment; fields: Failure['fields'] }) {
  return (
    <>
      <TextInput
        name="name"
        label="Name"
        defaultValue={webhook?.name}
        required
        maxLength={255}
        data-autofocus
        error={fields.name}
      />
      <TextInput
        name="url"
        label="URL"
        description="URL that receives the events. Must be on the public internet unless the operator allows other hosts."
        placeholder="https://example.com/hook"
        defaultValue={webhook?.url}
        required
        error={fields.url}
      />
      <Checkbox.Group
        label="Events"
        defaultValue={webhook ? [...webhook.eventTypes] : ['MEMORY_ADD', 'MEMORY_UPDATE', 'MEMORY_DELETE']}
        error={fields.eventTypes}
      >
        <Stack gap="xs" mt="xs">
          {eventTypes.map(({ value, label }) => (
            <Checkbox key={value} name="eventTypes" value={value} label={label} description={wireName(value)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        name="rateLimit"
        type="number"
        min={1}
        max={1000}
        label="Rate limit"
        description="Deliveries per second. Empty: no limit."
        defaultValue={webhook?.rateLimit ?? ''}
        error={fields.rateLimit}
      />
      <Switch
        name="isOrdered"
        label="Deliver in order"
        description="One delivery at a time. A failing delivery delays the following ones."
        defaultChecked={webhook?.isOrdered ?? false}
      />
      <HeaderFields names={webhook?.headerNames ?? []} error={fields.headers} />
    </>
  );
}

/** Reads the webhook from a form. */
export function readWebhook(form: FormData) {
  const chosen = form.getAll('eventTypes');
  return {
    name: getFormText(form, 'name').trim(),
    url: getFormText(form, 'url').trim(),
    rateLimit: Number(getFormText(form, 'rateLimit')),
    isOrdered: form.has('isOrdered'),
    headers: readHeaders(form),
    eventTypes: eventTypes.map(({ value }): WebhookEventType => value).filter((value) => chosen.includes(value)),
  };
}
