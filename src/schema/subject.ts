import { createSubjectExport } from '../resolvers/subject/create-subject-export.js';
import { eraseSubject, type ErasureReceipt } from '../resolvers/subject/erase-subject.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import type { SubjectStore } from '../stores/subject-store.js';
import { ConflictError } from '../errors.js';
import { builder } from './builder.js';
import { inputOf, objectPayload } from './shared/mutation-types.js';
import { EntityType } from './entity.js';
import { Export } from './export.js';
import { projectOf } from './project/project.js';
import { projectOption } from './project/project-argument.js';

const SubjectStoreType = builder.enumType('SubjectStore', {
  description: 'A store with data about an entity.',
  values: {
    FEEDBACK: { value: 'feedback', description: 'Feedback on memories.' },
    MEMORY_LINKS: { value: 'memory_links', description: 'Links between memories.' },
    MEMORY_EMBEDDINGS: { value: 'memory_embeddings', description: 'Embeddings of memories.' },
    MEMORY_CHUNKS: { value: 'memory_chunks', description: 'Chunks of long memories, with their embeddings.' },
    MEMORY_ACCESS: { value: 'memory_access', description: 'Times when searches found memories.' },
    SEARCH_HITS: { value: 'search_hits', description: 'Counts and queries of searches that found memories.' },
    MEMORY_VERSIONS: { value: 'memory_versions', description: 'Past versions of memories.' },
    MEMORY_HISTORY: { value: 'memory_history', description: 'History of memories, including deleted memories.' },
    WEBHOOK_DELIVERIES: { value: 'webhook_deliveries', description: 'Webhook deliveries that report memories.' },
    EVENTS: { value: 'events', description: 'Events that added memories, with their messages.' },
    EXPORTS: { value: 'exports', description: 'Exports of the project, which can contain every memory.' },
    PROFILES: { value: 'profiles', description: 'Profiles of users.' },
    MEMORIES: { value: 'memories', description: 'Memories, including hidden memories of pending deletions.' },
    ENTITIES: { value: 'entities', description: 'The entity itself, with its metadata.' },
  } as const satisfies Record<string, { value: SubjectStore; description: string }>,
});

interface ErasedStore {
  readonly store: SubjectStore;
  readonly rows: number;
}

const ErasedStoreType = builder.objectRef<ErasedStore>('ErasedStore').implement({
  description: 'The number of rows that the erasure of an entity removed from one store.',
  fields: (t) => ({
    store: t.expose('store', { type: SubjectStoreType, description: 'The store that held the rows.' }),
    rowCount: t.exposeInt('rows', { description: 'Number of erased rows. 0 if the store held none.' }),
  }),
});

const ErasureReceiptType = builder.objectRef<ErasureReceipt>('ErasureReceipt').implement({
  description: 'Receipt for the erasure of an entity. It does not contain the name of the entity.',
  fields: (t) => ({
    projectId: t.exposeID('projectId', { description: 'ID of the project of the erased entity.' }),
    project: t.field(projectOf('The project of the erased entity.')),
    entityType: t.expose('type', { type: EntityType, description: 'Type of the erased entity.' }),
    stores: t.field({
      type: [ErasedStoreType],
      description: 'Number of erased rows of every store, in the order of erasure.',
      resolve: ({ counts }) => Object.entries(counts).map(([store, rows]) => ({ store: store as SubjectStore, rows })),
    }),
    erasedAt: t.time('erasedAt', 'When the data was erased.'),
  }),
});

const EraseSubjectInput = inputOf('eraseSubject', (t) => ({
  projectId: t.id(projectOption),
  type: t.field({ type: EntityType, required: true, description: 'Type of the entity to erase.' }),
  name: t.string({
    required: true,
    description: 'Name of the entity to erase, 1 to 255 characters, taken literally: `*` is a name too.',
  }),
}));

const ExportSubjectInput = inputOf('exportSubject', (t) => ({
  projectId: t.id(projectOption),
  type: t.field({ type: EntityType, required: true, description: 'Type of the entity to export.' }),
  name: t.string({
    required: true,
    description: 'Name of the entity to export, 1 to 255 characters, taken literally.',
  }),
}));

builder.mutationFields((t) => ({
  exportSubject: t.field({
    type: objectPayload('exportSubject', ['export', Export], 'The export of the entity.'),
    description:
      'Exports everything that a project stores about an entity in the background. ' +
      `The file has JSON Lines with \`store\` and \`row\`. ${toRequirement('export:write')}`,
    ...t.change(ExportSubjectInput, 'The entity to export.', [ConflictError]),
    resolve: (_root, { input }, ctx) => createSubjectExport(ctx, input),
  }),
  eraseSubject: t.field({
    type: objectPayload(
      'eraseSubject',
      ['erasureReceipt', ErasureReceiptType],
      'Receipt with the number of erased rows in each store.',
    ),
    description:
      'Erases everything that a project stores about an entity, and every export of the project, in one transaction. ' +
      `This cannot be undone. Succeeds if the entity does not exist. ${toRequirement('memory:delete')}`,
    ...t.change(EraseSubjectInput, 'The entity to erase.'),
    resolve: (_root, { input }, ctx) => eraseSubject(ctx, input),
  }),
}));
