import type { AppContext } from '../context.js';
import { findEvent } from '../resolvers/event/get-event.js';
import { listEvents } from '../resolvers/event/list-events.js';
import { readOmissions, type LeftOutMessage as StoredLeftOut } from '../resolvers/memory/left-out.js';
import { readAddedFacts, type AddedFact } from '../resolvers/memory/wait-for-extraction.js';
import type { EventRow } from '../stores/event-store.js';
import { toUuid } from '../ids.js';
import { builder } from './builder.js';
import { connectionType } from './shared/connection.js';
import { loaders } from './shared/loaders.js';
import { Memory, memoryOrNull } from './memory/memory.js';
import { Node } from './node.js';
import { projectOf } from './project/project.js';
import { inChosenProject, projectOption } from './project/project-argument.js';
import { User } from './user/user.js';

const EventStatus = builder.enumType('EventStatus', {
  description: 'Status of an event.',
  values: {
    PENDING: { description: 'The event is accepted and has not started.' },
    RUNNING: { description: 'The event is running.' },
    SUCCEEDED: { description: 'The event has finished.' },
    FAILED: { description: 'The event failed; `error` has the reason.' },
    CANCELLED: { description: 'A user cancelled the event; `error` reports its progress.' },
  } as const,
});

export const EventTypeType = builder.enumType('EventType', {
  description: 'What an event does.',
  values: {
    ADD: { value: 'ADD', description: 'Extracts and stores memories.' },
    DELETE_MEMORIES: { value: 'DELETE_ALL', description: 'Deletes the memories that match a filter.' },
    DELETE_ENTITY: { value: 'DELETE_USER', description: 'Deletes an entity with its memories.' },
    EXPORT: { value: 'EXPORT', description: 'Writes an export of memories.' },
    GENERATE_PROFILES: { value: 'PROFILE', description: 'Generates profiles of users.' },
    IMPORT: { value: 'IMPORT', description: 'Imports memories from another server.' },
    RE_EMBED: { value: 'RE_EMBED', description: 'Computes embeddings of memories with the configured model.' },
  } as const,
});

const AddedMemoryEvent = builder.enumType('AddedMemoryEvent', {
  description: 'What an add did with a fact.',
  values: {
    ADD: { description: 'The fact was stored as a new memory.' },
    NOOP: { description: 'A memory with the same text and owner existed already.' },
  } as const,
});

type Added = AddedFact & { readonly projectId: string };

export const AddedMemory = builder.objectRef<Added>('AddedMemory').implement({
  description: 'What an add did with one fact, or with one message with `infer: false`.',
  fields: (t) => ({
    memoryId: t.exposeID('id', { description: 'ID of the added or existing memory.' }),
    event: t.expose('event', { type: AddedMemoryEvent, description: 'Whether a memory was added.' }),
    memory: t.field(memoryOrNull('id', 'The added or existing memory. Null if the memory was deleted since.')),
  }),
});

/** Returns the results of an add with the project that their memories are read from. */
export const toAddedMemories = ({ projectId }: EventRow, facts: readonly AddedFact[] | null): Added[] | null =>
  facts && facts.map((fact) => ({ ...fact, projectId }));

const LeftOutReason = builder.enumType('LeftOutReason', {
  description: 'Why a message, or a part of it, became no memory.',
  values: {
    SECRET: { description: 'The server removed a secret. Other parts of the message may have become memories.' },
    ON_REQUEST: { description: 'The message asks not to store, or to forget, something.' },
    EXCLUDED: { description: '`includes`, `excludes` or instructions rule the message out.' },
    NO_FACT: { description: 'The message states no fact, or only what is stored already.' },
    FAILED: { description: 'The language model failed at the message.' },
  } as const,
});

const LeftOutMessage = builder.objectRef<StoredLeftOut>('LeftOutMessage').implement({
  description: 'A message of which an extraction left something out. Its text is not repeated.',
  fields: (t) => ({
    messageNumber: t.exposeInt('message', { description: 'Number of the message in its request, from 1.' }),
    reason: t.expose('reason', { type: LeftOutReason, description: 'Reason of the omission.' }),
  }),
});

