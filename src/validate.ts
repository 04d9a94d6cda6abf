import { InputError, isJsonObject, isStorable, toStorableJson } from '@memory-gateway/memory-engine';
import { ValidationError, type FieldErrors } from './errors.js';

export { isJsonObject };

/** Most characters of a name in one line, and of a longer text. */
export const textLimits = { name: 255, text: 50_000 } as const;

/** Collects field errors of one input, so that the caller gets all of them at once. */
export interface FieldErrorCollector {
  /** Adds an error, unless the problem is null. */
  add(field: string, problem: string | null): void;
  /** @throws ValidationError if any error was added */
  throwIfAny(): void;
}

export function collectFieldErrors(): FieldErrorCollector {
  const fields: FieldErrors = {};
  return {
    add: (field, problem) => void (problem !== null && (fields[field] ??= []).push(problem)),
    throwIfAny() {
      if (Object.keys(fields).length > 0) throw new ValidationError(fields);
    },
  };
}

/** Runs `work` and renames its field errors to what the API calls these fields. */
export async function withFieldNames<T>(names: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ValidationError ? error.rename((field) => names[field] ?? field) : error;
  }
}

/** Runs a reader of the engine, whose complaints become those of the API. @throws ValidationError */
export function readInput<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof InputError ? new ValidationError({ ...error.fields }) : error;
  }
}

export const notStorable = 'contains characters that cannot be stored (NUL or half of a surrogate pair).';

/** Returns why a value is not a text of at most `max` characters that can be stored, or null if it is. */
export function findTextError(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return 'must be text.';
  if (value.length > max) return `may have ${max} characters at most.`;
  return isStorable(value) ? null : notStorable;
}

/** Returns why a value cannot be stored as metadata (a JSON object of at most 64 kB), or null if it can. */
export function findMetadataError(value: unknown): string | null {
  if (!isJsonObject(value)) return 'must be an object.';
  const problem = toStorableJson(value);
  if (problem) return problem;
  return Buffer.byteLength(JSON.stringify(value)) > 65_536 ? 'may take 64 kB as JSON at most.' : null;
}

/** Whether the text is an existing date as `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const start = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
}

/** Returns the UTC date as `YYYY-MM-DD`. */
export function toCalendarDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Converts a Date or Unix seconds to a Date. Returns null for any other value, and outside of the years 1 to 9999. */
export function readMoment(value: unknown): Date | null {
  const at = value instanceof Date ? value.getTime() : typeof value === 'number' ? Math.round(value * 1000) : NaN;
  return at >= earliestMoment && at < latestMoment ? new Date(at) : null;
}

const earliestMoment = Date.parse('0001-01-01T00:00:00.000Z');
const latestMoment = Date.parse('9999-12-31T00:00:00.000Z');

/** What an error says of a time outside of these bounds. */
export const momentRange = 'a time from 0001-01-01 to 9999-12-30';
