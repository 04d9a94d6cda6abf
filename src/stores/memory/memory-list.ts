import type { CursorKey, PageWindow } from '../../page.js';
import { firstNumber, type Queryable } from '@memory-gateway/database';
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

/** A numbered page of a list, newest first: rows after an offset, or after the key `[time, id]` of the row before. */
export interface NumberedPage {
  readonly limit: number;
  readonly from: { readonly offset: number } | { readonly key: CursorKey };
}

// Same indexes as `listMemories`.
/** Reads a numbered page and the number of memories on all pages in one statement, thus in one state of the data. */
export async function listMemoryPage(
  queryable: Queryable,
  query: MemoryScope,
  { limit, from }: NumberedPage,
): Promise<{ rows: readonly MemoryRow[]; total: number }> {
  const { sql, values } = toVisibleCondition(query);
  const n = values.length;
  const isKeyed = 'key' in from;
  const count = `SELECT count(*) AS total FROM memories m WHERE ${sql}`;
  const statement = readPageAsKnown(query, {
    // A page of the past has two parts, and would count in each.
    pastTables: [`counted AS MATERIALIZED (${count})`],
    columns: `${memoryRowColumns}, (${query.asOf == null ? count : 'SELECT total FROM counted'}) AS total`,
    where: isKeyed ? `${sql} AND (m.created_at, m.id) < ($${n + 2}::timestamptz, $${n + 3}::uuid)` : sql,
    order: 'm.created_at DESC, m.id DESC',
    limit: `$${n + 1}`,
    ...(isKeyed ? {} : { offset: `$${n + 2}` }),
    values: [...values, limit, ...(isKeyed ? from.key : [from.offset])],
  });
  const found = await queryable.query<MemoryRow & { total: number }>(statement.sql, statement.values);
  const rows = found.map(({ total: _total, ...row }) => row);
  if (found[0]) return { rows, total: found[0].total };
  const isFirst = !isKeyed && from.offset === 0;
  return { rows, total: isFirst ? 0 : await countMemories(queryable, query) };
}

/** Counts the memories of a scope. */
export function countMemories(queryable: Queryable, query: MemoryScope): Promise<number> {
  const { sql, values } = toVisibleCondition(query);
  const statement = readAsKnown(query, { select: `SELECT count(*) AS total FROM memories m WHERE ${sql}`, values });
  return firstNumber(queryable.query(statement.sql, statement.values));
}
