import { readTime } from '@memory-gateway/importers/times';
import type { FileRecord } from './parse-file.js';

/** Memory fields that a column can be mapped to. */
export const targets = [
  'text',
  'userId',
  'agentId',
  'appId',
  'runId',
  'timestamp',
  'expirationDate',
  'metadata',
] as const;
export type Target = (typeof targets)[number];

export interface Mapping {
  readonly columns: Readonly<Partial<Record<Target, string>>>;
  /** User of records without an owner. */
  readonly userId: string;
  /** Whether unmapped columns become metadata. */
  readonly keepsOthers: boolean;
}

const names: Readonly<Record<Target, readonly string[]>> = {
  text: ['text', 'memory', 'content', 'message', 'fact', 'data'],
  userId: ['userid', 'user'],
  agentId: ['agentid', 'agent'],
  appId: ['appid', 'app'],
  runId: ['runid', 'run', 'sessionid', 'session'],
  timestamp: ['timestamp', 'createdat', 'created', 'date'],
  expirationDate: ['expirationdate', 'expires', 'expiresat'],
  metadata: ['metadata', 'meta'],
};

const simplify = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** Guesses the mapping from the column names. */
export function guessMapping(columns: readonly string[]): Mapping {
  const guessed = targets.map((target) => {
    const found = names[target].map((name) => columns.find((column) => simplify(column) === name)).find(Boolean);
    return [target, found] as const;
  });
  return { columns: Object.fromEntries(guessed.filter(([, column]) => column)), userId: '', keepsOthers: false };
}

/** A memory with the field names of the JSONL format. Missing fields are omitted. */
interface MappedMemory {
  readonly text: string;
  readonly userId?: string;
  readonly agentId?: string;
  readonly appId?: string;
  readonly runId?: string;
  /** ISO 8601. */
  readonly createdAt?: string;
  readonly expirationDate?: string;
  readonly metadata?: object;
}

export interface MappedRecord {
  readonly line: number;
  readonly memory: MappedMemory | null;
  readonly problem: string | null;
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value == null ? '' : JSON.stringify(value);
}

export function mapRecord({ line, values }: FileRecord, mapping: Mapping): MappedRecord {
  const get = (target: Target) => {
    const column = mapping.columns[target];
    return column === undefined ? undefined : values[column];
  };
  const refuse = (problem: string): MappedRecord => ({ line, memory: null, problem });
  const text = toText(get('text')).trim();
  if (text === '') return refuse('No text');
  const given = (['userId', 'agentId', 'appId', 'runId'] as const).map(get);
  if (given.some(isRounded)) return refuse('The owner is too large for a number. Write it in quotes');
  const [userId, agentId, appId, runId] = given.map((owner) => (toText(owner).trim() === '' ? '' : toText(owner)));
  const hasOwner = Boolean(userId || agentId || appId || runId);
  if (!hasOwner && !mapping.userId.trim()) return refuse('No owner');
  const createdAt = toTime(get('timestamp'));
  if (createdAt === undefined) return refuse('The time is not a date');
  const expirationDate = toText(get('expirationDate')).slice(0, 10);
  if (expirationDate !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(expirationDate))
    return refuse('The expiration date is not a date');
  const metadata = toMetadata(values, mapping);
  if (metadata === undefined) return refuse('The metadata are not a JSON object');
  const owner = hasOwner ? { userId, agentId, appId, runId } : { userId: mapping.userId.trim() };
  return {
    line,
    problem: null,
    memory: { text, ...withoutEmpty({ ...owner, createdAt, expirationDate }), ...(metadata && { metadata }) },
  };
}

function withoutEmpty(values: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

// Returns null without a time, undefined for an invalid one. The server reads times in the same way, whatever the zone of the browser is.
function toTime(value: unknown): string | null | undefined {
  return toText(value).trim() === '' ? null : readTime(value)?.toISOString();
}

/** Browsers change the last digits of such a number, so two owners could become one. */
const isRounded = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

function toMetadata(values: FileRecord['values'], { columns, keepsOthers }: Mapping): object | null | undefined {
  const given = columns.metadata === undefined ? undefined : values[columns.metadata];
  const used = new Set(Object.values(columns));
  const others = keepsOthers ? Object.entries(values).filter(([column]) => !used.has(column)) : [];
  const parsed = given === undefined || given === '' ? {} : typeof given === 'string' ? parseObject(given) : given;
  if (typeof parsed !== 'object' || Array.isArray(parsed)) return undefined;
  const metadata = { ...parsed, ...Object.fromEntries(others) };
  return Object.keys(metadata).length > 0 ? metadata : null;
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
