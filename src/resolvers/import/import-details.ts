import type { EventRow } from '../../stores/event-store.js';

/** What an import knows beside its event. Holds no text and no ID of a record. */
export interface ImportDetails {
  /** Format of the file. Null for the database of an original server. */
  readonly format: string | null;
  /** Name of the file, or address of the server. */
  readonly source: string | null;
  /** Names an import of several parts, so that a repeated upload continues it. */
  readonly key: string | null;
  /** Number of parts. Null until the last one arrives, if it was not given. */
  readonly parts: number | null;
  /** Number of records of the file. Null if unknown. */
  readonly total: number | null;
  readonly isUploaded: boolean;
  /** Records that arrived. */
  readonly found: number;
  /** Records that cannot be imported. */
  readonly skipped: number;
  /** The first records that cannot be imported: their number in the file, from 1. */
  readonly leftOut: readonly { readonly record: number; readonly reason: string }[];
}

/** Reads the details of an import from its event, also of one that an earlier version accepted. */
export function getImportDetails({ payload }: Pick<EventRow, 'payload'>): ImportDetails {
  const none = { format: null, source: null, key: null, parts: null, total: null };
  // The payload is JSON that only imports write, in this shape.
  return { ...none, isUploaded: true, found: 0, skipped: 0, leftOut: [], ...(payload as Partial<ImportDetails>) };
}

/** Returns how many records a finished import stored and how many were known, or null. */
export function getImportCounts({
  status,
  results,
}: Pick<EventRow, 'status' | 'results'>): { imported: number; known: number } | null {
  if (status !== 'SUCCEEDED' || !Array.isArray(results)) return null;
  const [{ imported, known } = { imported: 0, known: 0 }] = results as { imported: number; known: number }[];
  return { imported, known };
}
