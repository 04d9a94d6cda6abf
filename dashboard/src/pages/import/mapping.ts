import { createMappedReader, readCell, usualColumns, type MappedField } from '@memory-gateway/importers/mapped-reader';
import { readTime } from '@memory-gateway/importers/times';
import { isObject } from '../../components/is-object.js';
import { importTexts as words } from '../../texts/import.js';
import type { FileRecord } from './parse-file.js';

/** Memory fields that a column can be mapped to. */
export const targets = [
  'text',
  'userId',
  'agentId',
  'appId',
  'runId',
  'createdAt',
  'updatedAt',
  'eventDate',
  'expirationDate',
  'actor',
  'role',
  'categories',
  'immutable',
  'metadata',
] as const satisfies readonly (MappedField | 'metadata')[];
export type Target = (typeof targets)[number];

export interface Mapping {
  readonly columns: Readonly<Partial<Record<Target, string>>>;
  /** User of records without an owner. */
  readonly userId: string;
  /** Whether unmapped columns become metadata. */
  readonly keepsOthers: boolean;
}

/** Further names of columns, which the server takes for metadata. */
const furtherNames: Readonly<Partial<Record<Target, readonly string[]>>> = {
  text: ['message', 'data'],
  runId: ['session'],
  expirationDate: ['expires', 'expires_at'],
  metadata: ['metadata', 'meta'],
};
const allNames: Readonly<Partial<Record<Target, readonly string[]>>> = usualColumns;

const simplify = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

export function guessMapping(columns: readonly string[]): Mapping {
  const guessed = targets.flatMap((target) => {
    const names = [...(allNames[target] ?? []), ...(furtherNames[target] ?? [])].map(simplify);
    const found = names.map((name) => columns.find((column) => simplify(column) === name)).find(Boolean);
    return found === undefined ? [] : [[target, found] as const];
  });
  return { columns: Object.fromEntries(guessed), userId: '', keepsOthers: false };
}

/** A memory with the field names of the JSONL format. Missing fields are omitted. */
interface MappedMemory {
  readonly text: string;
  readonly userId?: string;
  readonly agentId?: string;
  readonly appId?: string;
  readonly runId?: string;
  /** ISO 8601, as the times below. */
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly eventDate?: string;
  readonly expirationDate?: string;
  readonly actor?: string;
  readonly role?: string;
  readonly categories?: readonly string[];
  readonly immutable?: boolean;
  readonly metadata?: object;
}

export interface MappedRecord {
  readonly line: number;
  readonly memory: MappedMemory | null;
  readonly problem: string | null;
}

/** Reads a record as the server reads files with a mapping. */
export function mapRecord({ line, values }: FileRecord, mapping: Mapping): MappedRecord {
  const refuse = (problem: string): MappedRecord => ({ line, memory: null, problem });
  const memory = readRecord(values, mapping);
  if (typeof memory === 'string') return refuse(memory);
  const given = mapping.columns.metadata === undefined ? null : (values[mapping.columns.metadata] ?? null);
  if (given !== null && given !== '' && !isObject(readCell(given))) return refuse(words.metadataNoObject);
  const hasOwner = Boolean(memory.userId ?? memory.agentId ?? memory.appId ?? memory.runId);
  const userId = mapping.userId.trim();
  if (!hasOwner && userId === '') return refuse(words.noOwner);
  return { line, problem: null, memory: hasOwner ? memory : { ...memory, userId } };
}

/** @returns the memory, or why the record has none */
function readRecord(values: FileRecord['values'], { columns, keepsOthers }: Mapping): MappedMemory | string {
  const { metadata, ...fields } = columns;
  const mapped = new Set<string>(Object.values(columns));
  const kept = Object.entries(values).filter(
    ([column]) => column !== '' && column !== metadata && (keepsOthers || mapped.has(column)),
  );
  if (metadata !== undefined) kept.push(['metadata', values[metadata]]);
  try {
    const read = createMappedReader('json', { ...unmapped, ...fields }).start();
    const [record] = read({ key: null, isListed: true, value: Object.fromEntries(kept) }) ?? [];
    if (!record || 'leftOut' in record) return record?.leftOut ?? words.notAJsonObject;
    const times = Object.fromEntries(timeFields.map((field) => [field, readTime(record[field])?.toISOString()]));
    const present = Object.entries({ ...record, ...times }).filter(([, value]) => value != null);
    return { ...Object.fromEntries(present), text: record.text };
  } catch (error) {
    return (error as Error).message;
  }
}

const timeFields = ['createdAt', 'updatedAt', 'eventDate'] as const;
/** No record has a column without a name, so that columns with usual names are not read unless they are mapped. */
const unmapped = Object.fromEntries(Object.keys(usualColumns).map((field) => [field, '']));
