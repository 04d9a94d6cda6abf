import { firstNumber, firstRow, hashedAdvisoryLocks, type Queryable } from '@memory-gateway/database';
import type { OrganizationScope, ProjectScope } from '../../auth/scope.js';
import type { MemoryFilter } from '@memory-gateway/memory-engine';
import type { PageWindow } from '../../page.js';
import { lockMemories, removeBatch, removeNow, restoreMemories } from './deletion-batch.js';
import type { EntityType } from '../entity/entity-store.js';
import { forgetEntity, lockEntity } from './forget-subject.js';
import { deletionRowColumns as columns, type DeletionRow, type NewDeletion } from './deletion-row.js';
import { compileFilter } from '../memory/filter-sql.js';
import { pageBy, parameters } from '../keyset.js';
import { toVisibleCondition } from '../memory/memory-scope.js';

/** Lists deletions of a project, or of an organization and all of its projects. */
export type DeletionPlace = ProjectScope | OrganizationScope;

export interface DeletionEnd {
  readonly status: 'SUCCEEDED' | 'FAILED' | 'CANCELLED';
  readonly at: Date;
  readonly error: string | null;
}

/** Creates the store of deletions, which also marks, removes and restores their memories. */
export function deletionStore(queryable: Queryable) {
  const one = (sql: string, values: readonly unknown[]) => firstRow(queryable.query<DeletionRow>(sql, values));
  const change = (sql: string, values: readonly unknown[]) => firstRow(queryable.execute<DeletionRow>(sql, values));
  return {
    insert: (deletion: NewDeletion) => insert(queryable, deletion),
    /** Finds a deletion, even if its project is deleted, without checking access. Call `authorize` next. */
    find: (id: string) => one(`SELECT ${columns} FROM deletions d WHERE d.id = $1::uuid`, [id]),
    ofPlace: (scope: ProjectScope) => one(OF_PLACE, [scope.organizationId, scope.projectId]),
    ofOrganization: (organizationId: string) => one(OF_PLACE, [organizationId, null]),
    lock: (scope: ProjectScope, id: string) =>
      change(`SELECT ${columns} FROM deletions d WHERE d.project_id = $1 AND d.id = $2::uuid FOR UPDATE`, [
        scope.projectId,
        id,
      ]),
    /** Finds the oldest deletion with memories to mark, and locks marking in the project until the transaction ends. */
    nextUnmarked: (scope: ProjectScope) => nextUnmarked(queryable, scope),
    /** Hides up to `limit` memories of the deletion and returns their IDs. Call `nextUnmarked` before, which takes the lock. */
    mark: (scope: ProjectScope, mark: Mark) => markBatch(queryable, scope, mark),
    start: (id: string) =>
      queryable.execute(`UPDATE deletions SET status = 'RUNNING' WHERE id = $1::uuid AND status = 'PENDING'`, [id]),
    /** Removes up to `limit` memories of the deletion with their dependent rows, and records that in their history. */
    remove: (scope: ProjectScope, removal: { id: string; limit: number; at: Date; by: string }) =>
      removeBatch(queryable, scope, removal),
    /** Locks visible memories that `removeNow` will remove. Links to them wait. */
    lockMemories: (scope: ProjectScope, ids: readonly string[]) => lockMemories(queryable, scope, ids),
    /** Removes visible memories by id immediately, without a deletion. @returns the removed memories */
    removeNow: (scope: ProjectScope, removal: { ids: readonly string[]; at: Date; by: string }) =>
      removeNow(queryable, scope, removal),
    noteRemoved: (id: string, memoryIds: readonly string[]) => queryable.execute(NOTE_REMOVED, [id, memoryIds]),
    /** Makes memories that were not removed visible again, and stops marking. @returns their IDs */
    restore: (scope: ProjectScope, id: string, at: Date) => restoreMemories(queryable, scope, { id, at }),
    /** Ends the deletion with the digest of the removed memories. Cancelling a FAILED deletion ends it again. */
    finish: (id: string, end: DeletionEnd) => change(FINISH, [id, end.status, end.at, end.error]),
    finishOthers: (scope: ProjectScope, end: { except: string | null; at: Date; error: string }) =>
      finishOthers(queryable, scope, end),
    list: (place: DeletionPlace, window: PageWindow) => list(queryable, place, window),
    count: (place: DeletionPlace) => count(queryable, place),
    /** Counts history entries of a deleted memory that match the filters. */
    countInHistory: (scope: ProjectScope, deleted: DeletedMemory) => countInHistory(queryable, scope, deleted),
    entityName: async (scope: ProjectScope, entity: { type: EntityType; id: number }) =>
      (await queryable.query<{ name: string }>(ENTITY_NAME, [scope.projectId, entity.type, entity.id]))[0]?.name ??
      null,
    /** Deletes the entity unless it has memories, and texts about it that are in no memory. */
    async removeEntity(scope: ProjectScope, { id, entityType, entityName, requestedAt }: DeletionRow): Promise<void> {
      if (entityType === null || entityName === null) return;
      await lockEntity(queryable, scope, { type: entityType, name: entityName });
      await queryable.execute(REMOVE_ENTITY, [scope.projectId, entityType, entityName]);
      await forgetEntity(queryable, scope, { id, type: entityType, name: entityName, requestedAt });
    },
  };
}

