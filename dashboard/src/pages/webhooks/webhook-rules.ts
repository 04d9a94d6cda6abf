import { array, boolean, minLength, object, pipe, string, transform, type input, type output } from 'zod/mini';
import type { WebhookEventType, WebhookPartsFragment } from '../../api/graphql';
import { name, optionalInteger, requiredText, webAddress } from '../../components/rules';
import { formTexts } from '../../texts/form';
import { eventTypes } from './event-types';

/** Rules of custom headers. An empty value becomes null, which keeps the stored value. */
const headerRules = array(
  pipe(
    // `isStored`: whether the server has stored a value for this header.
    object({ name: requiredText, value: string(), isStored: boolean() }),
    transform(({ name, value }) => ({ name, value: value.trim() || null })),
  ),
);

export const webhookSchema = object({
  name,
  url: webAddress,
  eventTypes: pipe(
    array(string()).check(minLength(1, formTexts.chooseOne)),
    transform((chosen) =>
      eventTypes.map(({ value }): WebhookEventType => value).filter((value) => chosen.includes(value)),
    ),
  ),
  rateLimit: optionalInteger(1, 1000),
  isOrdered: boolean(),
  headers: headerRules,
});

export type WebhookValues = input<typeof webhookSchema>;

/** Converts the form to the server's input, where 0 removes the rate limit. */
export const toWebhookInput = <Values extends Partial<output<typeof webhookSchema>>>(values: Values) => ({
  ...values,
  ...('rateLimit' in values && { rateLimit: values.rateLimit ?? 0 }),
});

/** Returns the first values of the fields. */
export const toWebhookValues = (webhook?: WebhookPartsFragment): WebhookValues => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  eventTypes: webhook ? [...webhook.eventTypes] : ['MEMORY_ADD', 'MEMORY_UPDATE', 'MEMORY_DELETE'],
  rateLimit: String(webhook?.rateLimit ?? ''),
  isOrdered: webhook?.isOrdered ?? false,
  headers: (webhook?.headerNames ?? []).map((header) => ({ name: header, value: '', isStored: true })),
});
