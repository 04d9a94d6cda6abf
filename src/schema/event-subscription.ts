import { watchEvent } from '../resolvers/event/watch-event.js';
import { builder } from './builder.js';
import { Event } from './event.js';

builder.subscriptionField('event', (t) =>
  t.field({
    type: Event,
    description: 'Streams an operation: its current state first, then each change. Completes when the operation ends.',
    args: { id: t.arg.id({ required: true, description: 'Id of the operation to follow, a UUID.' }) },
    authScopes: { signedIn: true },
    subscribe: (_root, { id }, ctx) => watchEvent(ctx, { id, recheck: ctx.recheck }),
    resolve: (event) => event,
  }),
);