export const Event = builder.objectRef<EventRow>('Event').implement({
  description: 'Work that may finish after the response to its request, such as an add or a deletion.',
  interfaces: [Node],
  fields: (t) => ({
    type: t.expose('type', { type: EventTypeType, description: 'What the event does.' }),
    status: t.expose('status', { type: EventStatus, description: 'Status of the event.' }),
    results: t.exposeOrNull(
      'results',
      'JSON',
      'Result of the event, in the form of the REST API. Null until it has succeeded. For ADD, `memories` has it as objects.',
    ),
    memories: t.field({
      type: [AddedMemory],
      nullable: true,
      description: 'For ADD: one result per fact. Null until it has succeeded, and for other events.',
      resolve: (event) => toAddedMemories(event, readAddedFacts(event)),
    }),
    error: t.stringOrNull(
      'error',
      'Why the event failed or was cancelled, or what is missing in the results of an event that succeeded. Otherwise null.',
    ),
    leftOut: t.field({
      type: [LeftOutMessage],
      description:
        'For ADD: the first 100 messages of which the extraction left something out. Empty until it has succeeded.',
      resolve: (event) => [...readOmissions(event).leftOut],
    }),
    ignoredInstructions: t.stringList({
      description: 'For ADD: sentences of the instructions that had no effect without a language model.',
      resolve: (event) => [...readOmissions(event).ignoredInstructions],
    }),
    totalCount: t.intOrNull(
      'total',
      'Number of items that the event processes. Null while the server is still counting.',
    ),
    completedCount: t.exposeInt('completed', { description: 'Number of items that the event has processed.' }),
    modelCallCount: t.exposeInt('modelCalls', {
      description: 'Number of language model calls of the event, including failed attempts.',
    }),
    modelTokenCount: t.expose('modelTokens', {
      type: 'BigInt',
      description: 'Number of input and output tokens of the model calls and embeddings, as reported by the providers.',
    }),
    promptVersion: t.stringOrNull(
      'promptVersion',
      'Name and version of the prompt that extracted the memories, such as `extract-memories.v8`. Null if no language model was called.',
    ),
    projectId: t.exposeID('projectId', { description: 'ID of the project of the event.' }),
    project: t.field(projectOf('The project of the event.')),
    requestedBy: t.string({
      nullable: true,
      description:
        'Who requested the event: a user ID, a key prefix, an auth mode, or `system` for the server. Null for events of others, unless you are OWNER.',
      resolve: async (event, _args, ctx) => (await requesterOf(ctx, event))?.name ?? null,
    }),
    requestedByUser: t.field({
      type: User,
      nullable: true,
      description:
        'The user who requested the event. Null if the request had no user, the user was removed, or `requestedBy` is null.',
      resolve: async (event, _args, ctx) => (await requesterOf(ctx, event))?.user ?? null,
    }),
    requestedByKey: t.string({
      nullable: true,
      description:
        'First characters of the API key or access token that requested the event. Null if the request used none, or `requestedBy` is null.',
      resolve: async (event, _args, ctx) => (await requesterOf(ctx, event))?.keyPrefix ?? null,
    }),
    createdAt: t.time('createdAt', 'When the event was accepted.'),
    updatedAt: t.time('updatedAt', 'When the event last made progress.'),
    startedAt: t.timeOrNull('startedAt', 'When the event started. Null until then.'),
    completedAt: t.timeOrNull('completedAt', 'When the event finished, failed or was cancelled. Null until then.'),
  }),
});

const requesterOf = (ctx: AppContext, event: EventRow) => loaders(ctx).requester(event.projectId).load(event);

builder.objectField(Memory, 'event', (t) =>
  t.field({
    type: Event,
    nullable: true,
    description: 'The event that added the memory or last changed it. Null if a direct request added or changed it.',
    resolve: ({ id, projectId }, _args, ctx) => loaders(ctx).memoryEvent(projectId).load(id),
  }),
);

builder.queryFields((t) => ({
  event: t.field({
    type: Event,
    nullable: true,
    description: 'Finds an event by its ID. Null with the error NOT_FOUND if you cannot see one.',
    args: { id: t.arg.id({ required: true, description: 'ID of the event, a UUID.' }) },
    resolve: (_root, { id }, ctx) => findEvent(ctx, { id: toUuid(id) }),
  }),
  events: t.page(connectionType(Event, 'events', 'An event'), {
    description: 'Lists events of a project, newest first.',
    args: {
      projectId: t.arg.id(projectOption),
      status: t.arg({ type: EventStatus, description: 'Returns only events with this status.' }),
      type: t.arg({ type: EventTypeType, description: 'Returns only events of this type.' }),
      since: t.arg({ type: 'DateTime', description: 'Returns only events accepted at or after this time.' }),
      until: t.arg({ type: 'DateTime', description: 'Returns only events accepted before this time.' }),
      requestedById: t.arg.id({
        description: 'Returns only events that this user requested. OWNERs can name any user; others only themselves.',
      }),
    },
    resolve: async (_root, args, ctx) =>
      listEvents(ctx, { ...(await inChosenProject(ctx, args)), requestedById: toUuid(args.requestedById) }),
  }),
}));
