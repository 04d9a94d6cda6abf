import { exportDocument } from '../resolvers/export/export-content.js';
import { createExport } from '../resolvers/export/create-export.js';
import { deleteExport } from '../resolvers/export/delete-export.js';
import { getExport } from '../resolvers/export/get-export.js';
import { listExports } from '../resolvers/export/list-exports.js';
import { findEvent } from '../resolvers/event/get-event.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import type { ExportRow } from '../stores/export/export-store.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors, withFieldNames } from './errors.js';
import { Event } from './event.js';
import { MemoryFilter, toFilter } from './memory-filter.js';

const ExportFormatType = builder.enumType('ExportFormat', {
  description: 'How exported memories are written.',
  values: {
    JSON: {
      value: 'json',
      description: 'One document: a list of memories, or with a schema one object that is gathered out of them.',
    },
    JSONL: { value: 'jsonl', description: 'One object for each memory, each on a line of its own.' },
    CSV: {
      value: 'csv',
      description:
        'A table according to RFC 4180, with a header. Cells that a spreadsheet would run as a formula get an apostrophe in front.',
    },
  } as const,
});

const ExportStatus = builder.enumType('ExportStatus', {
  description: 'How far an export is.',
  values: {
    PENDING: { description: 'Accepted, not begun.' },
    RUNNING: { description: 'Being written.' },
    SUCCEEDED: { description: 'Complete.' },
    FAILED: { description: 'Given up; its event tells why.' },
  } as const,
});

/** Larger documents are only to be downloaded. */
const inlineBytesMax = 1_048_576;

const Export = builder.objectRef<ExportRow>('Export').implement({
  description: 'Memories as one document. It expires seven days after it is complete.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id; also that of its event.' }),
    projectId: t.exposeID('projectId', { description: 'The project that the memories are of.' }),
    format: t.expose('format', { type: ExportFormatType, description: 'How they are written.' }),
    schema: t.expose('schema', {
      type: 'JSON',
      nullable: true,
      description: 'JSON Schema of the result; null: the memories as they are.',
    }),
    filters: t.expose('filters', {
      type: 'JSON',
      nullable: true,
      description: 'Which memories, in the filter language of the REST API; null: all.',
    }),
    status: t.expose('status', { type: ExportStatus, description: 'How far it is.' }),
    memories: t.exposeInt('memories', { description: 'Number of memories that are written.' }),
    bytes: t.exposeFloat('bytes', { description: 'Length of the content that is written, in UTF-8.' }),
    downloadPath: t.string({
      nullable: true,
      description: 'Path to download it from, with the same credential; null while it is not complete.',
      resolve: (row) => (row.status === 'SUCCEEDED' ? `/v1/exports/${row.id}/download/` : null),
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The exported document: for the format JSON, once it is complete, up to 1 MB. Null otherwise.',
      complexity: 10,
      resolve: (row, _args, ctx) => exportDocument(ctx, row, inlineBytesMax),
    }),
    event: t.field({
      type: Event,
      description: 'Its progress.',
      resolve: (row, _args, ctx) => findEvent(ctx, { id: row.id }),
    }),
    requestedBy: t.exposeString('requestedBy', {
      nullable: true,
      description: 'User id, key prefix or auth mode of who asked for it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was accepted.' }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'From then on it is gone.' }),
  }),
});

builder.queryFields((t) => ({
  export: t.field({
    type: Export,
    description: 'One export. NOT_FOUND when there is none with this id that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Id, a UUID.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { id }, ctx) => getExport(ctx, { id }),
  }),
  exports: t.connection({
    type: Export,
    description: 'The exports of a project, newest first.',
    args: { projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }) },
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) =>
      toConnection(await listExports(ctx, { ...args, projectId: await chosenProject(ctx, args.projectId) })),
  }),
}));

const CreateExportInput = builder.inputType('CreateExportInput', {
  description: 'Memories to export.',
  fields: (t) => ({
    projectId: t.id({ description: 'The project; left out: the one that the API key opens.' }),
    format: t.field({ type: ExportFormatType, defaultValue: 'json', description: 'How to write them.' }),
    schema: t.field({
      type: 'JSON',
      description: 'JSON Schema of an object. Its properties are found by name; see docs/data-operations.md.',
    }),
    filter: t.field({ type: MemoryFilter, description: 'Which memories; left out: all.' }),
    instructions: t.string({ description: 'Instructions for a model that fills the schema.' }),
    showExpired: t.boolean({ defaultValue: false, description: 'Also memories that have expired.' }),
  }),
});

const ExportPayload = builder.objectRef<ExportRow>('ExportPayload').implement({
  description: 'The export was accepted.',
  fields: (t) => ({ export: t.field({ type: Export, description: 'The export.', resolve: (row) => row }) }),
});

const DeleteExportInput = builder.inputType('DeleteExportInput', {
  description: 'An export to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the export.' }) }),
});

const DeleteExportPayload = builder.objectRef<{ id: string }>('DeleteExportPayload').implement({
  description: 'The export is gone, with its content.',
  fields: (t) => ({ deletedExportId: t.exposeID('id', { description: 'Id of the deleted export.' }) }),
});

builder.mutationFields((t) => ({
  createExport: t.field({
    type: ExportPayload,
    errors: mutationErrors,
    description: 'Exports memories in the background.',
    args: { input: t.arg({ type: CreateExportInput, required: true, description: 'What and how.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input: { filter, ...input } }, ctx) =>
      withFieldNames({ exportInstructions: 'instructions' }, async () =>
        createExport(ctx, {
          ...input,
          projectId: await chosenProject(ctx, input.projectId),
          filters: toFilter(filter),
        }),
      ),
  }),
  deleteExport: t.field({
    type: DeleteExportPayload,
    errors: mutationErrors,
    description: 'Deletes an export with its content; one that is being written stops.',
    args: { input: t.arg({ type: DeleteExportInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      await deleteExport(ctx, input);
      return input;
    },
  }),
}));
