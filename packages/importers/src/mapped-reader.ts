import { isStorable } from '@memory-gateway/memory-engine';
import {
  createReader,
  toObject,
  toOwner,
  toText,
  withMetadata,
  type ForeignMemory,
  type ForeignReader,
  type ForeignRecord,
  type JsonObject,
} from './foreign-memory.js';
import { ImportFormatError } from './import-format-error.js';
import { findTimeReason } from './times.js';

/** Fields of a memory, with the usual names of their columns. */
const usual = {
  id: ['id', 'uuid'],
  text: ['text', 'memory', 'content', 'fact'],
  userId: ['user_id', 'userId', 'user'],
  agentId: ['agent_id', 'agentId', 'agent'],
  appId: ['app_id', 'appId', 'app'],
  runId: ['run_id', 'runId', 'session_id', 'run'],
  createdAt: ['created_at', 'createdAt', 'created', 'timestamp', 'date'],
  updatedAt: ['updated_at', 'updatedAt', 'updated'],
  eventDate: ['event_date', 'eventDate'],
  expirationDate: ['expiration_date', 'expirationDate'],
  role: ['role'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const fields = Object.keys(usual) as MappedField[];

type MappedField = keyof typeof usual;

/** Column of each field. `metadata`: columns that become metadata; absent: all other columns. */
export type ColumnMapping = Readonly<Partial<Record<MappedField, string>> & { metadata?: readonly string[] }>;

/** Validates a mapping file. @throws ImportFormatError with the field */
export function readMapping(value: unknown): ColumnMapping {
  const mapping = toObject(value);
  if (!mapping) throw new ImportFormatError('The mapping must be a JSON object.');
  for (const [name, column] of Object.entries(mapping)) {
    const isKnown = name === 'metadata' ? Array.isArray(column) : Object.hasOwn(usual, name);
    if (!isKnown || (name !== 'metadata' && typeof column !== 'string'))
      throw new ImportFormatError(
        `The mapping has the field ${name}. Fields are ${fields.join(', ')} with the name of a column, and metadata with a list of columns.`,
      );
  }
  return mapping;
}

/** Creates a reader for JSON Lines, JSON lists and CSV with any columns. */
export function createMappedReader(format: string, mapping: ColumnMapping): ForeignReader {
  return createReader((record) => {
    if (format === 'csv' && record) requireColumns(record, mapping);
    return toRecord(record, mapping);
  });
}

const columnsListed = 50;

/** Every record of a CSV file has the same columns. */
function requireColumns(record: JsonObject, mapping: ColumnMapping): void {
  const missing = Object.values(mapping)
    .flat()
    .find((name) => record[name] === undefined);
  const found = Object.keys(record).slice(0, columnsListed).join(', ');
  if (missing !== undefined)
    throw new ImportFormatError(`The mapping names the column ${missing}. The columns are ${found}.`);
  if (mapping.text !== undefined || usual.text.some((name) => record[name] !== undefined)) return;
  throw new ImportFormatError(
    `No column has the text of the memories. The columns are ${found}. Expected ${usual.text.join(', ')}, or the column that a mapping names.`,
  );
}

/** Reads records that the reader of another format has read: objects with the fields of a memory, or with `leftOut`. */
export const recordReader: ForeignReader = createReader((record) => {
  const leftOut = toText(record?.['leftOut'])?.slice(0, longestReason);
  return leftOut !== undefined && isStorable(leftOut) ? { id: toText(record?.['id']), leftOut } : toRecord(record, {});
});

const longestReason = 200;

function toRecord(record: JsonObject | null, mapping: ColumnMapping): ForeignRecord {
  if (!record) return { id: null, leftOut: 'The record is not an object.' };
  const columns = new Map(
    fields.map((field) => [field, mapping[field] ?? usual[field].find((name: string) => record[name] !== undefined)]),
  );
  const get = (field: MappedField) => {
    const column = columns.get(field);
    return column === undefined ? undefined : record[column];
  };
  const text = toText(get('text'));
  const id = toText(get('id'));
  if (text === null) return { id, leftOut: 'The record has no text.' };
  const taken = new Set(columns.values());
  const others =
    mapping.metadata ?? Object.keys(record).filter((name) => !taken.has(name) && name !== '' && name !== 'metadata');
  const kept = others.map((name): [string, unknown] => [name, record[name] === '' ? null : record[name]]);
  const memory: ForeignMemory = {
    id,
    text,
    userId: toOwner(get('userId')),
    agentId: toOwner(get('agentId')),
    appId: toOwner(get('appId')),
    runId: toOwner(get('runId')),
    metadata: withMetadata(mapping.metadata ? null : record['metadata'], Object.fromEntries(kept)),
    createdAt: get('createdAt'),
    updatedAt: get('updatedAt'),
    eventDate: get('eventDate'),
    expirationDate: toText(get('expirationDate')),
    role: toText(get('role')),
  };
  // Only this reader knows the names of the columns.
  const reason = findTimeReason(memory, (field) => columns.get(field) || field);
  return reason === null ? memory : { id, leftOut: reason.slice(0, longestReason) };
}
