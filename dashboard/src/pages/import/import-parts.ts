import type { ImportFormat } from '../../../../client/generated/graphql.js';
import { hashText } from './hash-text.js';
import type { MappedRecord } from './mapping.js';

/** A part of a file that fits into one request: one JSON object per line. */
export interface ImportPart {
  readonly format: ImportFormat;
  readonly content: string;
  /** Null: the content is a whole file and not lines. */
  readonly fileName: 'part.jsonl' | null;
  readonly count: number;
  /** Line in the file of each record, by the ID of the record. */
  readonly lines: ReadonlyMap<string, number>;
}

/** Largest content of a request. The server refuses requests above 2 MB unless BODY_LIMIT_BYTES says otherwise. */
const mostBytes = 1_000_000;
const mostRecords = 500;

const countBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

interface Line {
  readonly json: string;
  readonly id?: string;
  readonly line?: number;
}

/** Splits mapped records into parts. The ID of a record follows from its content, so that a repeated import stores nothing twice. */
export function toRecordParts(records: readonly MappedRecord[]): ImportPart[] {
  const lines = records.flatMap(({ line, memory }): Line[] => {
    if (!memory) return [];
    const id = hashText(JSON.stringify(memory));
    return [{ id, line, json: JSON.stringify({ id, ...memory }) }];
  });
  return toParts(lines, 'JSONL');
}

/**
 * Splits a file of another product into parts, where it is a list or one object per line; else it is one part.
 * @throws SyntaxError for text that is not JSON
 */
export function toProductParts(text: string, { format, name }: { format: ImportFormat; name: string }): ImportPart[] {
  const content = text.replace(/^\uFEFF/, '');
  if (/\.(jsonl|ndjson)$/i.test(name)) {
    const lines = content.split('\n').filter((line) => line.trim() !== '');
    return toParts(
      lines.map((json) => ({ json })),
      format,
    );
  }
  const value: unknown = JSON.parse(content);
  if (!Array.isArray(value)) return [{ format, content, fileName: null, count: 1, lines: new Map() }];
  return toParts(
    value.map((item) => ({ json: JSON.stringify(item) })),
    format,
  );
}

/** Whether the server can read each part. A single record may be too large. */
export const fitsRequests = (parts: readonly ImportPart[]): boolean =>
  parts.every(({ content }) => countBytes(content) <= 1.8 * mostBytes);

function toParts(lines: readonly Line[], format: ImportFormat): ImportPart[] {
  const parts: Line[][] = [];
  let bytes = Infinity;
  for (const line of lines) {
    const size = countBytes(line.json);
    const last = parts.at(-1);
    if (!last || bytes + size > mostBytes || last.length === mostRecords) {
      parts.push([line]);
      bytes = size;
    } else {
      last.push(line);
      bytes += size;
    }
  }
  return parts.map((part) => ({
    format,
    content: part.map(({ json }) => json).join('\n'),
    fileName: 'part.jsonl',
    count: part.length,
    lines: new Map(part.flatMap(({ id, line }) => (id !== undefined && line !== undefined ? [[id, line]] : []))),
  }));
}
