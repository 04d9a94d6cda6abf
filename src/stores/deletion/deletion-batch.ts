import type { ProjectScope } from '../../auth/scope.js';
import type { Queryable } from '@memory-gateway/database';
import { forgetMessages } from '../memory/forget-message.js';
import { eraseCopies } from './erase-copies.js';

export interface Removal {
  readonly id: string;
  readonly limit: number;
  readonly at: Date;
  readonly by: string;
}

// Foreign keys cascade to vectors and access times. Index: memories_source_idx.
const gone = (doomed: string) => `
WITH doomed AS MATERIALIZED (${doomed}), gone AS (
  DELETE FROM memories m WHERE m.project_id = $1 AND m.id = ANY(ARRAY(SELECT id FROM doomed)) RETURNING m.id, m.text, m.dedupe_key, m.user_id, m.agent_id, m.app_id, m.run_id, m.categories, m.metadata
), judged AS (
  DELETE FROM feedback f USING gone g WHERE f.memory_id = g.id
), ${forgetMessages('gone', 'SELECT id FROM doomed')}`;

// Indexes: memories_deletion_idx, memory_history_memory_id_created_at_id_idx, memory_links_newer_id_older_id_key. Deletes
// the texts, also where the history of a replaced memory quotes them. A record of the owner, the time and the caller of
// the deletion stays.
const REMOVE = `${gone('SELECT d.id FROM memories d WHERE d.deletion_event_id = $2::uuid AND d.deleted_at IS NOT NULL AND d.project_id = $1 LIMIT $5')}, forgotten AS (
  DELETE FROM memory_history h WHERE h.memory_id = ANY(ARRAY(SELECT id FROM doomed)) AND h.project_id = $1
), unquoted AS (
  UPDATE memory_history h SET new_memory = NULL FROM memory_links l
  WHERE l.project_id = $1 AND l.newer_id = ANY(ARRAY(SELECT id FROM doomed)) AND l.older_id <> ALL(ARRAY(SELECT id FROM doomed))
    AND h.project_id = $1 AND h.memory_id = l.older_id AND h.event IN ('SUPERSEDE', 'MERGE')
), recorded AS (
  INSERT INTO memory_history (id, memory_id, project_id, event, user_id, agent_id, app_id, run_id, changed_by, event_id, created_at, updated_at)
  SELECT gen_random_uuid(), g.id, $1, 'DELETE', g.user_id, g.agent_id, g.app_id, g.run_id, $3, $2::uuid, $4::timestamptz, $4::timestamptz FROM gone g
), noted AS (
  INSERT INTO deletion_batches (deletion_id, memory_ids) SELECT $2::uuid, array_agg(g.id) FROM gone g HAVING count(*) > 0
), counted AS (
  UPDATE deletions d SET removed = d.removed + (SELECT count(*) FROM gone), status = 'RUNNING' WHERE d.id = $2::uuid
)
SELECT g.id, g.text FROM gone g`;

// Index: memories_pkey. Locks rows in one order, so that two batches cannot deadlock.
const DOOMED_NOW =
  'SELECT d.id FROM memories d WHERE d.id = ANY($2::uuid[]) AND d.deleted_at IS NULL AND d.project_id = $1 ORDER BY d.id FOR UPDATE';

const REMOVE_NOW = `${gone(DOOMED_NOW)}, recorded AS (
  INSERT INTO memory_history (id, memory_id, project_id, event, old_memory, user_id, agent_id, app_id, run_id, categories, metadata, changed_by, created_at, updated_at)
  SELECT gen_random_uuid(), g.id, $1, 'DELETE', g.text, g.user_id, g.agent_id, g.app_id, g.run_id, g.categories, g.metadata, $3, $4::timestamptz, $4::timestamptz
  FROM gone g
)
SELECT g.id, g.text FROM gone g`;

/** Locks visible memories until the transaction ends, so that no link to them is confirmed meanwhile. */
export async function lockMemories(queryable: Queryable, scope: ProjectScope, ids: readonly string[]): Promise<void> {
  await queryable.execute(DOOMED_NOW, [scope.projectId, ids]);
}

/** Deletes visible memories immediately and keeps their history with their texts. @returns the deleted memories */
export async function removeNow(
  queryable: Queryable,
  scope: ProjectScope,
  removal: { ids: readonly string[]; at: Date; by: string },
): Promise<RemovedMemory[]> {
  const values = [scope.projectId, removal.ids, removal.by, removal.at];
  return withoutCopies(queryable, scope, await queryable.execute<RemovedMemory>(REMOVE_NOW, values));
}

async function withoutCopies(
  queryable: Queryable,
  scope: ProjectScope,
  removed: RemovedMemory[],
): Promise<RemovedMemory[]> {
  await eraseCopies(
    queryable,
    scope,
    removed.map(({ id }) => id),
  );
  return removed;
}

export interface RemovedMemory {
  readonly id: string;
  readonly text: string;
}

/** Deletes a batch of marked memories in one statement. Their history keeps only a record of the deletion. */
export async function removeBatch(
  queryable: Queryable,
  scope: ProjectScope,
  removal: Removal,
): Promise<RemovedMemory[]> {
  const values = [scope.projectId, removal.id, removal.by, removal.at, removal.limit];
  return withoutCopies(queryable, scope, await queryable.execute<RemovedMemory>(REMOVE, values));
}

// Index: memories_deletion_idx. If the same text was stored again, the newer memory keeps the dedupe key. Another deletion may have removed
// the entities meanwhile.
const RESTORE = `
WITH stopped AS (
  UPDATE deletions d SET marked_at = coalesce(d.marked_at, $3::timestamptz) WHERE d.id = $2::uuid
), back AS (
  UPDATE memories m SET deleted_at = NULL, deletion_event_id = NULL, dedupe_key = CASE WHEN EXISTS (
      SELECT FROM memories other WHERE other.project_id = $1 AND other.dedupe_key = m.dedupe_key AND other.deleted_at IS NULL
    ) THEN NULL ELSE m.dedupe_key END
  WHERE m.deletion_event_id = $2::uuid AND m.deleted_at IS NOT NULL AND m.project_id = $1
  RETURNING m.id, m.user_id, m.agent_id, m.app_id, m.run_id, m.created_at, m.updated_at
), owners AS (
  INSERT INTO entities (project_id, type, name, created_at, updated_at)
  SELECT $1, owner.type, owner.name, least(min(b.created_at), $3::timestamptz), least(max(b.updated_at), $3::timestamptz)
  FROM back b CROSS JOIN LATERAL (VALUES ('user', b.user_id), ('agent', b.agent_id), ('app', b.app_id), ('run', b.run_id)) AS owner(type, name)
  WHERE owner.name IS NOT NULL GROUP BY owner.type, owner.name ORDER BY owner.type, owner.name
  ON CONFLICT (project_id, type, name) DO NOTHING
)
SELECT id FROM back`;

/** Makes the marked memories of a deletion visible again. @returns their IDs */
export async function restoreMemories(
  queryable: Queryable,
  scope: ProjectScope,
  { id, at }: { id: string; at: Date },
): Promise<string[]> {
  const restored = await queryable.execute<{ id: string }>(RESTORE, [scope.projectId, id, at]);
  await queryable.execute('UPDATE deletions SET restored = $2 WHERE id = $1::uuid', [id, restored.length]);
  return restored.map((memory) => memory.id);
}
