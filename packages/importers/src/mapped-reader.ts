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
export const usualColumns = {
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
  actor: ['actor'],
  categories: ['categories'],
  immutable: ['immutable'],
  hash: ['hash'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const fields = Object.keys(usualColumns) as MappedField[];

export type MappedField = keyof typeof usualColumns;

/** Column of each field. `metadata`: columns that become metadata; absent: all other columns. */
export type ColumnMapping = Readonly<Partial<Record<MappedField, string>> & { metadata?: readonly string[] }>;

/** Validates a mapping file. @throws ImportFormatError with the field */
export function readMapping(value: unknown): ColumnMapping {
  const mapping = toObject(value);
  if (!mapping) throw new ImportFormatError('The mapping must be a JSON object.');
  for (const [name, column] of Object.entries(mapping)) {
    const isKnown = name === 'metadata' ? Array.isArray(column) : Object.hasOwn(usualColumns, name);
    if (!isKnown || (name !== 'metadata' && typeof column !== 'string'))
      throw new ImportFormatError(
        `The mapping has the field ${name}. Fields are ${fields.join(', ')} with the name of a column, and metadata with a list of columns.`,
      );
  }
  if (Array.isArray(mapping['metadata']) && mapping['metadata'].length > columnsMax)
    throw new ImportFormatError(`The mapping may name ${columnsMax} columns of metadata at most.`);
  return mapping;
}

/** Each record is searched for each column. */
const columnsMax = 1_000;

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
  if (mapping.text !== undefined || usualColumns.text.some((name) => record[name] !== undefined)) return;
  throw new ImportFormatError(
    `No column has the text of the memories. The columns are ${found}. Expected ${usualColumns.text.join(', ')}, or the column that a mapping names.`,
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
    fields.map((field) => [
      field,
      mapping[field] ?? usualColumns[field].find((name: string) => record[name] !== undefined),
    ]),
  );
  const get = (field: MappedField) => {
    const column = columns.get(field);
    return column === undefined ? undefined : record[column];
  };
  const text = toText(get('text'));
  const id = toText(get('id'));
  if (text === null) return { id, leftOut: 'The record has no text.' };
  const own = readOwnFields({
    actor: get('actor'),
    categories: get('categories'),
    immutable: get('immutable'),
    hash: get('hash'),
  });
  // A column with other values is one of the user's own.
  const taken = new Set(
    fields
      .filter((field) => !(field in own) || own[field as keyof OwnFields] !== undefined)
      .map((field) => columns.get(field)),
  );
  const others = mapping.metadata ?? Object.keys(record).filter((name) => !taken.has(name) && !isOmitted(name, record));
  const kept = others.map((name): [string, unknown] => [name, record[name] === '' ? null : record[name]]);
  const memory: ForeignMemory = {
    id,
    text,
    userId: toOwner(get('userId')),
    agentId: toOwner(get('agentId')),
    appId: toOwner(get('appId')),
    runId: toOwner(get('runId')),
    metadata: withMetadata(mapping.metadata ? null : readCell(record['metadata']), Object.fromEntries(kept)),
    createdAt: get('createdAt'),
    updatedAt: get('updatedAt'),
    eventDate: get('eventDate'),
    expirationDate: toText(get('expirationDate')),
    role: toText(get('role')),
    ...own,
  };
  // Only this reader knows the names of the columns.
  const reason = findTimeReason(memory, (field) => columns.get(field) || field);
  return reason === null ? memory : { id, leftOut: reason.slice(0, longestReason) };
}

type OwnFields = Pick<ForeignMemory, 'actor' | 'categories' | 'immutable' | 'hash'>;

/** Reads fields that the exports of this server have. Undefined: the value is absent, or of another meaning. */
function readOwnFields(given: Readonly<Record<keyof OwnFields, unknown>>): OwnFields {
  const categories = readCell(given.categories);
  const isList = Array.isArray(categories) && categories.every((each) => typeof each === 'string');
  const flags = new Map<unknown, boolean>([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
  ]);
  return {
    actor: toText(given.actor) ?? undefined,
    categories: isList ? categories : undefined,
    immutable: flags.get(given.immutable),
    hash: toText(given.hash) ?? undefined,
  };
}

/** Returns the list or object that a cell of CSV has as JSON, or the value itself. */
export function readCell(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Whether a column has nothing else to keep: it has no name, or is the object of the metadata. */
function isOmitted(name: string, record: JsonObject): boolean {
  return name === '' || (name === 'metadata' && toObject(readCell(record[name])) !== null);
}
