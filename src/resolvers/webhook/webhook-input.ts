import type { AppContext } from '../../context.js';
import { webhookEventTypes, type WebhookEventType } from '../../webhooks/event-types.js';
import type { NewWebhook } from '../../stores/webhook/webhook-store.js';
import { collectFieldErrors, type FieldErrorCollector } from '../../validate.js';
import { readReceiverUrl } from '../shared/receiver-url.js';
import { readName } from '../shared/text-fields.js';
import { readHeaders, type WebhookHeaderInput } from './webhook-headers.js';

export { webhookEventTypes };

export interface WebhookInput {
  /** One line of 1 to 255 characters. */
  readonly name?: string | null | undefined;
  /** http or https URL on the public internet, unless the operator allows others. */
  readonly url?: string | null | undefined;
  /** At least one event type, without duplicates. */
  readonly eventTypes?: readonly string[] | null | undefined;
  readonly isActive?: boolean | null | undefined;
  /** Maximum number of deliveries per second, up to 1,000. Default 0: no limit. */
  readonly rateLimit?: number | null | undefined;
  /** Whether deliveries are sent one at a time, in order. Default false. */
  readonly isOrdered?: boolean | null | undefined;
  /** Headers of every request, at most 20. Replaces all current custom headers. */
  readonly headers?: readonly WebhookHeaderInput[] | null | undefined;
}

type Settings = Pick<NewWebhook, 'name' | 'url' | 'eventTypes' | 'isActive' | 'rateLimit' | 'isOrdered'>;

export interface NewWebhookValues extends Settings {
  readonly headers: readonly WebhookHeaderInput[];
}

/** Validated changes. Undefined keeps a value. */
export interface WebhookChangeValues extends Partial<Settings> {
  readonly headers?: readonly WebhookHeaderInput[];
}

/** Validates a new webhook. @throws ValidationError */
export function readNewWebhook(ctx: AppContext, input: WebhookInput): NewWebhookValues {
  const check = collectFieldErrors();
  const values = {
    name: readName(check, 'name', input.name),
    url: readReceiverUrl(ctx, check, input.url),
    eventTypes: readEventTypes(check, input.eventTypes),
    isActive: readFlag(check, 'isActive', input.isActive) ?? true,
    rateLimit: readRateLimit(check, input.rateLimit),
    isOrdered: readFlag(check, 'isOrdered', input.isOrdered) ?? false,
    headers: readHeaders(check, input.headers ?? [], true),
  };
  check.throwIfAny();
  return values;
}

/** Validates changes of a webhook; null and undefined keep a value. @throws ValidationError */
export function readWebhookChanges(ctx: AppContext, input: WebhookInput): WebhookChangeValues {
  const check = collectFieldErrors();
  const changes: WebhookChangeValues = {
    ...(input.name != null && { name: readName(check, 'name', input.name) }),
    ...(input.url != null && { url: readReceiverUrl(ctx, check, input.url) }),
    ...(input.eventTypes != null && { eventTypes: readEventTypes(check, input.eventTypes) }),
    ...(input.isActive != null && { isActive: readFlag(check, 'isActive', input.isActive) }),
    ...(input.rateLimit != null && { rateLimit: readRateLimit(check, input.rateLimit) }),
    ...(input.isOrdered != null && { isOrdered: readFlag(check, 'isOrdered', input.isOrdered) }),
    ...(input.headers != null && { headers: readHeaders(check, input.headers, false) }),
  };
  check.throwIfAny();
  return changes;
}

function readEventTypes(check: FieldErrorCollector, value: unknown): WebhookEventType[] {
  if (!Array.isArray(value) || value.length === 0) {
    check.add('eventTypes', 'must be a list of at least one event type.');
    return [];
  }
  const types = (value as unknown[]).filter((type): type is WebhookEventType =>
    webhookEventTypes.some((known) => known === type),
  );
  if (types.length < value.length)
    check.add('eventTypes', `may contain ${webhookEventTypes.join(', ')} and nothing else.`);
  if (new Set(types).size < types.length) check.add('eventTypes', 'must not contain an event type twice.');
  return types;
}

function readFlag(check: FieldErrorCollector, field: string, value: unknown): boolean | undefined {
  if (value == null) return undefined;
  if (typeof value !== 'boolean') check.add(field, 'must be true or false.');
  return value === true;
}

function readRateLimit(check: FieldErrorCollector, value: number | null | undefined): number | null {
  if (value == null || value === 0) return null;
  if (!Number.isInteger(value) || value < 1 || value > rateLimitMax)
    check.add('rateLimit', `must be a whole number from 0 to ${rateLimitMax}.`);
  return value;
}

const rateLimitMax = 1_000;
