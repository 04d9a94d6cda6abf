import { historyOfMemories } from '../resolvers/memory/memory-history.js';
import type { MemoryHistoryRow } from '../stores/memory/memory-history.js';
import type { MemoryRow } from '../stores/memory/memory-row.js';
import { builder } from './builder.js';
import { loaders } from './loaders.js';
import { Node } from './node.js';
import { Project } from './project.js';

const HistoryEventType = builder.enumType('MemoryHistoryEvent', {
  description: 'What happened to a memory.',
  values: {
    ADD: { description: 'It was added.' },
    UPDATE: { description: 'It was changed.' },
    DELETE: { description: 'It was deleted.' },
    SUPERSEDE: { description: 'A newer memory made it outdated; `newMemory` is the text of the newer memory.' },
    MERGE: { description: 'It was merged into a fuller memory; `newMemory` is the text of that memory.' },
    RESTORE: { description: 'It is true again: the memory that replaced it no longer does.' },
  } as const,
});

/** One change in the life of a memory. */
export const MemoryHistoryEntry = builder.objectRef<MemoryHistoryRow>('MemoryHistoryEntry').implement({
  description: 'One change in the life of a memory.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the entry.' }),
    memoryId: t.exposeID('memoryId', { description: 'The memory, which may be gone.' }),
    event: t.field({ type: HistoryEventType, description: 'What happened.', resolve: (entry) => entry.event }),
    oldMemory: t.exposeString('oldMemory', {
      nullable: true,
      description: 'The text before; null on ADD, and on the DELETE of a bulk deletion, which takes the texts along.',
    }),
    newMemory: t.exposeString('newMemory', { nullable: true, description: 'The text after; null on DELETE.' }),
    input: t.expose('input', { type: 'JSON', nullable: true, description: 'The messages that it was made from.' }),
    changedBy: t.exposeString('changedBy', {
      nullable: true,
      description: 'User id, key prefix or auth mode of who did it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
});

const LifecycleState = builder.enumType('MemoryLifecycleState', {
  description: 'Whether a memory still holds.',
  values: {
    ACTIVE: { value: 'active', description: 'The memory holds, as far as the server knows.' },
    SUPERSEDED: {
      value: 'superseded',
      description: 'A newer memory contradicts it. Lists with `latestOnly` leave it out.',
    },
    MERGED: { value: 'merged', description: 'A fuller memory says the same. Lists show it with `includeMerged` only.' },
  } as const,
});

/** A remembered text with its scope. */
export const Memory = builder.objectRef<MemoryRow>('Memory').implement({
  description: 'A remembered text with its scope.',
  interfaces: [Node],
  fields: (t) => ({
    text: t.exposeString('text', { description: 'What is remembered.' }),
    userId: t.exposeString('userId', { nullable: true, description: 'The user it is about.' }),
    agentId: t.exposeString('agentId', { nullable: true, description: 'The agent it is about.' }),
    appId: t.exposeString('appId', { nullable: true, description: 'The app it came from.' }),
    runId: t.exposeString('runId', { nullable: true, description: 'The run (session) it came from.' }),
    actor: t.exposeString('actor', { nullable: true, description: 'Who said it: the name of the message.' }),
    role: t.exposeString('role', {
      nullable: true,
      description: 'Role of the message it came from: user or assistant.',
    }),
    metadata: t.expose('metadata', { type: 'JSON', nullable: true, description: 'What its author attached.' }),
    categories: t.exposeStringList('categories', {
      nullable: true,
      description: 'Categories; null until it was categorized.',
    }),
    expirationDate: t.expose('expirationDate', {
      type: 'LocalDate',
      nullable: true,
      description: 'Last day on which it is found.',
    }),
    immutable: t.exposeBoolean('immutable', { description: 'Whether changes are refused.' }),
    lifecycleState: t.field({
      type: LifecycleState,
      description: 'Whether the memory still holds.',
      resolve: ({ lifecycleState }) => lifecycleState as 'active' | 'superseded' | 'merged',
    }),
    replacedById: t.exposeID('replacedBy', {
      nullable: true,
      description: 'The ID of the memory that superseded this one or that it was merged into; null while it is active.',
    }),
    hash: t.exposeString('hash', { description: 'MD5 of the text.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was added, or the time that its author gave.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    project: t.field({
      type: Project,
      description: 'The project that keeps it.',
      resolve: (memory, _args, ctx) => loaders(ctx).project.load(memory.projectId),
    }),
    history: t.loadableList({
      type: MemoryHistoryEntry,
      description: 'Its latest changes, oldest first; at most 100.',
      load: (memories: MemoryRow[], ctx) => historyOfMemories(ctx, { memories }),
      resolve: (memory) => memory,
    }),
  }),
});
