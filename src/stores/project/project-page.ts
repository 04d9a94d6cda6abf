import type { MemberRow } from '../member-store.js';
import { toMemorySelection, type MemoryColumn, type MemoryRow } from '../memory/memory-row.js';
import { isCurrent } from '../memory/memory-scope.js';

/** First pages of a project's lists, to be read by the statement that reads the project. `limit` is at least 1. */
export interface PrefetchRequest {
  readonly members?: { readonly limit: number };
  /** `expiredBefore` is the current date as `YYYY-MM-DD`. */
  readonly memories?: {
    readonly limit: number;
    readonly columns: readonly MemoryColumn[];
    readonly expiredBefore: string;
  };
}

/** The prefetched rows, equal to those of the list queries. Memories have the requested columns only. */
export interface PrefetchedPages {
  readonly members?: { readonly limit: number; readonly rows: readonly MemberRow[] };
  readonly memories?: {
    readonly limit: number;
    readonly columns: readonly MemoryColumn[];
    readonly rows: readonly MemoryRow[];
  };
}

/** Returns the values of the parameters that {@link prefetchColumns} uses. */
export function prefetchValues({ memories }: PrefetchRequest): readonly string[] {
  return memories ? [memories.expiredBefore] : [];
}

/** Returns a key that is equal for requests with the same {@link prefetchColumns}. */
export function toShape({ members, memories }: PrefetchRequest): string {
  return `${members?.limit ?? ''} ${memories?.limit ?? ''} ${memories?.columns.join() ?? ''}`;
}

/**
 * Returns SQL columns that read the requested pages, for a statement on projects `p`. `today` is the placeholder of the
 * current date. Limits are inlined, because a bound LIMIT defeats the cached plan.
 */
export function prefetchColumns(request: PrefetchRequest, today: string): string {
  const columns: string[] = [];
  // Indexes: project_members_pkey, users_pkey.
  if (request.members) {
    columns.push(
      list(
        'prefetched_members',
        `
      SELECT m.user_id AS "userId", u.name AS username, u.email, m.role, m.created_at AS "createdAt"
      FROM project_members m JOIN users u ON u.id = m.user_id WHERE m.project_id = p.id ORDER BY u.email LIMIT ${request.members.limit}`,
      ),
    );
  }
  // Index: memories_project_id_created_at_id_idx.
  if (request.memories) {
    columns.push(
      list(
        'prefetched_memories',
        `
      SELECT ${toMemorySelection(request.memories.columns, true)} FROM memories m
      WHERE m.project_id = p.id AND ${isCurrent(today)}
      ORDER BY m.created_at DESC, m.id DESC LIMIT ${request.memories.limit}`,
      ),
    );
  }
  return columns.map((column) => `, ${column}`).join('');
}

const list = (name: string, select: string) =>
  `(SELECT coalesce(json_agg(row), '[]') FROM (${select}) AS row) AS ${name}`;

export interface PrefetchRow {
  readonly prefetchedMembers?: MemberRow[];
  readonly prefetchedMemories?: MemoryRow[];
}

/** Reads the pages that {@link prefetchColumns} selected, with times as Date. */
export function readPrefetched(request: PrefetchRequest, row: PrefetchRow): PrefetchedPages {
  const { members, memories } = request;
  return {
    ...(members && { members: { limit: members.limit, rows: withTimes(row.prefetchedMembers ?? [], ['createdAt']) } }),
    ...(memories && {
      memories: {
        limit: memories.limit,
        columns: memories.columns,
        rows: withTimes(row.prefetchedMemories ?? [], memories.columns.filter(isTime)),
      },
    }),
  };
}

const times: readonly MemoryColumn[] = ['categorizedAt', 'eventDate', 'createdAt', 'updatedAt', 'deletedAt'];
const isTime = (column: MemoryColumn) => times.includes(column);

// json_agg returns times as text. Changes rows in place, because the driver has just created them.
function withTimes<Row extends object>(rows: Row[], columns: readonly (keyof Row)[]): Row[] {
  for (const row of rows) {
    for (const column of columns) {
      const value = row[column];
      if (value !== null) row[column] = new Date(value as string) as Row[typeof column];
    }
  }
  return rows;
}
