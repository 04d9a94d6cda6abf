import type { Row } from './catalogue.js';

/** The statement of a row, a note on this server's behavior (null: equal), and at least one test that covers it. */
export type RowInput = readonly [text: string, note: string | null, test: string, ...more: string[]];

/** The rows of one section, numbered in their order. */
export function section(number: string, rows: readonly RowInput[]): Row[] {
  return rows.map(([text, note, ...shown], index) => ({
    id: `${number}.${index + 1}`,
    text,
    shown,
    ...(note === null ? {} : { note }),
  }));
}
