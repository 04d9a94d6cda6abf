import type { ImportFormat } from '../../api/graphql.js';
import { hashText } from './hash-text.js';
import type { MappedRecord } from './mapping.js';

/** A part of a file that fits into one request, with one JSON object per line. */
export interface ImportPart {
  readonly format: ImportFormat;
  readonly content: string;
  /** Null if the content is a whole file instead of lines. */
  readonly fileName: 'part.jsonl' | null;
  readonly count: number;
  /** Line of each record in the file, by record id. */
  readonly lines: ReadonlyMap<string, number>;
}

/** Maximum content of a request. By default, the server rejects requests over 2 MB (BODY_LIMIT_BYTES). */
const mostBytes = 1_000_000;
const mostRecords = 500;

const countBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

interface Line {
  readonly json: string;
  readonly id?: string;
  readonly line?: number;
}

/** Splits mapped records into parts. Ids are content hashes, so that a repeated import stores nothing twice. */
export function toRecordParts(records: readonly MappedRecord[]): ImportPart[] {
  const lines = records.flatMap(({ line, memory }): Line[] => {
    if (!memory) return [];
    const id = hashText(JSON.stringify(memory));
    return [{ id, line, json: JSON.stringify({ id, ...memory }) }];
  });
  return toParts(lines, 'JSONL');
}

/** Splits a list or JSON Lines of another product into parts. Other files stay whole. @throws SyntaxError */
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

/** Returns whether the server accepts each part. A single record may be too large. */
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
