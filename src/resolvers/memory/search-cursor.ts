import { createHash } from 'node:crypto';
import { ValidationError } from '../../errors.js';
import { decodeCursor, encodeCursor } from '../../page.js';
import { readMoment } from '../../validate.js';

/** Where the next page of a search begins. */
export interface SearchPosition {
  /** Time of the first page: later pages search the memories as they were then. */
  readonly asOf: Date;
  /** Marks of the memories on earlier pages, see {@link markOf}. */
  readonly seen: ReadonlySet<string>;
}

/** Maximum number of results over all pages. */
export const searchResultsMax = 1000;

const markLength = 12;

/** Returns the random end of an ID, which is enough to tell it from the others of a search. */
export const markOf = (id: string): string => id.slice(-markLength);

/** Returns an opaque cursor. It contains what was seen, because the ranks of a search may change from page to page. */
export function encodePosition(query: string, { asOf, seen }: SearchPosition): string {
  return encodeCursor([
    asOf.toISOString(),
    digest(query),
    Buffer.from([...seen].join(''), 'hex').toString('base64url'),
  ]);
}

const notOfThisSearch = { after: ['must be the cursor of an earlier page of this search.'] };

/** @throws ValidationError if the cursor is not of this query */
export function decodePosition(query: string, cursor: string): SearchPosition {
  const [asOf, digested, marks] = decodeCursor(cursor, 'after', notOfThisSearch.after[0]);
  const at = readMoment(new Date(String(asOf)));
  const seen = Buffer.from(String(marks), 'base64url').toString('hex').match(/.{12}/g) ?? [];
  if (at === null || digested !== digest(query) || seen.length > searchResultsMax)
    throw new ValidationError(notOfThisSearch);
  return { asOf: at, seen: new Set(seen) };
}

const digest = (query: string): string => createHash('sha256').update(query).digest('base64url').slice(0, 12);
