import { findReason } from '../resolvers/import/read-memory.js';
import type { ForeignImport } from '../resolvers/import/import-foreign.js';

/** Records that fit into one request, one JSON object per line. */
export interface ImportPart {
  readonly content: string;
  readonly count: number;
  readonly isLast: boolean;
}

/** A server accepts 2 MB and a proxy often 1 MB. The text is a string in JSON, which escapes quotes. */
const mostBytes = 900_000;
const mostRecords = 500;
const mostLineBytes = 1_500_000;

/** Distinguishes imports of the same file in parts of other sizes. */
export const partSize = `${mostRecords}x${mostBytes}`;

const countBytes = (line: string): number => Buffer.byteLength(JSON.stringify(line));

/** Splits records into parts. Records that cannot be imported have their reason instead of their content. */
export async function* toImportParts(records: ForeignImport['records']): AsyncGenerator<ImportPart> {
  let lines: string[] = [];
  let bytes = 0;
  const end = (isLast: boolean): ImportPart => ({ content: lines.join('\n'), count: lines.length, isLast });
  for await (const record of records) {
    const leftOut = 'leftOut' in record ? record.leftOut : findReason(record);
    const whole = JSON.stringify(leftOut === null ? record : { id: record.id, leftOut });
    // No server accepts it, and the import would stop here each time.
    const isTooLarge = countBytes(whole) > mostLineBytes;
    const line = isTooLarge ? JSON.stringify({ id: null, leftOut: 'The record is too large.' }) : whole;
    const size = countBytes(line);
    if (lines.length > 0 && (lines.length === mostRecords || bytes + size > mostBytes)) {
      yield end(false);
      [lines, bytes] = [[], 0];
    }
    lines.push(line);
    bytes += size;
  }
  yield end(true);
}
