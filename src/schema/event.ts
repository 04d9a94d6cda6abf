import { cancelEvent } from '../resolvers/event/cancel-event.js';
import { findEvent } from '../resolvers/event/get-event.js';
import { listEvents } from '../resolvers/event/list-events.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import type { EventRow } from '../stores/event/event-store.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors, withFieldNames } from './errors.js';
import { Node } from './node.js';

const EventStatus = builder.enumType('EventStatus', {
  description: 'How far an operation is.',
  values: {
    PENDING: { description: 'Accepted, not begun.' },
    RUNNING: { description: 'At work.' },
    SUCCEEDED: { description: 'Done.' },
    FAILED: { description: 'Given up; `error` tells why.' },
    CANCELLED: { description: 'Ended by its owner before it was done; `error` tells what was done until then.' },
  } as const,
});

/** An operation that may finish after its call was answered. */
export const Event = builder.objectRef<EventRow>('Event').implement({
  description: 'An operation that may finish after its call was answered.',
  interfaces: [Node],
  fields: (t) => ({
    type: t.exposeString('type', { description: 'What it does, for example ADD.' }),
    status: t.expose('status', { type: EventStatus, description: 'How far it is.' }),
    results: t.expose('results', {
      type: 'JSON',
      nullable: true,
      description: 'What came of it, once it has succeeded.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why it failed or was cancelled. Of one that succeeded: what is missing in its results.',
    }),
    total: t.exposeInt('total', {
      nullable: true,
      description: 'How many things it is about; null while that is not known.',
    }),
    completed: t.exposeInt('completed', { description: 'How many of them are done.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was accepted.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last moved on.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When work began.' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
  }),
});

builder.queryFields((t) => ({
  event: t.field({
    type: Event,
    description: 'One operation. NOT_FOUND when there is none with this id that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Id, a UUID.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { id }, ctx) => findEvent(ctx, { id }),
  }),
  events: t.connection({
    type: Event,
    description: 'Operations of a project, newest first.',
    args: {
      projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }),
      status: t.arg({ type: EventStatus, description: 'Only those in this state.' }),
      type: t.arg.string({ description: 'Only those of this type.' }),
      since: t.arg({ type: 'DateTime', description: 'Accepted at or after.' }),
      until: t.arg({ type: 'DateTime', description: 'Accepted before.' }),
    },
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) =>
      toConnection(await listEvents(ctx, { ...args, projectId: await chosenProject(ctx, args.projectId) })),
  }),
}));

const CancelEventInput = builder.inputType('CancelEventInput', {
  description: 'An operation under way.',
  fields: (t) => ({ eventId: t.id({ required: true, description: 'Id of the operation.' }) }),
});

const EventPayload = builder.objectRef<{ event: EventRow }>('EventPayload').implement({
  description: 'The operation after the call.',
  fields: (t) => ({ event: t.expose('event', { type: Event, description: 'The operation.' }) }),
});

builder.mutationField('cancelEvent', (t) =>
  t.field({
    type: EventPayload,
    errors: mutationErrors,
    description:
      'Ends an operation that is not done: an asynchronous add, of which nothing is stored then, or a deletion, as `cancelDeletion` does.',
    args: { input: t.arg({ type: CancelEventInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) =>
      withFieldNames({ id: 'eventId' }, async () => ({ event: await cancelEvent(ctx, input) })),
  }),
);
