import { getImportCounts, getImportDetails, type ImportDetails } from '../resolvers/import/import-details.js';
import type { SkippedMemory } from '../resolvers/import/import-report.js';
import { listReceivedParts, uploadMemories, type UploadedImport } from '../resolvers/import/upload-memories.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import { ConflictError } from '../errors.js';
import { toUuid } from '../ids.js';
import { builder } from './builder.js';
import { offByDefault, onByDefault } from './shared/flag.js';
import { inputOf, payloadOf } from './shared/mutation-types.js';
import { Event } from './event.js';
import { withFieldNames } from '../validate.js';
import { inChosenProject, projectOption } from './project/project-argument.js';

const ImportFormatType = builder.enumType('ImportFormat', {
  description: 'Product that wrote a file of memories, or the layout of the file.',
  values: {
    MEM0: { value: 'mem0', description: 'A list or an export of the mem0 API.' },
    OPENMEMORY: { value: 'openmemory', description: 'The file `memories.json` of an OpenMemory export.' },
    ZEP: { value: 'zep', description: 'Facts of Zep, or edges of Graphiti.' },
    LETTA: { value: 'letta', description: 'Passages of the archival memory of a Letta agent.' },
    LANGCHAIN: {
      value: 'langchain',
      description: 'Messages or documents of LangChain, or items of a LangGraph store.',
    },
    CHATGPT: { value: 'chatgpt', description: 'The file `conversations.json` of a ChatGPT export.' },
    CLAUDE: { value: 'claude', description: 'The file `conversations.json` of a Claude export.' },
    JSON: { value: 'json', description: 'A list of JSON objects.' },
    JSONL: { value: 'jsonl', description: 'One JSON object per line.' },
    CSV: { value: 'csv', description: 'A table with a header (RFC 4180).' },
  } as const,
});

const ImportUploadInput = builder.inputType('ImportUploadInput', {
  description: 'Place of the content in a larger file. Send the parts in order; each is stored once.',
  fields: (t) => ({
    key: t.string({
      required: true,
      description: 'Digest of the file, 1 to 200 characters. Your unfinished import with this key continues.',
    }),
    partNumber: t.int({ required: true, description: 'Number of the part, from 1.' }),
    partCount: t.int({ description: 'Number of all parts, required with the last.' }),
    recordCount: t.int({ description: 'Number of all records, for the progress.' }),
    eventId: t.id({ description: 'ID of the event that part 1 returned.' }),
    fileName: t.string({ description: 'Name of the whole file.' }),
    asRecords: t.boolean(offByDefault('Whether `content` has records that you read from the file, one per line.')),
  }),
});

const ImportMemoriesInput = inputOf('importMemories', (t) => ({
  projectId: t.id(projectOption),
  format: t.field({ type: ImportFormatType, required: true, description: 'Format of the file.' }),
  content: t.string({
    required: true,
    description: 'Text of the file. Split a file that is larger than the body limit of the server.',
  }),
  fileName: t.string({
    description: 'Name of the file. If it ends in `.jsonl`, the file has one JSON object per line in every format.',
  }),
  mapping: t.string({
    description:
      'JSON text of an object with the column of each field, for JSON, JSONL and CSV. Default: usual names such as `memory` and `user_id`.',
  }),
  userId: t.string({ description: 'ID of the user for records without a user.' }),
  agentId: t.string({ description: 'ID of the agent for records without an agent.' }),
  appId: t.string({ description: 'ID of the app for records without an app.' }),
  runId: t.string({ description: 'ID of the run (session) for records without a run.' }),
  dryRun: t.boolean(offByDefault('Counts the records and stores nothing.')),
  wait: t.boolean(onByDefault('Whether to wait up to 60 seconds for the end. Never waits for more parts.')),
  upload: t.field({
    type: ImportUploadInput,
    description: 'Makes `content` one part of a file.',
  }),
}));

const LeftOutRecord = builder
  .objectRef<Pick<SkippedMemory, 'number' | 'reason'> & { readonly id: string | null }>('LeftOutRecord')
  .implement({
    description: 'A record of an imported file that became no memory.',
    fields: (t) => ({
      recordNumber: t.exposeInt('number', {
        description: 'Number of the record in the file, or in `content` of the request, from 1.',
      }),
      recordId: t.stringOrNull(
        'id',
        'ID of the record in the file, or without one the ID that its memory would get. Null in `Event.import`.',
      ),
      reason: t.exposeString('reason', { description: 'Why the record became no memory, in one sentence.' }),
    }),
  });

