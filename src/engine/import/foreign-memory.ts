import type { Json } from '../filter-values.js';

/** A memory as another product exported it. Owners that are absent come from the options of the import. */
export interface ForeignMemory {
  /** ID in the other product; null if it has none: the content identifies it. */
  readonly id: string | null;
  readonly text: string;
  readonly userId?: string | null;
  readonly agentId?: string | null;
  readonly appId?: string | null;
  readonly runId?: string | null;
  readonly metadata?: Readonly<Record<string, Json>> | null;
  /** ISO 8601, or seconds since 1970. */
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
  /** When it happened. */
  readonly eventDate?: unknown;
  /** Last day on which it holds, `YYYY-MM-DD`. */
  readonly expirationDate?: string | null;
  readonly role?: string | null;
}

export interface LeftOut {
  readonly id: string | null;
  readonly leftOut: string;
}

export type ForeignRecord = ForeignMemory | LeftOut;

/** An element of a document: of its list, or of a list inside under this name. */
export interface DocumentElement {
  readonly key: string | null;
  readonly value: unknown;
}

/** Reads the files of one product. A new product is a file with one of these, and an entry in `readers.ts`. */
export interface ForeignReader {
  /** Name as in `--format`. */
  readonly format: string;
  /** Name as people know it. */
  readonly product: string;
  /** Starts reading one file. The returned function maps each element to records, in the order of the file. */
  start(): (element: DocumentElement) => ForeignRecord[];
}

/** A JSON object, or null for everything else. */
export function toObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** A text that is not blank, or null. */
export function toText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Metadata of an object, or null for an empty one. The values were read from JSON. */
export function toMetadata(value: unknown): Readonly<Record<string, Json>> | null {
  const object = toObject(value);
  return object && Object.keys(object).length > 0 ? (object as Readonly<Record<string, Json>>) : null;
}

/** Joins metadata and further values; absent values are left out. */
export function withMetadata(
  value: unknown,
  more: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Json>> | null {
  const given = Object.entries(more).filter(([, each]) => each !== undefined && each !== null);
  return toMetadata({ ...toObject(value), ...Object.fromEntries(given) });
}
