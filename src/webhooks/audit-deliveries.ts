import { newId } from '../ids.js';
import { toAuditEventTypes, type WebhookEventType } from './event-types.js';
import { createAuditPayload, newMessageId, type AuditChange, type WebhookPayload } from './payload.js';

export interface AuditDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly messageId: string;
  readonly eventType: string;
  readonly payload: WebhookPayload;
}

interface AuditSubscriber {
  readonly id: string;
  readonly eventTypes: readonly WebhookEventType[];
}

/** Returns the deliveries for a row of the audit log: one for each webhook and each event type that it subscribes to. */
export function createAuditDeliveries(row: AuditChange, subscribers: readonly AuditSubscriber[]): AuditDelivery[] {
  return toAuditEventTypes(row.action).flatMap((eventType) => {
    const message = { messageId: newMessageId(), eventType, payload: createAuditPayload(eventType, row) };
    return subscribers
      .filter(({ eventTypes }) => eventTypes.includes(eventType))
      .map(({ id }) => ({ id: newId(), webhookId: id, ...message }));
  });
}
