import type { ProjectScope } from '../../auth/scope.js';
import type { Queryable } from '@memory-gateway/database';
import { memoryRowColumns, type MemoryRow } from '../memory/memory-row.js';
import { isCurrent } from '../memory/memory-scope.js';
import { entityTypes } from './entity-count.js';
import type { EntityType } from './entity-store.js';

export interface EntityKey {
  readonly type: EntityType;
  readonly name: string;
}

/** Selects the memories of entities, without expired and merged ones. */
export interface EntityMemoryQuery {
  readonly entities: readonly EntityKey[];
  readonly expiredBefore: string;
}

/** Creates the store that reads the memories of many entities with one statement. */
export function entityMemoryStore(queryable: Queryable) {
  return {
    /** Reads the newest memories of each entity. @returns lists in the order of `entities` */
    first: (scope: ProjectScope, query: EntityMemoryQuery & { limit: number }) =>
      readByEntity<MemoryRow>(queryable, scope, { ...query, statement: FIRST }),
    /** Counts the memories of each entity, in the order of `entities`. */
    count: async (scope: ProjectScope, query: EntityMemoryQuery): Promise<number[]> =>
      (await queryable.query<{ total: number }>(COUNT, entityParameters(scope, query))).map(({ total }) => total),
  };
}

function entityParameters(scope: ProjectScope, { entities, expiredBefore }: EntityMemoryQuery): unknown[] {
  return [scope.projectId, expiredBefore, entities.map(({ type }) => type), entities.map(({ name }) => name)];
}

/** Runs a statement with `entityKeys` and `entityBranches`, whose fifth parameter is the limit. @returns the rows of each entity */
export async function readByEntity<Row>(
  queryable: Queryable,
  scope: ProjectScope,
  query: EntityMemoryQuery & { readonly limit: number; readonly statement: string },
): Promise<Row[][]> {
  const values = [...entityParameters(scope, query), query.limit];
  const lists = query.entities.map((): Row[] => []);
  for (const { place, ...row } of await queryable.query<Row & { place: number }>(query.statement, values))
    lists[place - 1]?.push(row as Row);
  return lists;
}

export const entityKeys = 'unnest($3::text[], $4::text[]) WITH ORDINALITY AS e(type, name, place)';

// One branch runs for each type, with the partial index of its column (memories_user_idx and its siblings).
/** Returns a subquery for the memories of the entity `e`, without expired and merged ones. */
export const entityBranches = (selected: string, tail: string) =>
  entityTypes
    .map(
      (
        type,
      ) => `(SELECT ${selected} FROM memories m WHERE e.type = '${type}' AND m.project_id = $1 AND m.${type}_id = e.name
  AND ${isCurrent('$2')} ${tail})`,
    )
    .join(' UNION ALL ');

const FIRST = `
SELECT first.*, e.place::int AS place FROM ${entityKeys}
CROSS JOIN LATERAL (${entityBranches(memoryRowColumns, 'ORDER BY m.created_at DESC, m.id DESC LIMIT $5::int')}) AS first
ORDER BY e.place, first.created_at DESC, first.id DESC`;

const COUNT = `
SELECT sum(counted.total)::bigint AS total FROM ${entityKeys}
CROSS JOIN LATERAL (${entityBranches('count(*) AS total', '')}) AS counted GROUP BY e.place ORDER BY e.place`;
