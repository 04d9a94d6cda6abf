import type { AppContext } from '../../context.js';
import { isUuid } from '../../ids.js';
import { listHistoryOfMemories } from '../../resolvers/memory/memory-history.js';
import type { MemoryHistoryRow } from '../../stores/memory/memory-history.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { builder } from '../builder.js';
import { connectionType } from '../shared/connection.js';
import { findOrNull, loaders } from '../shared/loaders.js';
import { Node } from '../node.js';
import { projectOf } from '../project/project.js';
import { User } from '../user/user.js';

export const MemoryEventType = builder.enumType('MemoryEvent', {
  description: 'A change of a memory.',
  values: {
    ADD: { description: 'The memory was added.' },
    UPDATE: { description: 'The memory was updated.' },
    DELETE: { description: 'The memory was deleted.' },
    SUPERSEDE: { description: 'A newer memory made the memory outdated; `newText` is the text of the newer memory.' },
    MERGE: { description: 'The memory was merged into a fuller memory; `newText` is the text of the fuller memory.' },
    RESTORE: { description: 'The memory is active again: the memory that replaced it no longer does.' },
  } as const,
});

const messageRoles = {
  USER: { value: 'user', description: 'A message of the user.' },
  ASSISTANT: { value: 'assistant', description: 'A message of the assistant.' },
  SYSTEM: { value: 'system', description: 'A system message. The server stores no memories of it.' },
} as const;

export const MessageRoleType = builder.enumType('MessageRole', {
  description: 'Role of a message in a conversation.',
  values: messageRoles,
});

type MessageRole = (typeof messageRoles)[keyof typeof messageRoles]['value'];

const isMessageRole = (role: string | null): role is MessageRole =>
  Object.values(messageRoles).some(({ value }) => value === role);

const LifecycleState = builder.enumType('MemoryLifecycleState', {
  description: 'Whether a memory is still valid.',
  values: {
    ACTIVE: { value: 'active', description: 'The memory is valid, as far as the server knows.' },
    SUPERSEDED: {
      value: 'superseded',
      description: 'A newer memory contradicts the memory. Lists with `latestOnly` omit the memory.',
    },
    MERGED: {
      value: 'merged',
      description: 'A fuller memory says the same. Lists return the memory only with `includeMerged`.',
    },
  } as const,
});

export const Memory = builder.objectRef<MemoryRow>('Memory');

type InProject<Name extends string> = { readonly projectId: string } & { readonly [Column in Name]: string | null };

/** Options of a field with the memory whose id is in this column of a row. Null: none, or deleted. */
export const memoryOrNull = <Name extends string>(name: Name, description: string) => ({
  type: Memory,
  nullable: true as const,
  description,
  resolve: (row: InProject<Name>, _args: object, ctx: AppContext) =>
    findOrNull(loaders(ctx).memory(row.projectId), row[name]),
});

Memory.implement({
  description: 'A text that the server stores and searches, with the entities it belongs to.',
  interfaces: [Node],
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Text of the memory.' }),
    userId: t.stringOrNull('userId', 'ID of the user that the memory belongs to. Null: no user.'),
    agentId: t.stringOrNull('agentId', 'ID of the agent that the memory belongs to. Null: no agent.'),
    appId: t.stringOrNull('appId', 'ID of the app that the memory belongs to. Null: no app.'),
    runId: t.stringOrNull('runId', 'ID of the run (session) that the memory belongs to. Null: no run.'),
    actor: t.stringOrNull('actor', 'Name of the speaker, copied from the message. Null if the message had no name.'),
    role: t.field({
      type: MessageRoleType,
      nullable: true,
      description: 'Role of the source message. Null if the memory was not made from a message.',
      resolve: ({ role }) => (isMessageRole(role) ? role : null),
    }),
    metadata: t.exposeOrNull('metadata', 'JSON', 'JSON object attached by the client. Null: none.'),
    categories: t.exposeStringList('categories', {
      nullable: true,
      description: 'Categories of the memory. Null until the server has categorized the memory.',
    }),
    expirationDate: t.exposeOrNull(
      'expirationDate',
      'LocalDate',
      'Last day (UTC, inclusive) on which searches and lists return the memory. Null: it never expires.',
    ),
    eventDate: t.timeOrNull(
      'eventDate',
      'When the event described by the memory happens, as found by extraction. Null: unknown, or not an event.',
    ),
    isImmutable: t.exposeBoolean('immutable', { description: 'Whether the server rejects updates of the memory.' }),
    lifecycleState: t.field({
      type: LifecycleState,
      description: 'Whether the memory is still valid.',
      resolve: ({ lifecycleState }) => lifecycleState as 'active' | 'superseded' | 'merged',
    }),
    replacedById: t.idOrNull(
      'replacedBy',
      'ID of the memory that superseded the memory, or that it was merged into. Null while it is active.',
    ),
    replacedBy: t.field(
      memoryOrNull(
        'replacedBy',
        'The memory that superseded the memory, or that it was merged into. Null while it is active.',
      ),
    ),
    repetitionCount: t.exposeInt('repetitions', {
      description: 'How often the same statement was added again.',
    }),
    hash: t.exposeString('hash', { description: 'MD5 hash of the text, in hexadecimal.' }),
    createdAt: t.time('createdAt', 'When the memory was created, or the `timestamp` given when it was added.'),
    updatedAt: t.time('updatedAt', 'When the memory was last changed.'),
    project: t.field(projectOf('The project that the memory belongs to.')),
  }),
});

export const MemoryConnection = connectionType(Memory, 'memories', 'A memory');

export const MemoryHistoryEntry = builder.objectRef<MemoryHistoryRow>('MemoryHistoryEntry').implement({
  description: 'One change in the history of a memory.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the history entry, a UUID.' }),
    memoryId: t.exposeID('memoryId', { description: 'ID of the changed memory, which may no longer exist.' }),
    memory: t.field(memoryOrNull('memoryId', 'The changed memory as it is now. Null if it no longer exists.')),
    event: t.expose('event', { type: MemoryEventType, description: 'What happened to the memory.' }),
    oldText: t.stringOrNull(
      'oldMemory',
      'Text before the change. Null for ADD, and for a DELETE by a bulk deletion, which removes the texts too.',
    ),
    newText: t.stringOrNull('newMemory', 'Text after the change. Null for DELETE.'),
    input: t.exposeOrNull(
      'input',
      'JSON',
      'Messages that the text was extracted from. Null for changes without messages.',
    ),
    changedBy: t.stringOrNull(
      'changedBy',
      'Who changed the memory: a user ID, a key prefix or an auth mode. Null if unknown.',
    ),
    changedByUser: t.field({
      type: User,
      nullable: true,
      description: 'The user who changed the memory. Null if no user did, or the user was removed.',
      resolve: ({ changedBy }, _args, ctx) =>
        changedBy !== null && isUuid(changedBy) ? loaders(ctx).user.load(changedBy) : null,
    }),
    createdAt: t.time('createdAt', 'When the memory changed.'),
  }),
});

builder.objectField(Memory, 'history', (t) =>
  t.loadableList({
    type: MemoryHistoryEntry,
    description: 'The latest 100 changes of the memory, oldest first.',
    load: (memories: MemoryRow[], ctx) => listHistoryOfMemories(ctx, { memories }),
    resolve: (memory) => memory,
  }),
);
