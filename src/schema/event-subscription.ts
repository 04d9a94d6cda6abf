import { watchEvent } from '../resolvers/event/watch-event.js';
import { watchEvents } from '../resolvers/event/watch-events.js';
import { getChosenProject } from '../resolvers/project/current-project.js';
import type { ChangedFrame } from '../resolvers/shared/watch-changes.js';
import type { EventRow } from '../stores/event-store.js';
import { toUuid } from '../ids.js';
import { builder } from './builder.js';
import { Event, EventTypeType } from './event.js';
import { projectOption } from './project/project-argument.js';
import { droppedType, streamAfter, streamCursor } from './shared/stream.js';

builder.subscriptionField('event', (t) =>
  t.field({
    type: Event,
    description: 'Streams an event: its current state first, then each change. Completes when the event ends.',
    args: { id: t.arg.id({ required: true, description: 'ID of the event to follow, a UUID.' }) },
    authScopes: { signedIn: true },
    subscribe: (_root, { id }, ctx) => watchEvent(ctx, { id: toUuid(id), recheck: ctx.recheck }),
    resolve: (event) => event,
  }),
);

const EventChanged = builder.objectRef<ChangedFrame<EventRow>>('EventChanged').implement({
  description: 'An event that was accepted, made progress or ended.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', streamCursor),
    event: t.expose('value', {
      type: Event,
      description: 'The event as it is now. Several messages can show the same state if the event has changed since.',
    }),
  }),
});

const Frame = builder.unionType('EventChangeFrame', {
  description: 'A message of the `eventChanges` stream.',
  types: [EventChanged, droppedType('EventChangesDropped', 'changes of events')],
  resolveType: ({ kind }) => (kind === 'changed' ? 'EventChanged' : 'EventChangesDropped'),
});

builder.subscriptionField('eventChanges', (t) =>
  t.field({
    type: Frame,
    description: 'Streams the events of a project: a message each time an event is accepted, makes progress or ends.',
    args: {
      projectId: t.arg.id(projectOption),
      type: t.arg({ type: EventTypeType, description: 'Streams only events of this type.' }),
      after: t.arg.string(streamAfter),
    },
    authScopes: { signedIn: true },
    subscribe: async (_root, { projectId, type, after }, ctx) =>
      watchEvents(ctx, { projectId: await getChosenProject(ctx, projectId), type, after }),
    resolve: (frame) => frame,
  }),
);
