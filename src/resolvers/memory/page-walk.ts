import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.js';
import type { CursorKey, PageWindow } from '../../page.js';
import type { Database } from '@memory-gateway/database';

/** Longer than a client pauses between two pages. */
const keptMs = 600_000;
const keptMax = 20_000;

interface Boundary {
  readonly key: CursorKey;
  readonly until: number;
}

// A cache per database. Losing an entry makes a page inexact under concurrent writes, but never fails.
const boundariesOf = new WeakMap<Database['pool'], Map<string, Boundary>>();

export interface PageWalk {
  /** Returns the last key of the preceding page, or null if unknown. Then use an offset. */
  startOf(page: number): CursorKey | null;
  ended(page: number, key: CursorKey): void;
}

/**
 * Remembers for ten minutes, in this process, where each page of `list` ended, so that the next page starts there. With
 * offsets, rows added or deleted between two requests would repeat or be skipped.
 */
export function pageWalk(ctx: AppContext, list: unknown): PageWalk {
  const boundaries = boundariesOf.get(ctx.database.pool) ?? new Map<string, Boundary>();
  boundariesOf.set(ctx.database.pool, boundaries);
  const { user, key, mode } = ctx.caller;
  const walk = createHash('sha256')
    .update(JSON.stringify([mode, user?.id, key?.id, list]))
    .digest('base64');
  return {
    startOf(page) {
      const found = boundaries.get(`${walk}${page - 1}`);
      return found && found.until > performance.now() ? found.key : null;
    },
    ended(page, end) {
      const name = `${walk}${page}`;
      // Deleted first, so that the Map stays in order of use.
      boundaries.delete(name);
      boundaries.set(name, { key: end, until: performance.now() + keptMs });
      if (boundaries.size > keptMax) boundaries.delete(boundaries.keys().next().value ?? '');
    },
  };
}

interface NumberedPage {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
}

interface PageReads<Row> {
  /** Reads rows after a key, one more than the limit if there are more. */
  readonly after: (window: PageWindow) => Promise<readonly Row[]>;
  readonly at: (place: { limit: number; offset: number }) => Promise<readonly Row[]>;
}

/** Lists a page in the order of creation: from where the page before ended or, if that is unknown, by its offset. */
export async function listWalkedPage<Row extends { readonly createdAt: Date; readonly id: string }>(
  walk: PageWalk,
  { page, limit, offset }: NumberedPage,
  { after, at }: PageReads<Row>,
): Promise<{ rows: readonly Row[]; hasNextPage: boolean }> {
  const key = walk.startOf(page);
  const read = await (key === null ? at({ limit: limit + 1, offset }) : after({ limit, backward: false, key }));
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  if (last) walk.ended(page, [last.createdAt.toISOString(), last.id]);
  return { rows, hasNextPage: read.length > limit };
}
