import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.js';
import type { CursorKey } from '../../page.js';
import type { Database } from '../../stores/database/open-database.js';

/** Longer than a reader pauses between two pages. */
const keptMs = 600_000;
const keptMax = 20_000;

interface Boundary {
  readonly key: CursorKey;
  readonly until: number;
}

// A cache, and one for each database: losing it costs exactness under changes, never a page.
const boundariesOf = new WeakMap<Database, Map<string, Boundary>>();

export interface PageWalk {
  /** Where the page before this one ended when it was read; null: not known, count rows instead. */
  startOf(page: number): CursorKey | null;
  /** Notes where a page ended. */
  ended(page: number, key: CursorKey): void;
}

/**
 * Remembers where each page ended, so that the next number goes on from there, as a cursor would: rows that are added or
 * deleted meanwhile shift what counting would find, and a reader would see rows twice or never. `list` is all that decides which
 * rows are in the list and how many are on a page. What is remembered stays in this process and is forgotten after ten minutes.
 */
export function pageWalk(ctx: AppContext, list: unknown): PageWalk {
  const boundaries = boundariesOf.get(ctx.database) ?? new Map<string, Boundary>();
  boundariesOf.set(ctx.database, boundaries);
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
      // Deleted first, so that the newest is last and the oldest goes.
      boundaries.delete(name);
      boundaries.set(name, { key: end, until: performance.now() + keptMs });
      if (boundaries.size > keptMax) boundaries.delete(boundaries.keys().next().value ?? '');
    },
  };
}
