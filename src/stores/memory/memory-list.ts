import type { PageWindow } from '../../page.js';
import type { Queryable } from '../database/open-database.js';
import { readPageAsKnown } from './as-known.js';
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

// Indexes: memories_project_id_created_at_id_idx, memories_project_id_updated_at_id_idx, memories_event_date_idx, or with an
// entity in the filter memories_user_idx, memories_agent_idx and memories_app_idx. Row comparison and order match these indexes.
/** Reads one window of a list. The key is `[time, id]`. */
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

// Same indexes as `listMemories`. 32 is the bit of an instruction, 64 that of a preference (`TRAITS`).
/** Reads the user's standing instructions, then preferences, newest first. */
export function listInstructions(queryable: Queryable, query: MemoryScope, limit: number): Promise<MemoryRow[]> {
  const { sql, values } = toVisibleCondition(query);
  const select = `SELECT ${memoryRowColumns} FROM memories m WHERE ${sql} AND (m.traits & 96) <> 0 AND m.role IS DISTINCT FROM 'assistant'
    ORDER BY (m.traits & 32) DESC, m.created_at DESC, m.id DESC LIMIT $${values.length + 1}`;
  return queryable.query<MemoryRow>(select, [...values, limit]);
}

// Same indexes as `listMemories`.
/** Reads a numbered page of a list, newest first. */
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