const ImportMemoriesPayload = payloadOf<UploadedImport>(
  'importMemories',
  (t) => ({
    foundCount: t.int({
      description: 'Number of records in the file.',
      resolve: ({ report }) => report.memories.found,
    }),
    importedCount: t.int({
      nullable: true,
      description: 'Number of new memories, in a dry run of those to store. Null while the import runs.',
      resolve: ({ report, isDone }) => (isDone ? report.memories.imported : null),
    }),
    knownCount: t.int({
      nullable: true,
      description: 'Number of records stored before. Null while it runs.',
      resolve: ({ report, isDone }) => (isDone ? report.memories.known : null),
    }),
    leftOutCount: t.int({
      description: 'Number of records that cannot be stored.',
      resolve: ({ report }) => report.memories.skipped,
    }),
    leftOut: t.field({
      type: [LeftOutRecord],
      description: 'The first 100 records that cannot be stored, with the reason.',
      resolve: ({ report }) => report.skipped.filter((record) => record.kind === 'memory'),
    }),
    event: t.exposeOrNull('event', Event, 'The import. Null in a dry run.'),
    receivedParts: t.intList({
      description: 'Parts that arrived. Empty after the end.',
      resolve: ({ event }, _args, ctx) => (event ? listReceivedParts(ctx, event) : []),
    }),
  }),
  'The three counts add up to `foundCount`.',
);

const ImportDetailsType = builder
  .objectRef<ImportDetails & { readonly counts: ReturnType<typeof getImportCounts> }>('ImportDetails')
  .implement({
    description: 'What an import reads and did.',
    fields: (t) => ({
      format: t.field({
        type: ImportFormatType,
        nullable: true,
        description: 'Format. Null for the database of a server.',
        // The format was read from this enum.
        resolve: ({ format }) => format as typeof ImportFormatType.$inferType | null,
      }),
      source: t.stringOrNull('source', 'Name of the file, or host. Null if unknown.'),
      foundCount: t.exposeInt('found', { description: 'Number of records that arrived.' }),
      importedCount: t.int({
        nullable: true,
        description: 'Number of new memories. Null until success.',
        resolve: ({ counts }) => counts?.imported ?? null,
      }),
      knownCount: t.int({
        nullable: true,
        description: 'Number of records stored before. Null until success.',
        resolve: ({ counts }) => counts?.known ?? null,
      }),
      leftOutCount: t.exposeInt('skipped', { description: 'Number of records that became no memory.' }),
      leftOut: t.field({
        type: [LeftOutRecord],
        description: 'The first 100 records that became no memory, with the reason.',
        resolve: ({ leftOut }) => leftOut.map(({ record, reason }) => ({ number: record, id: null, reason })),
      }),
      isUploaded: t.exposeBoolean('isUploaded', {
        description: 'Whether all parts arrived. An upload ends after a day without one.',
      }),
    }),
  });

builder.objectField(Event, 'import', (t) =>
  t.field({
    type: ImportDetailsType,
    nullable: true,
    description: 'Details of an import. Null for others.',
    resolve: (event) =>
      event.type === 'IMPORT' ? { ...getImportDetails(event), counts: getImportCounts(event) } : null,
  }),
);

/** Names of the fields of an upload in the use case, and here. */
const uploadNames = {
  file: 'content',
  'upload.part': 'upload.partNumber',
  'upload.parts': 'upload.partCount',
  'upload.total': 'upload.recordCount',
} as const;

const toUploadPlace = ({
  partNumber: part,
  partCount: parts,
  recordCount: total,
  eventId,
  ...rest
}: typeof ImportUploadInput.$inferInput) => ({ ...rest, part, parts, total, importId: toUuid(eventId) });

builder.mutationField('importMemories', (t) =>
  t.field({
    type: ImportMemoriesPayload,
    description:
      'Imports memories from a file of another product in the background. Owners and times are kept. ' +
      `A repeated import stores only new records. ${toRequirement('memory:write')}`,
    ...t.change(ImportMemoriesInput, 'The file and its format.', [ConflictError]),
    resolve: (_root, { input }, ctx) =>
      withFieldNames(uploadNames, async () =>
        uploadMemories(ctx, {
          ...(await inChosenProject(ctx, input)),
          upload: input.upload && toUploadPlace(input.upload),
        }),
      ),
  }),
);
