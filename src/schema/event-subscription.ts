import { watchEvent } from '../resolvers/event/watch-event.js';
import { builder } from './builder.js';
import { Event } from './event.js';

builder.subscriptionField('event', (t) =>
  t.field({
    type: Event,
    description: 'An operation as it is, and again whenever it has moved on. Completes when the operation has ended.',
    args: { id: t.arg.id({ required: true, description: 'Id, a UUID.' }) },
    authScopes: { signedIn: true },
    subscribe: (_root, { id }, ctx) => watchEvent(ctx, { id, recheck: ctx.recheck }),
    resolve: (event) => event,
  }),
);
