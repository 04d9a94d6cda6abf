import type { Row } from './catalogue.js';

/** What a row says in our words; how it is here, null: just so; and the tests that show it, of which there is at least one. */
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
