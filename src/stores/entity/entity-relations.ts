import type { ProjectScope } from '../../auth/scope.js';
import type { Queryable } from '@memory-gateway/database';
import { entityBranches, entityKeys, type EntityKey, readByEntity, type EntityMemoryQuery } from './entity-memories.js';

export interface EntityCategoryRow {
  readonly name: string;
  readonly totalMemories: number;
}

export interface RelatedEntityRow extends EntityKey {
  readonly sharedMemories: number;
}

/** Creates the store that reads what the memories of entities share, for many entities with one statement. */
export function entityRelationStore(queryable: Queryable) {
  const read = <Row>(statement: string, scope: ProjectScope, query: EntityMemoryQuery & { limit: number }) =>
    readByEntity<Row>(queryable, scope, { ...query, statement });
  return {
    /**
     * Reads the categories of each entity's memories, most frequent first. @returns lists in the order of `entities`
     */
    categories: (scope: ProjectScope, query: EntityMemoryQuery & { limit: number }) =>
      read<EntityCategoryRow>(CATEGORIES, scope, query),
    /** Reads the entities that share most memories with each entity. @returns lists in the order of `entities` */
    related: (scope: ProjectScope, query: EntityMemoryQuery & { limit: number }) =>
      read<RelatedEntityRow>(RELATED, scope, query),
  };
}

const ranked = (columns: string, total: string, counted: string) => `
SELECT ranked.place, ${columns}, ranked.${total} FROM (
  SELECT counted.*, row_number() OVER (PARTITION BY counted.place ORDER BY counted.${total} DESC, ${columns}) AS rank
  FROM (${counted}) AS counted
) AS ranked WHERE ranked.rank <= $5::int ORDER BY ranked.place, ranked.rank`;

const CATEGORIES = ranked(
  'name',
  'total_memories',
  `SELECT e.place::int AS place, category.name, count(*) AS total_memories FROM ${entityKeys}
  CROSS JOIN LATERAL (${entityBranches('m.categories', '')}) AS own CROSS JOIN LATERAL unnest(own.categories) AS category(name)
  GROUP BY e.place, category.name`,
);

const RELATED = ranked(
  'type, name',
  'shared_memories',
  `SELECT e.place::int AS place, other.type, other.name, count(*) AS shared_memories FROM ${entityKeys}
  CROSS JOIN LATERAL (${entityBranches('m.user_id, m.agent_id, m.app_id, m.run_id', '')}) AS own
  CROSS JOIN LATERAL (VALUES ('user', own.user_id), ('agent', own.agent_id), ('app', own.app_id), ('run', own.run_id)) AS other(type, name)
  WHERE other.name IS NOT NULL AND (other.type, other.name) <> (e.type, e.name) GROUP BY e.place, other.type, other.name`,
);
