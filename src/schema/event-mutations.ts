import { ConflictError } from '../errors.js';
import { cancelEvent } from '../resolvers/event/cancel-event.js';
import { retryEvent } from '../resolvers/event/retry-event.js';
import type { EventRow } from '../stores/event-store.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import { toUuid } from '../ids.js';
import { builder } from './builder.js';
import { Event } from './event.js';
import { idInput, payloadOf } from './shared/mutation-types.js';

const CancelEventPayload = payloadOf<{ event: EventRow }>('cancelEvent', (t) => ({
  event: t.expose('event', { type: Event, description: 'The cancelled event.' }),
}));

builder.mutationField('cancelEvent', (t) =>
  t.field({
    type: CancelEventPayload,
    description: `Cancels an event that has not finished: an asynchronous add, which then stores nothing, an import, or a deletion (see \`cancelDeletion\`). ${toRequirement('memory:write')}`,
    ...t.change(idInput('cancelEvent', 'ID of the event to cancel.'), 'The event to cancel.', [ConflictError]),
    resolve: async (_root, { input }, ctx) => ({ event: await cancelEvent(ctx, { eventId: toUuid(input.id) }) }),
  }),
);

const RetryEventPayload = payloadOf<{ event: EventRow }>('retryEvent', (t) => ({
  event: t.expose('event', { type: Event, description: 'The event, which is pending again.' }),
}));

builder.mutationField('retryEvent', (t) =>
  t.field({
    type: RetryEventPayload,
    description: `Retries a failed asynchronous add, for example after an outage of the language model or with another key. ${toRequirement('memory:write')}`,
    ...t.change(idInput('retryEvent', 'ID of the event to retry.'), 'The event to retry.', [ConflictError]),
    resolve: async (_root, { input }, ctx) => ({ event: await retryEvent(ctx, { eventId: toUuid(input.id) }) }),
  }),
);
