import { ValidationError } from './errors.js';

export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** Position in a list: the sort values of one row. The last value is unique. */
export type CursorKey = readonly (string | number)[];

/** Window that a store reads for one page: `limit + 1` rows after `key`, in reverse order if `backward`. */
export interface PageWindow {
  readonly limit: number;
  readonly backward: boolean;
  readonly key: CursorKey | null;
}

/** One page of a list. `cursors[i]` belongs to `rows[i]`. `total` counts the whole list when called. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly cursors: readonly string[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly total: () => Promise<number>;
}

/** Whether the arguments ask for the first page of a list. */
export const isFirstPage = ({ after, last, before }: PageArgs): boolean =>
  after == null && last == null && before == null;

export const pageSizeDefault = 20;
export const pageSizeMax = 100;

/**
 * Parses paging arguments: `first` or `last`, 1 to 100, default 20. @throws ValidationError with the invalid argument
 */
export function pageWindow(args: PageArgs): PageWindow {
  const backward = args.last != null;
  if (backward && args.first != null) throw new ValidationError({ first: ['cannot be combined with `last`.'] });
  if (backward && args.after != null)
    throw new ValidationError({ after: ['cannot be combined with `last`. Use `before`, or `first`.'] });
  if (!backward && args.before != null)
    throw new ValidationError({ before: ['cannot be sent without `last`. Use `after`, or `last`.'] });
  const name = backward ? 'last' : 'first';
  const limit = (backward ? args.last : args.first) ?? pageSizeDefault;
  if (!Number.isInteger(limit) || limit < 1 || limit > pageSizeMax) {
    throw new ValidationError({ [name]: [`must be a whole number from 1 to ${pageSizeMax}.`] });
  }
  const cursor = backward ? args.before : args.after;
  return { limit, backward, key: cursor == null ? null : decodeCursor(cursor, backward ? 'before' : 'after') };
}

/** Builds a page from up to `limit + 1` rows that a store read for the window. */
export function toPage<Row>(
  window: PageWindow,
  read: readonly Row[],
  list: { key: (row: Row) => CursorKey; total: () => Promise<number> },
): Page<Row> {
  const more = read.length > window.limit;
  const rows = read.slice(0, window.limit);
  const isWhole = window.key === null && !more;
  if (window.backward) rows.reverse();
  let cursors: readonly string[] | undefined;
  return {
    rows,
    // Lazy: few callers read cursors, and encoding them costs more than the rest of the page.
    get cursors() {
      return (cursors ??= rows.map((row) => encodeCursor(list.key(row))));
    },
    hasNextPage: window.backward ? window.key !== null : more,
    hasPreviousPage: window.backward ? more : window.key !== null,
    total: isWhole ? () => Promise.resolve(rows.length) : list.total,
  };
}

/** Builds a page of a list in the order of creation, as {@link toPage} does. */
export function toTimedPage<Row extends { readonly createdAt: Date; readonly id: string }>(
  window: PageWindow,
  read: readonly Row[],
  total: () => Promise<number>,
): Page<Row> {
  return toPage(window, read, { key: (row) => [row.createdAt.toISOString(), row.id], total });
}

/** Encodes a position as an opaque, URL-safe cursor. */
export function encodeCursor(key: CursorKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** What a stream says about a cursor that it did not send. */
export const notOfThisStream = 'must be a cursor of this stream.';

/** Decodes a cursor. @throws ValidationError with `problem` if `encodeCursor` cannot have made it */
export function decodeCursor(cursor: string, argument: string, problem = 'must be a cursor of this list.'): CursorKey {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(key) && key.length > 0 && key.every((part) => typeof part === 'string' || Number.isFinite(part)))
      return key as CursorKey;
  } catch {
    // Every malformed cursor gets the same error below.
  }
  throw new ValidationError({ [argument]: [problem] });
}
