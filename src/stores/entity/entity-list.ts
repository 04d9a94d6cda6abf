import type { ProjectScope } from '../../auth/scope.js';
import type { PageWindow } from '../../page.js';
import { firstNumber, type Queryable } from '@memory-gateway/database';
import { isCurrent } from '../memory/memory-scope.js';
import { countOfEntity, entityTypes } from './entity-count.js';
import type { EntityQuery, EntityRow } from './entity-store.js';

export interface EntityOrder {
  readonly field: 'createdAt' | 'updatedAt' | 'name' | 'totalMemories';
  readonly direction: 'asc' | 'desc';
}

export interface EntityListQuery extends EntityQuery {
  /** Case-insensitive substring of the name. Null: all names. */
  readonly search: string | null;
}

/** Creates the store that lists entities in any order. */
export function entityListStore(queryable: Queryable) {
  return {
    /** Reads one window of a list. The key is the sort value and the id. */
    list: (scope: ProjectScope, query: EntityListQuery, page: { order: EntityOrder; window: PageWindow }) =>
      queryable.query<EntityRow>(toStatement(page.order, page.window), [
        ...toParameters(scope, query),
        page.window.limit + 1,
        ...(page.window.key ?? []),
      ]),
    count: (scope: ProjectScope, { type, search }: EntityListQuery): Promise<number> =>
      firstNumber(queryable.query(TOTAL, [scope.projectId, type, search])),
  };
}

const toParameters = (scope: ProjectScope, { type, search, expiredBefore }: EntityListQuery): unknown[] => [
  scope.projectId,
  type,
  search,
  expiredBefore,
];

const MATCHES = `own.project_id = $1 AND ($2::text IS NULL OR own.type = $2)
  AND ($3::text IS NULL OR position(lower($3) IN lower(own.name)) > 0)`;

const TOTAL = `SELECT count(*) AS total FROM entities own WHERE ${MATCHES}`;

// Sorting by number of memories takes one pass over the memories of each type.
const COUNTS = entityTypes
  .map(
    (type) => `SELECT '${type}' AS type, m.${type}_id AS name, count(*) AS total FROM memories m
  WHERE ($2::text IS NULL OR $2 = '${type}') AND m.project_id = $1 AND m.${type}_id IS NOT NULL AND ${isCurrent('$4')} GROUP BY m.${type}_id`,
  )
  .join(' UNION ALL ');

// Index: entities_project_id_created_at_id_idx. Other orders sort the project's entities: each add of memories would
// have to update an index on `updated_at`.
const columns: Readonly<Record<EntityOrder['field'], { readonly sql: string; readonly type: string }>> = {
  createdAt: { sql: 'own.created_at', type: 'timestamptz' },
  updatedAt: { sql: 'own.updated_at', type: 'timestamptz' },
  name: { sql: 'own.name COLLATE "C"', type: 'text' },
  totalMemories: { sql: 'coalesce(counts.total, 0)', type: 'bigint' },
};

function toStatement(order: EntityOrder, window: PageWindow): string {
  const { sql, type } = columns[order.field];
  const direction = (order.direction === 'asc') === window.backward ? 'DESC' : 'ASC';
  const beyond = window.key ? `AND (${sql}, own.id) ${direction === 'ASC' ? '>' : '<'} ($6::${type}, $7::bigint)` : '';
  const isCounted = order.field === 'totalMemories';
  const from = isCounted ? `entities own LEFT JOIN (${COUNTS}) AS counts USING (type, name)` : 'entities own';
  const page = `SELECT own.id, own.project_id, own.type, own.name, own.metadata, own.created_at, own.updated_at, ${sql} AS place,
    ${isCounted ? sql : '0'} AS total
  FROM ${from} WHERE ${MATCHES} ${beyond} ORDER BY ${sql} ${direction}, own.id ${direction} LIMIT $5`;
  return `SELECT e.id::text AS id, e.project_id, e.type, e.name, e.metadata, e.created_at, e.updated_at,
  ${isCounted ? 'e.total' : countOfEntity('$4')} AS total_memories
FROM (${page}) AS e ORDER BY e.place ${direction}, e.id ${direction}`;
}