export interface DeletedMemory {
  readonly memoryId: string;
  /** Condition on history entries that keep the text. Histories contain no memory times. */
  readonly ofContent: MemoryFilter;
  /** Condition on entries of bulk deletions, which keep only the owner. */
  readonly ofOwner: MemoryFilter;
}

export interface Mark {
  readonly deletion: Pick<DeletionRow, 'id' | 'condition' | 'upToSequence'>;
  readonly limit: number;
  readonly now: Date;
}

// The sequence is read while the lock is held, so memories stored later have a higher sequence.
const INSERT = `
INSERT INTO deletions AS d (id, organization_id, project_id, kind, filter, condition, entity_type, entity_name, requested_by, requested_at, remove_after,
  up_to_sequence, marked_at)
VALUES ($1::uuid, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $9, $10::timestamptz, $11::timestamptz,
  (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM memories_sequence_seq), CASE WHEN $6::jsonb IS NULL THEN $10::timestamptz END)
RETURNING ${columns}`;

const OF_PLACE = `
SELECT ${columns} FROM deletions d
WHERE d.organization_id = $1 AND d.project_id IS NOT DISTINCT FROM $2::text AND d.kind IN ('PROJECT', 'ORGANIZATION') AND d.status IN ('PENDING', 'RUNNING')
ORDER BY d.requested_at LIMIT 1`;

// Index: deletions_unmarked_idx.
const NEXT_UNMARKED = `
SELECT ${columns} FROM deletions d WHERE d.project_id = $1 AND d.marked_at IS NULL ORDER BY d.requested_at, d.id LIMIT 1 FOR UPDATE`;

const NOTED = `
UPDATE deletions AS d SET total = d.total + $2, marked_at = CASE WHEN $3 THEN $4::timestamptz END WHERE d.id = $1::uuid RETURNING ${columns}`;

const NOTE_REMOVED = `
WITH noted AS (INSERT INTO deletion_batches (deletion_id, memory_ids) VALUES ($1::uuid, $2::uuid[]))
UPDATE deletions SET removed = removed + cardinality($2::uuid[]), total = total + cardinality($2::uuid[]), status = 'RUNNING' WHERE id = $1::uuid`;

const ENDED = `
  status = $2, finished_at = $3::timestamptz, error = $4, marked_at = coalesce(d.marked_at, $3::timestamptz),
  digest = (
    SELECT encode(sha256(convert_to(coalesce(string_agg(gone.id, E'\\n' ORDER BY gone.id), ''), 'UTF8')), 'hex')
    FROM (SELECT unnest(b.memory_ids)::text AS id FROM deletion_batches b WHERE b.deletion_id = d.id) AS gone
  )`;

const FINISH = `
WITH finished AS (UPDATE deletions AS d SET ${ENDED} WHERE d.id = $1::uuid RETURNING ${columns}),
cleared AS (DELETE FROM deletion_batches WHERE deletion_id = $1::uuid AND $2 <> 'FAILED')
SELECT ${columns} FROM finished d`;

// Indexes: memories_user_idx and its siblings. A memory added since keeps the entity; a memory that is marked as
// deleted does not.
const REMOVE_ENTITY = `
DELETE FROM entities e WHERE e.project_id = $1 AND e.type = $2 AND e.name = $3 AND NOT EXISTS (
  SELECT FROM memories m WHERE m.project_id = $1 AND m.deleted_at IS NULL AND CASE $2
    WHEN 'user' THEN m.user_id = $3 WHEN 'agent' THEN m.agent_id = $3 WHEN 'app' THEN m.app_id = $3 ELSE m.run_id = $3 END)`;

const ENTITY_NAME = 'SELECT e.name FROM entities e WHERE e.project_id = $1 AND e.type = $2 AND e.id = $3::bigint';

async function insert(queryable: Queryable, given: NewDeletion): Promise<DeletionRow> {
  const { filter, condition } = given;
  const row = await firstRow(
    queryable.execute<DeletionRow>(INSERT, [
      ...[given.id, given.organizationId, given.projectId, given.kind],
      ...[JSON.stringify(filter), condition && JSON.stringify(condition), given.entityType, given.entityName],
      ...[given.requestedBy, given.requestedAt, given.removeAfter],
    ]),
  );
  if (!row) throw new Error('The database did not return the deletion it stored.');
  return row;
}

