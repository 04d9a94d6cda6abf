import type { PageWindow } from '../../page.js';
import type { Queryable } from '../database/open-database.js';
import { readAsKnown, readPageAsKnown } from './as-known.js';
import { memoryRowColumns, type MemoryRow } from './memory-row.js';
import { toVisibleCondition, type MemoryScope } from './memory-scope.js';

/** Sort order of a list. The id breaks ties in the same direction. */
export interface MemoryOrder {
  /** `eventDate`: the time of the event, or else the creation time. */
  readonly field: 'createdAt' | 'updatedAt' | 'eventDate';
  readonly direction: 'asc' | 'desc';
}

const orderColumns = {
  createdAt: 'm.created_at',
  updatedAt: 'm.updated_at',
  eventDate: 'coalesce(m.event_date, m.created_at)',
} as const;

/**
 * Lists a window of memories in an order, and one more.
 * Indexes: memories_project_id_created_at_id_idx, memories_project_id_updated_at_id_idx, memories_event_date_idx, or with an
 * entity in the filter memories_user_idx, memories_agent_idx and memories_app_idx. Row comparison and order match these indexes.
 */
export async function listMemories(
  queryable: Queryable,
  query: MemoryScope,
  { order, window }: { order: MemoryOrder; window: PageWindow },
): Promise<MemoryRow[]> {
  const scope = toVisibleCondition(query);
  const column = orderColumns[order.field];
  const descending = (order.direction === 'desc') !== window.backward;
  const direction = descending ? 'DESC' : 'ASC';
  const n = scope.values.length;
  const beyond = window.key
    ? `AND (${column}, m.id) ${descending ? '<' : '>'} ($${n + 2}::timestamptz, $${n + 3}::uuid)`
    : '';
  const statement = readPageAsKnown(query, {
    columns: memoryRowColumns,
    where: `${scope.sql} ${beyond}`,
    order: `${column} ${direction}, m.id ${direction}`,
    limit: `$${n + 1}`,
    values: [...scope.values, window.limit + 1, ...(window.key ?? [])],
  });
  return queryable.query<MemoryRow>(statement.sql, statement.values);
}

/**
 * Lists the standing instructions of the user, then preferences, newest first.
 * Same indexes as {@link listMemories}. 32 is the bit of an instruction, 64 that of a preference (`TRAITS`).
 */
export function listInstructions(queryable: Queryable, query: MemoryScope, limit: number): Promise<MemoryRow[]> {
  const { sql, values } = toVisibleCondition(query);
  const select = `SELECT ${memoryRowColumns} FROM memories m WHERE ${sql} AND (m.traits & 96) <> 0 AND m.role IS DISTINCT FROM 'assistant'
    ORDER BY (m.traits & 32) DESC, m.created_at DESC, m.id DESC LIMIT $${values.length + 1}`;
  return queryable.query<MemoryRow>(select, [...values, limit]);
}

/** Lists a page of memories by offset, newest first. Same indexes as `listMemories`. */
export async function listMemoryPage(
  queryable: Queryable,
  query: MemoryScope,
  page: { limit: number; offset: number },
): Promise<MemoryRow[]> {
  const scope = toVisibleCondition(query);
  const n = scope.values.length;
  const statement = readPageAsKnown(query, {
    columns: memoryRowColumns,
    where: scope.sql,
    order: 'm.created_at DESC, m.id DESC',
    limit: `$${n + 1}`,
    offset: `$${n + 2}`,
    values: [...scope.values, page.limit, page.offset],
  });
  return queryable.query<MemoryRow>(statement.sql, statement.values);
}

/** Counts memories. */
export async function countMemories(queryable: Queryable, query: MemoryScope): Promise<number> {
  const scope = toVisibleCondition(query);
  const select = `SELECT count(*) AS total FROM memories m WHERE ${scope.sql}`;
  const statement = readAsKnown(query, { select, values: scope.values });
  return (await queryable.query<{ total: number }>(statement.sql, statement.values))[0]?.total ?? 0;
}
