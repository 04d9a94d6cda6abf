import type {
  WebhookDeliveryEventType,
  WebhookDeliveryFilter,
  WebhookDeliveryPartsFragment,
  WebhookDeliveryStatus,
  WebhookPartsFragment,
} from '../../api/graphql';
import type { FilterField } from '../../components/filter-bar';
import { toChoice, toValue } from '../../components/url-params';
import { webhooksTexts as words } from '../../texts/webhooks';
import { eventTypes, wireName } from './event-types';

const statuses: readonly WebhookDeliveryStatus[] = ['PENDING', 'DELIVERED', 'FAILED'];
const types: readonly WebhookDeliveryEventType[] = [...eventTypes.map(({ value }) => value), 'TEST'];

/** Choices of the status of deliveries, with an empty value for all. */
export const statusChoices = [
  { value: '', label: words.all },
  ...statuses.map((value) => ({ value, label: words.states[value] })),
];

/** Time ranges in minutes, with an empty value for all times. */
export const rangeChoices = [
  { value: '', label: words.anyTime },
  { value: '60', label: words.lastHour },
  { value: '1440', label: words.last24Hours },
  { value: '10080', label: words.last7Days },
];

/** Returns a webhook as a choice of a list. Several webhooks can have the same name. */
export const toWebhookChoice = ({ id, name, url }: WebhookPartsFragment) => ({
  value: id,
  label: words.webhookChoice(name, url),
});

/** Returns the filters that are chips. A list of one webhook has none by webhook. */
export const toFields = (webhooks: readonly WebhookPartsFragment[] | null): readonly FilterField[] => [
  ...(webhooks ? [{ name: 'webhook', label: words.webhook, choices: webhooks.map(toWebhookChoice) }] : []),
  { name: 'type', label: words.event, choices: types.map((value) => ({ value, label: wireName(value) })) },
];

export const toStatus = (params: URLSearchParams) => toChoice(params.get('status'), statuses, null);

/** Reads the length of the time range from the URL, in minutes, or an empty text for all times. */
export const toRange = (params: URLSearchParams): string => toValue(params.get('range'), rangeChoices, '');

/** Reads the server's filter from the URL, for all webhooks or for one. */
export function toDeliveryFilter(params: URLSearchParams, webhookId: string | null): WebhookDeliveryFilter {
  const status = toStatus(params);
  const eventType = toChoice(params.get('type'), types, null);
  const chosen = webhookId ?? params.get('webhook');
  const range = toRange(params);
  return {
    ...(status && { status }),
    ...(eventType && { eventType }),
    ...(chosen && { webhookIds: [chosen] }),
    ...(range && { since: new Date(Date.now() - Number(range) * 60_000).toISOString() }),
  };
}

/** Whether a delivery that arrived live belongs to the list. */
export const matches = (
  delivery: WebhookDeliveryPartsFragment,
  { status, eventType, webhookIds, since }: WebhookDeliveryFilter,
): boolean =>
  (!status || delivery.status === status) &&
  (!eventType || delivery.eventType === eventType) &&
  (!webhookIds || webhookIds.includes(delivery.webhookId)) &&
  (!since || delivery.createdAt >= since);
