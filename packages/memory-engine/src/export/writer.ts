import { formatCsvRecord } from '../csv.js';
import { exportFields, type ExportRecord } from './record.js';
import type { ObjectShape } from './schema.js';
import { recordInShape } from './shape.js';
import type { Json } from '../filter/filter-values.js';

/** `json`: one document. `jsonl`: one object per line. `csv`: RFC 4180 with a header. */
export type ExportFormat = 'json' | 'jsonl' | 'csv';

export interface ExportWriter {
  readonly start: string;
  readonly end: string;
  /** Serializes some memories. `isFirst`: no memory was written before. */
  write(records: readonly ExportRecord[], isFirst: boolean): string;
}

/** Creates a writer that converts each memory to the shape, if there is one. */
export function exportWriter(format: ExportFormat, shape: ObjectShape | null): ExportWriter {
  const rowOf = (record: ExportRecord) =>
    (shape ? recordInShape(shape, record) : record) as Readonly<Record<string, Json>>;
  if (format === 'csv') {
    const columns: readonly string[] = shape ? [...shape.properties.keys()] : exportFields;
    const record = (row: Readonly<Record<string, Json>>) =>
      formatCsvRecord(columns.map((column) => cellOf(row[column])));
    return {
      start: formatCsvRecord(columns),
      end: '',
      write: (records) => records.map((each) => record(rowOf(each))).join(''),
    };
  }
  const lines = (records: readonly ExportRecord[]) => records.map((record) => JSON.stringify(rowOf(record)));
  if (format === 'jsonl')
    return {
      start: '',
      end: '',
      write: (records) =>
        lines(records)
          .map((line) => `${line}\n`)
          .join(''),
    };
  return {
    start: '[',
    end: '\n]\n',
    write: (records, isFirst) =>
      lines(records)
        .map((line, index) => `${isFirst && index === 0 ? '' : ','}\n${line}`)
        .join(''),
  };
}

/** Formats a cell: text unchanged, null empty, lists and objects as JSON. */
function cellOf(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Splits a text into pieces of at most `size` characters (at least 2) without splitting surrogate pairs. */
export function splitText(text: string, size: number): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const last = text.charCodeAt(start + size - 1);
    const end = start + size - (last >= 0xd800 && last <= 0xdbff && start + size < text.length ? 1 : 0);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
