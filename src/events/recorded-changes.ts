import type { NewChange } from '../stores/change-store.js';
import type { BusMessages, BusTopic } from './types.js';

type RecordedTopic = 'memoryChanged' | 'eventChanged' | 'webhookDelivered' | 'auditLogged';

type Converters = { readonly [Topic in RecordedTopic]: (message: BusMessages[Topic]) => NewChange[] };

const converters: Converters = {
  memoryChanged: ({ projectId, memoryIds, change }) =>
    memoryIds.map((subjectId) => ({ topic: 'memory', projectId, subjectId, kind: change })),
  eventChanged: ({ projectId, eventId }) => [{ topic: 'event', projectId, subjectId: eventId, kind: 'UPDATE' }],
  webhookDelivered: ({ projectId, webhookId, deliveryId }) => [
    { topic: 'delivery', projectId, parentId: webhookId, subjectId: deliveryId, kind: 'UPDATE' },
  ],
  auditLogged: ({ auditLogIds }) =>
    auditLogIds.map((subjectId) => ({ topic: 'audit', projectId: null, subjectId, kind: 'ADD' })),
};

/** Returns the changes to record for a message; empty for topics without a stream. */
export function toChanges<Topic extends BusTopic>(topic: Topic, message: BusMessages[Topic]): NewChange[] {
  const convert = (converters as Partial<Record<BusTopic, (message: BusMessages[Topic]) => NewChange[]>>)[topic];
  return convert?.(message) ?? [];
}
