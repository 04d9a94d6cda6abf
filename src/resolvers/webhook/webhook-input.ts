import type { AppContext } from '../../context.js';
import { webhookEventTypes, type WebhookEventType } from '../../engine/webhook/event-types.js';
import type { WebhookChanges } from '../../stores/webhook/webhook-store.js';
import { collectFieldErrors, type FieldErrorCollector } from '../../validate.js';
import { readName } from '../shared/text-fields.js';

export { webhookEventTypes };

export interface WebhookInput {
  /** One line of 1 to 255 characters. */
  readonly name?: string | null | undefined;
  /** http or https URL on the public internet, unless the operator allows others. */
  readonly url?: string | null | undefined;
  /** At least one event type, without duplicates. */
  readonly eventTypes?: readonly string[] | null | undefined;
  readonly isActive?: boolean | null | undefined;
}

export type NewWebhookValues = Required<Pick<WebhookChanges, 'name' | 'url' | 'eventTypes'>> & {
  readonly isActive: boolean;
};

/** Validates a new webhook. @throws ValidationError */
export async function readNewWebhook(ctx: AppContext, input: WebhookInput): Promise<NewWebhookValues> {
  const check = collectFieldErrors();
  const values = {
    name: readName(check, 'name', input.name),
    url: await readUrl(ctx, check, input.url),
    eventTypes: readEventTypes(check, input.eventTypes),
    isActive: readActive(check, input.isActive) ?? true,
  };
  check.throwIfAny();
  return values;
}

/** Validates changes of a webhook; null and undefined keep a value. @throws ValidationError */
export async function readWebhookChanges(ctx: AppContext, input: WebhookInput): Promise<WebhookChanges> {
  const check = collectFieldErrors();
  const changes: WebhookChanges = {
    ...(input.name != null && { name: readName(check, 'name', input.name) }),
    ...(input.url != null && { url: await readUrl(ctx, check, input.url) }),
    ...(input.eventTypes != null && { eventTypes: readEventTypes(check, input.eventTypes) }),
    ...(input.isActive != null && { isActive: readActive(check, input.isActive) }),
  };
  check.throwIfAny();
  return changes;
}

async function readUrl(ctx: AppContext, check: FieldErrorCollector, value: unknown): Promise<string> {
  const problem = await ctx.outbound.checkUrl(value);
  if (problem !== null) check.add('url', problem);
  return typeof value === 'string' ? value : '';
}

function readEventTypes(check: FieldErrorCollector, value: unknown): WebhookEventType[] {
  if (!Array.isArray(value) || value.length === 0) {
    check.add('eventTypes', 'It must be a list of at least one event type.');
    return [];
  }
  const types = (value as unknown[]).filter((type): type is WebhookEventType =>
    webhookEventTypes.some((known) => known === type),
  );
  if (types.length < value.length)
    check.add('eventTypes', `It may contain ${webhookEventTypes.join(', ')} and nothing else.`);
  if (new Set(types).size < types.length) check.add('eventTypes', 'It must not contain an event type twice.');
  return types;
}

function readActive(check: FieldErrorCollector, value: unknown): boolean | undefined {
  if (value == null) return undefined;
  if (typeof value !== 'boolean') check.add('isActive', 'It must be true or false.');
  return value === true;
}
