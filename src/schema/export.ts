import { exportDocument } from '../resolvers/export/export-content.js';
import { createExport } from '../resolvers/export/create-export.js';
import { deleteExport } from '../resolvers/export/delete-export.js';
import { getExport } from '../resolvers/export/get-export.js';
import { listExports } from '../resolvers/export/list-exports.js';
import type { ExportRow } from '../stores/export-store.js';
import type { Subject } from '../stores/subject-store.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import { builder } from './builder.js';
import { offByDefault } from './shared/flag.js';
import { deletedPayload, idInput, inputOf, objectPayload } from './shared/mutation-types.js';
import { ConflictError, orNotFound } from '../errors.js';
import { fromTypedId, toTypedId, toUuid } from '../ids.js';
import { connectionType } from './shared/connection.js';
import { EntityType } from './entity.js';
import { withFieldNames } from '../validate.js';
import { Event } from './event.js';
import { loaders } from './shared/loaders.js';
import { MemoryFilter, toFilter } from './memory/memory-filter.js';
import { Node } from './node.js';
import { projectOf } from './project/project.js';
import { inChosenProject, projectOption } from './project/project-argument.js';

const ExportFormatType = builder.enumType('ExportFormat', {
  description: 'File format of an export.',
  values: {
    JSON: {
      value: 'json',
      description: 'One JSON document: a list of memories, or with a schema one object filled from them.',
    },
    JSONL: { value: 'jsonl', description: 'One JSON object per line, one line per memory.' },
    CSV: {
      value: 'csv',
      description:
        'A table with a header (RFC 4180). Cells that a spreadsheet would run as a formula start with an apostrophe.',
    },
  } as const,
});

const ExportStatus = builder.enumType('ExportStatus', {
  description: 'Status of an export.',
  values: {
    PENDING: { description: 'The export is accepted and has not started.' },
    RUNNING: { description: 'The server is writing the export.' },
    SUCCEEDED: { description: 'The export is complete and can be downloaded.' },
    FAILED: { description: 'The export failed; its event has the reason.' },
  } as const,
});

/** Maximum size of inline content in bytes. Larger exports can only be downloaded. */
const inlineBytesMax = 1_048_576;

const ExportSubject = builder.objectRef<Subject>('ExportSubject').implement({
  description: 'The entity of an export of everything that a project stores about it.',
  fields: (t) => ({
    type: t.expose('type', { type: EntityType, description: 'Type of the exported entity.' }),
    name: t.exposeString('name', { description: 'Name of the exported entity.' }),
  }),
});

export const Export = builder.objectRef<ExportRow>('Export').implement({
  description:
    'Memories of a project, or everything about one entity, as one file. It expires 7 days after it is complete.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({ description: 'ID of the export, `exp_…`.', resolve: ({ id }) => toTypedId('exp', id) }),
    projectId: t.exposeID('projectId', { description: 'ID of the project of the exported memories.' }),
    project: t.field(projectOf('The project of the exported memories.')),
    format: t.expose('format', { type: ExportFormatType, description: 'File format of the export.' }),
    schema: t.exposeOrNull('schema', 'JSON', 'JSON Schema of the result. Null: the memories unchanged.'),
    requestedFilter: t.exposeOrNull(
      'filters',
      'JSON',
      'Filter of the exported memories, in the filter language of the REST API. Null: all memories, or an export of a subject.',
    ),
    subject: t.exposeOrNull(
      'subject',
      ExportSubject,
      'Entity of an export by `exportSubject`. Null: an export of memories.',
    ),
    status: t.expose('status', { type: ExportStatus, description: 'Status of the export.' }),
    memoryCount: t.exposeInt('memories', { description: 'Number of memories written so far.' }),
    bytes: t.expose('bytes', { type: 'BigInt', description: 'Size of the content written so far, in bytes.' }),
    downloadPath: t.string({
      nullable: true,
      description: 'Path to download the export from, with the same credential. Null until the export is complete.',
      resolve: (row) => (row.status === 'SUCCEEDED' ? `/v1/exports/${row.id}/download/` : null),
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The exported document, if the format is JSON, the export is complete and at most 1 MB. Null otherwise.',
      // Up to 1 MB each: one query must not read hundreds of them into memory.
      complexity: 100,
      resolve: (row, _args, ctx) => exportDocument(ctx, row, inlineBytesMax),
    }),
    event: t.field({
      type: Event,
      description: 'Event that writes the export.',
      resolve: async (row, _args, ctx) => {
        return orNotFound(await loaders(ctx).event(row.projectId).load(row.id), 'Event');
      },
    }),
    requestedBy: t.stringOrNull(
      'requestedBy',
      'Who requested the export: a user ID, a key prefix or an auth mode. Null if unknown.',
    ),
    createdAt: t.time('createdAt', 'When the export was requested.'),
    completedAt: t.timeOrNull('completedAt', 'When the export was completed or failed. Null until then.'),
    expiresAt: t.timeOrNull('expiresAt', 'When the server deletes the export. Null until the export is complete.'),
  }),
});

builder.queryFields((t) => ({
  export: t.field({
    type: Export,
    nullable: true,
    description: 'Finds an export by its ID. Null with the error NOT_FOUND if you cannot see one.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the export, `exp_…`, or the ID that the REST API returned.' }),
    },
    resolve: (_root, { id }, ctx) => getExport(ctx, { id: toUuid(fromTypedId('exp', id)) }),
  }),
  exports: t.page(connectionType(Export, 'exports', 'An export'), {
    description: 'Lists exports of a project, newest first.',
    args: { projectId: t.arg.id(projectOption) },
    resolve: async (_root, args, ctx) => listExports(ctx, await inChosenProject(ctx, args)),
  }),
}));

const CreateExportInput = inputOf('createExport', (t) => ({
  projectId: t.id(projectOption),
  format: t.field({
    type: ExportFormatType,
    required: true,
    defaultValue: 'json',
    description: 'File format of the new export.',
  }),
  schema: t.field({
    type: 'JSON',
    description:
      'JSON Schema of an object to fill from the memories, by property name. Default: the memories unchanged.',
  }),
  filter: t.field({
    type: MemoryFilter,
    description: 'Exports only memories that match this filter. Default: all memories.',
  }),
  instructions: t.string({ description: 'Instructions for the language model that fills the schema.' }),
  includeExpired: t.boolean(offByDefault('Exports expired memories too.')),
}));

builder.mutationFields((t) => ({
  createExport: t.field({
    type: objectPayload('createExport', ['export', Export], 'The export that was requested.'),
    description: `Exports memories to a file in the background. ${toRequirement('export:write')}`,
    ...t.change(CreateExportInput, 'The memories and the file format.', [ConflictError]),
    resolve: (_root, { input: { filter, ...input } }, ctx) =>
      withFieldNames({ exportInstructions: 'instructions' }, async () =>
        createExport(ctx, { ...(await inChosenProject(ctx, input)), filters: toFilter(filter) }),
      ),
  }),
  deleteExport: t.field({
    type: deletedPayload('deleteExport', 'deletedExportId', 'ID of the deleted export.'),
    description: `Deletes an export and its file. Stops an export that is still running. ${toRequirement('export:write')}`,
    ...t.change(idInput('deleteExport', 'ID of the export to delete, `exp_…`.'), 'The export to delete.'),
    resolve: async (_root, { input }, ctx) => {
      const id = toUuid(fromTypedId('exp', input.id));
      await deleteExport(ctx, { id });
      return { id: toTypedId('exp', id) };
    },
  }),
}));
