import type { Json } from '@memory-gateway/memory-engine';
import { ImportFormatError } from './import-format-error.js';

/** A memory in the export of another product. The import options provide missing owners. */
export interface ForeignMemory {
  /** Id in the other product. Null: the content identifies the memory. */
  readonly id: string | null;
  readonly text: string;
  readonly userId?: string | null;
  readonly agentId?: string | null;
  readonly appId?: string | null;
  readonly runId?: string | null;
  readonly metadata?: Readonly<Record<string, Json>> | null;
  /** ISO 8601, or Unix seconds. */
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
  readonly eventDate?: unknown;
  /** Last valid day as `YYYY-MM-DD`. */
  readonly expirationDate?: string | null;
  readonly role?: string | null;
  /** Name of the author of the message. */
  readonly actor?: string | null;
  /** Null or absent: the server sorts the memory into categories. */
  readonly categories?: readonly string[] | null;
  readonly immutable?: boolean;
  /** MD5 of the text in hex. Another value is kept in the metadata. */
  readonly hash?: string;
}

interface LeftOut {
  readonly id: string | null;
  readonly leftOut: string;
}

export type ForeignRecord = ForeignMemory | LeftOut;

/** An element of a document's list, an element of a nested list with this name, or a field of the document. */
export interface DocumentElement {
  readonly key: string | null;
  readonly value: unknown;
  /** Whether the value is an element of a list. False: the value is the field itself. */
  readonly isListed: boolean;
}

/** Reads the files of one product. To add a product, implement this and add it to `readers.ts`. */
export interface ForeignReader {
  /** Starts a file. The returned function converts each element to records, in file order. It returns null for an element of an unknown list. */
  start(): (element: DocumentElement) => ForeignRecord[] | null;
}

/** Fields of a record. The metadata of a memory can keep fewer. */
export const fieldsMax = 10_000;

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Creates a reader that converts each element on its own.
 * @param lists names of the lists that have the memories, in a document that is an object. Default: all
 */
export function createReader(
  toRecords: (record: JsonObject | null) => ForeignRecord | readonly ForeignRecord[],
  lists?: readonly string[],
): ForeignReader {
  const hasMemories = ({ key, isListed }: DocumentElement) =>
    isListed && (key === null || !lists || lists.includes(key));
  const read = (value: unknown) => {
    const isWide = typeof value === 'object' && value !== null && Object.keys(value).length > fieldsMax;
    const leftOut = `The record has more than ${fieldsMax} fields.`;
    return isWide ? { id: null, leftOut } : toRecords(toObject(value));
  };
  return { start: () => (element) => (hasMemories(element) ? [read(element.value)].flat() : null) };
}

/** Returns a JSON object, or null for other values. */
export function toObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Returns a number or nonblank string as text, or null for other values. */
export function toText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Returns the ID of an owner as text, or null. @throws ImportFormatError for a number whose last digits JSON readers change */
export function toOwner(value: unknown): string | null {
  // Two users with such numbers could become one.
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new ImportFormatError(
      `The owner ${String(value)} is too large for a number in JSON. Write its ID in quotes.`,
    );
  return toText(value);
}

/** Joins the parts of a message that have text, or returns null. */
export function joinTexts(parts: unknown): string | null {
  if (!Array.isArray(parts)) return null;
  const texts = parts.map((part: unknown) => toText(part) ?? toText(toObject(part)?.['text']) ?? '');
  return toText(texts.filter((text) => text !== '').join('\n'));
}

/** Returns a list that is not empty, or null for other values. */
export function toList(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) && value.length > 0 ? value : null;
}

/** Returns an object from JSON as metadata, or null if it is empty. */
export function toMetadata(value: unknown): Readonly<Record<string, Json>> | null {
  const object = toObject(value);
  return object && Object.keys(object).length > 0 ? (object as Readonly<Record<string, Json>>) : null;
}

/** Merges metadata with further values. Absent values are omitted. */
export function withMetadata(
  value: unknown,
  more: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Json>> | null {
  const given = Object.entries(more).filter(([, each]) => each !== undefined && each !== null);
  return toMetadata({ ...toObject(value), ...Object.fromEntries(given) });
}
