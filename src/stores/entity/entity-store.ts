import type { ProjectScope } from '../../auth/scope.js';
import type { Json } from '@memory-gateway/memory-engine';
import { firstRow, prepared, type Queryable } from '@memory-gateway/database';
import { countOfEntity, type entityTypes } from './entity-count.js';

export type EntityType = (typeof entityTypes)[number];

export interface EntityRow {
  /** Decimal digits. */
  readonly id: string;
  readonly projectId: string;
  readonly type: EntityType;
  /** The `user_id`, `agent_id`, `app_id` or `run_id` of the entity's memories. */
  readonly name: string;
  readonly metadata: Json | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Number of visible memories, without expired and merged ones. */
  readonly totalMemories: number;
}

export interface MemoryOwnerRow extends Pick<EntityRow, 'type' | 'name' | 'createdAt' | 'updatedAt'> {
  /** Includes expired memories, but no merged ones. */
  readonly totalMemories: number;
}

export interface EntityQuery {
  readonly type: EntityType | null;
  /** Current date as `YYYY-MM-DD`. Memories that expired before are not counted. */
  readonly expiredBefore: string;
}

export type EntityTotals = Readonly<Record<EntityType, number>>;

export function entityStore(queryable: Queryable) {
  return {
    /** Records entities that were written to, and sets `updated_at` of existing ones. */
    touch: (scope: ProjectScope, entities: readonly { type: EntityType; name: string }[], at: Date) =>
      touch(queryable, scope, { entities, at }),
    page: (scope: ProjectScope, query: EntityQuery, page: { limit: number; offset: number }) =>
      queryable.query<EntityRow>(PAGE, [scope.projectId, query.type, query.expiredBefore, page.limit, page.offset]),
    /** @returns null if no memory was ever written for the entity */
    get: (scope: ProjectScope, query: EntityQuery & { type: EntityType; name: string }) =>
      firstRow(queryable.query<EntityRow>(ONE, [scope.projectId, query.type, query.expiredBefore, query.name])),
    /** Finds the project, type and name of an entity without checking access. Call `authorize` next. */
    keyOf: (id: string) => firstRow(queryable.query<Pick<EntityRow, 'projectId' | 'type' | 'name'>>(KEY_OF, [id])),
    getMany: (scope: ProjectScope, query: EntityQuery, keys: readonly { type: EntityType; name: string }[]) =>
      queryable.query<EntityRow>(MANY, [
        scope.projectId,
        query.type,
        query.expiredBefore,
        keys.map(({ type }) => type),
        keys.map(({ name }) => name),
      ]),
    /** Records one entity. Given metadata replaces the stored metadata. */
    record: (scope: ProjectScope, entity: { type: EntityType; name: string; metadata: Json | null }, at: Date) =>
      queryable.execute(RECORD, [
        scope.projectId,
        entity.type,
        entity.name,
        entity.metadata === null ? null : JSON.stringify(entity.metadata),
        at,
      ]),
    totals: (scope: ProjectScope) => totals(queryable, scope),
    /** Lists every owner id in memories by type and name. Reads all memories of the project once. */
    owners: (scope: ProjectScope) => queryable.query<MemoryOwnerRow>(OWNERS, [scope.projectId]),
  };
}

// Index: entities_pkey.
const KEY_OF = 'SELECT e.project_id, e.type, e.name FROM entities e WHERE e.id = $1::bigint';

// Inserts in one order, so that two adds for the same entities cannot deadlock.
const TOUCH = prepared(`
INSERT INTO entities (project_id, type, name, created_at, updated_at)
SELECT $1, given.type, given.name, $4::timestamptz, $4::timestamptz FROM unnest($2::text[], $3::text[]) AS given(type, name)
ORDER BY given.type, given.name
ON CONFLICT (project_id, type, name) DO UPDATE SET updated_at = greatest(entities.updated_at, excluded.updated_at)`);

// Index: entities_project_id_created_at_id_idx.
const select = (tail: string) => `
SELECT e.id::text AS id, e.project_id, e.type, e.name, e.metadata, e.created_at, e.updated_at, ${countOfEntity('$3')} AS total_memories
FROM (SELECT * FROM entities own WHERE own.project_id = $1 AND ($2::text IS NULL OR own.type = $2) ${tail}) AS e`;

const PAGE = `${select('ORDER BY own.created_at DESC, own.id DESC LIMIT $4 OFFSET $5')} ORDER BY e.created_at DESC, e.id DESC`;

// Index: entities_project_id_type_name_key.
const ONE = select('AND own.name = $4');

const MANY = select('AND (own.type, own.name) IN (SELECT * FROM unnest($4::text[], $5::text[]))');

const RECORD = `
INSERT INTO entities (project_id, type, name, metadata, created_at, updated_at) VALUES ($1, $2, $3, $4::jsonb, $5::timestamptz, $5::timestamptz)
ON CONFLICT (project_id, type, name) DO UPDATE
SET metadata = coalesce(excluded.metadata, entities.metadata), updated_at = greatest(entities.updated_at, excluded.updated_at)`;

const OWNERS = `
SELECT owner.type, owner.name, count(*) FILTER (WHERE m.lifecycle_state <> 'merged') AS total_memories, min(m.created_at) AS created_at, max(m.updated_at) AS updated_at
FROM memories m CROSS JOIN LATERAL (VALUES ('agent', m.agent_id), ('app', m.app_id), ('run', m.run_id), ('user', m.user_id)) AS owner(type, name)
WHERE m.project_id = $1 AND m.deleted_at IS NULL AND owner.name IS NOT NULL
GROUP BY owner.type, owner.name ORDER BY owner.type COLLATE "C", owner.name COLLATE "C"`;

const TOTALS = 'SELECT e.type, count(*) AS total FROM entities e WHERE e.project_id = $1 GROUP BY e.type';

async function touch(
  queryable: Queryable,
  scope: ProjectScope,
  { entities, at }: { entities: readonly { type: EntityType; name: string }[]; at: Date },
): Promise<void> {
  const distinct = new Map(entities.map((entity) => [JSON.stringify([entity.type, entity.name]), entity]));
  const rows = [...distinct.values()];
  if (rows.length === 0) return;
  await queryable.execute(TOUCH, [scope.projectId, rows.map((row) => row.type), rows.map((row) => row.name), at]);
}

async function totals(queryable: Queryable, scope: ProjectScope): Promise<EntityTotals> {
  const rows = await queryable.query<{ type: EntityType; total: number }>(TOTALS, [scope.projectId]);
  return { user: 0, agent: 0, app: 0, run: 0, ...Object.fromEntries(rows.map((row) => [row.type, row.total])) };
}
