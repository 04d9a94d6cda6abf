import type { ProjectScope } from '../../auth/scope.js';
import type { Queryable } from '../database/open-database.js';
import { memoryRowColumns, type MemoryRow } from '../memory/memory-row.js';
import type { EntityType } from './entity-store.js';

export interface EntityKey {
  readonly type: EntityType;
  readonly name: string;
}

/** Which memories of entities are read: expired ones are left out, merged ones too. */
export interface EntityMemoryQuery {
  readonly entities: readonly EntityKey[];
  /** Today as `YYYY-MM-DD`. */
  readonly expiredBefore: string;
}

/** Reads the memories of many entities in one statement. */
export function entityMemoryStore(queryable: Queryable) {
  return {
    /** The newest memories of each entity. @returns lists in the order of `entities` */
    first: async (scope: ProjectScope, query: EntityMemoryQuery & { limit: number }): Promise<MemoryRow[][]> => {
      const rows = await queryable.query<MemoryRow & { place: number }>(FIRST, [
        ...entityParameters(scope, query),
        query.limit,
      ]);
      const lists = query.entities.map((): MemoryRow[] => []);
      for (const { place, ...row } of rows) lists[place - 1]?.push(row);
      return lists;
    },
    /** The number of memories of each entity, in the order of `entities`. */
    count: async (scope: ProjectScope, query: EntityMemoryQuery): Promise<number[]> =>
      (await queryable.query<{ total: number }>(COUNT, entityParameters(scope, query))).map(({ total }) => total),
  };
}

/** The first four parameters of statements over `entityKeys` and `entityBranches`. */
export function entityParameters(scope: ProjectScope, { entities, expiredBefore }: EntityMemoryQuery): unknown[] {
  return [scope.projectId, expiredBefore, entities.map(({ type }) => type), entities.map(({ name }) => name)];
}

/** The entities of a statement as rows (type, name, place). */
export const entityKeys = 'unnest($3::text[], $4::text[]) WITH ORDINALITY AS e(type, name, place)';

// One branch for each type runs, with the partial index of its column (memories_user_idx and its like).
/** Memories of the entity `e`: expired ones are left out, merged ones too. */
export const entityBranches = (selected: string, tail: string) =>
  ['user', 'agent', 'app', 'run']
    .map(
      (
        type,
      ) => `(SELECT ${selected} FROM memories m WHERE e.type = '${type}' AND m.project_id = $1 AND m.${type}_id = e.name
  AND m.deleted_at IS NULL AND m.lifecycle_state <> 'merged' AND (m.expiration_date IS NULL OR m.expiration_date >= $2::date) ${tail})`,
    )
    .join(' UNION ALL ');

const FIRST = `
SELECT first.*, e.place::int AS place FROM ${entityKeys}
CROSS JOIN LATERAL (${entityBranches(memoryRowColumns, 'ORDER BY m.created_at DESC, m.id DESC LIMIT $5::int')}) AS first
ORDER BY e.place, first.created_at DESC, first.id DESC`;

const COUNT = `
SELECT sum(counted.total)::bigint AS total FROM ${entityKeys}
CROSS JOIN LATERAL (${entityBranches('count(*) AS total', '')}) AS counted GROUP BY e.place ORDER BY e.place`;