async function nextUnmarked(queryable: Queryable, scope: ProjectScope): Promise<DeletionRow | null> {
  // One transaction per project: two that mark the same memories in different order would deadlock.
  await queryable.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
    hashedAdvisoryLocks.deletionMarks,
    scope.projectId,
  ]);
  return firstRow(queryable.execute<DeletionRow>(NEXT_UNMARKED, [scope.projectId]));
}

// A memory can change between the read and the mark; it stays if the condition no longer matches. Locking all memories
// first would write every row twice. Joined instead of listed, 10,000 memories take 40 s before the first statistics.
async function markBatch(
  queryable: Queryable,
  scope: ProjectScope,
  { deletion, limit, now }: Mark,
): Promise<{ isComplete: boolean; total: number; memoryIds: readonly string[] }> {
  const { condition } = deletion;
  if (!condition) throw new Error('This deletion marks no memories.');
  const doomed = toVisibleCondition({ scope, filter: condition, expiredBefore: null });
  const n = doomed.values.length;
  const sql = `
WITH doomed AS MATERIALIZED (
  SELECT m.id FROM memories m WHERE ${doomed.sql} AND m.sequence <= $${n + 1} LIMIT $${n + 2}
), marked AS (
  UPDATE memories m SET deleted_at = $${n + 3}::timestamptz, deletion_event_id = $${n + 4}::uuid
  WHERE m.id = ANY(ARRAY(SELECT id FROM doomed)) AND ${doomed.sql} RETURNING m.id
)
SELECT (SELECT count(*) FROM doomed) AS found, ARRAY(SELECT id FROM marked) AS memory_ids`;
  const [row] = await queryable.execute<{ found: number; memoryIds: string[] }>(sql, [
    ...doomed.values,
    deletion.upToSequence,
    limit,
    now,
    deletion.id,
  ]);
  const memoryIds = row?.memoryIds ?? [];
  const marked = memoryIds.length;
  const isComplete = (row?.found ?? 0) < limit;
  const [noted] = await queryable.execute<DeletionRow>(NOTED, [deletion.id, marked, isComplete, now]);
  return { isComplete, total: noted?.total ?? marked, memoryIds };
}

async function finishOthers(
  queryable: Queryable,
  scope: ProjectScope,
  end: { except: string | null; at: Date; error: string },
): Promise<void> {
  const others = await queryable.query<{ id: string }>(
    'SELECT d.id FROM deletions d WHERE d.project_id = $1 AND d.finished_at IS NULL AND d.id IS DISTINCT FROM $2::uuid',
    [scope.projectId, end.except],
  );
  for (const { id } of others) await queryable.execute(FINISH, [id, 'CANCELLED', end.at, end.error]);
}

// Indexes: deletions_project_id_requested_at_id_idx, deletions_organization_id_requested_at_id_idx.
function within(place: DeletionPlace, bind: (value: unknown) => string): string {
  return 'projectId' in place
    ? `d.project_id = ${bind(place.projectId)}`
    : `d.organization_id = ${bind(place.organizationId)}`;
}

function list(queryable: Queryable, place: DeletionPlace, window: PageWindow): Promise<DeletionRow[]> {
  const { values, bind } = parameters();
  const where = within(place, bind);
  const page = pageBy({ time: 'd.requested_at', id: 'd.id', direction: 'DESC' }, window, bind);
  return queryable.query<DeletionRow>(
    `SELECT ${columns} FROM deletions d WHERE ${where} AND ${page.beyond} ${page.rest}`,
    values,
  );
}

function count(queryable: Queryable, place: DeletionPlace): Promise<number> {
  const { values, bind } = parameters();
  return firstNumber(queryable.query(`SELECT count(*) AS total FROM deletions d WHERE ${within(place, bind)}`, values));
}

// Index: memory_history_memory_id_created_at_id_idx.
function countInHistory(
  queryable: Queryable,
  scope: ProjectScope,
  { memoryId, ...filters }: DeletedMemory,
): Promise<number> {
  const ofContent = compileFilter(filters.ofContent, 3);
  const ofOwner = compileFilter(filters.ofOwner, 3 + ofContent.values.length);
  const sql = `
SELECT count(*) AS total FROM (
  SELECT h.memory_id AS id, h.old_memory AS text, h.user_id, h.agent_id, h.app_id, h.run_id, h.categories, h.metadata, h.created_at, h.updated_at,
    NULL::date AS expiration_date
  FROM memory_history h WHERE h.project_id = $1 AND h.memory_id = $2::uuid AND h.event = 'DELETE'
) AS m WHERE CASE WHEN m.text IS NULL THEN ${ofOwner.sql} ELSE ${ofContent.sql} END`;
  return firstNumber(queryable.query(sql, [scope.projectId, memoryId, ...ofContent.values, ...ofOwner.values]));
}
