import type { ProjectScope } from '../../auth/scope.js';
import type { Queryable } from '@memory-gateway/database';
import { deletedAt } from '../memory/deletion-mark.js';

interface Change {
  /** Null: the operator, by a command. */
  readonly changedBy: string | null;
  /** Event of the change. Null if it has none. */
  readonly eventId: string | null;
  readonly now: Date;
}

export interface StateChange extends Change {
  readonly memoryIds: readonly string[];
  /** Newer memories whose links no longer count. */
  readonly without?: readonly string[];
}

/** Memories that a deletion hid or is about to remove, or whose deletion was undone. */
export interface MovedMemories extends Change {
  readonly memoryIds: readonly string[];
  /** Whether their rows are about to be removed, and their links with them. */
  readonly isRemoval: boolean;
}

// Indexes: memories_pkey, memory_links_older_id_idx. The link that was decided last counts.
const SETTLE = `
WITH next AS MATERIALIZED (
  SELECT m.id, CASE c.relation WHEN 'MERGES' THEN 'merged' WHEN 'SUPERSEDES' THEN 'superseded' ELSE 'active' END AS state, c.newer_id
  FROM memories m LEFT JOIN LATERAL (
    SELECT l.relation, l.newer_id FROM memory_links l
    WHERE l.project_id = $1 AND l.older_id = m.id AND l.status = 'CONFIRMED' AND l.newer_id <> ALL($3::uuid[]) AND ${deletedAt('$1', 'l.newer_id')} IS NULL
    ORDER BY l.decided_at DESC, l.id DESC LIMIT 1
  ) AS c ON true
  WHERE m.project_id = $1 AND m.id = ANY($2::uuid[]) AND m.deleted_at IS NULL
), changed AS (
  UPDATE memories m SET lifecycle_state = n.state, replaced_by = n.newer_id, updated_at = $6::timestamptz
  FROM next n WHERE m.project_id = $1 AND m.id = n.id AND (m.lifecycle_state <> n.state OR m.replaced_by IS DISTINCT FROM n.newer_id)
  RETURNING m.id, m.text, m.lifecycle_state, m.replaced_by, m.user_id, m.agent_id, m.app_id, m.run_id, m.categories, m.metadata
)
INSERT INTO memory_history (id, memory_id, project_id, event, old_memory, new_memory, user_id, agent_id, app_id, run_id, categories, metadata,
  changed_by, event_id, created_at, updated_at)
SELECT gen_random_uuid(), c.id, $1, CASE c.lifecycle_state WHEN 'merged' THEN 'MERGE' WHEN 'superseded' THEN 'SUPERSEDE' ELSE 'RESTORE' END, c.text,
  coalesce((SELECT newer.text FROM memories newer WHERE newer.project_id = $1 AND newer.id = c.replaced_by), c.text),
  c.user_id, c.agent_id, c.app_id, c.run_id, c.categories, c.metadata, $4, $5::uuid, $6::timestamptz, $6::timestamptz
FROM changed c RETURNING memory_id AS id`;

/** Sets the state of memories by their confirmed links to visible memories, and records each change in the history. */
export async function settleStates(
  queryable: Queryable,
  scope: ProjectScope,
  { memoryIds, without = [], changedBy, eventId, now }: StateChange,
): Promise<string[]> {
  const values = [scope.projectId, memoryIds, without, changedBy, eventId, now];
  const changed = await queryable.execute<{ id: string }>(SETTLE, values);
  return changed.map(({ id }) => id);
}

// Indexes: memory_links_newer_id_older_id_key, memories_pkey. A memory that comes back can have lost the one that replaced it meanwhile.
const DEPENDENT = `
WITH replaced AS MATERIALIZED (
  SELECT l.older_id FROM memory_links l WHERE l.project_id = $1 AND l.newer_id = ANY($2::uuid[]) AND l.status = 'CONFIRMED'
)
SELECT m.id FROM memories m
WHERE m.project_id = $1 AND m.deleted_at IS NULL AND NOT ($3 AND m.id = ANY($2::uuid[]))
  AND m.id = ANY(ARRAY(SELECT older_id FROM replaced UNION SELECT unnest($2::uuid[])))
  AND (m.replaced_by IS NOT NULL OR m.id = ANY(ARRAY(SELECT older_id FROM replaced)))
ORDER BY m.id FOR NO KEY UPDATE`;

/** Sets the state of the memories that memories of a deletion replace, or would replace. Lock the memories before their removal. */
export async function followDeletion(
  queryable: Queryable,
  scope: ProjectScope,
  { memoryIds, isRemoval, ...change }: MovedMemories,
): Promise<string[]> {
  if (memoryIds.length === 0) return [];
  const dependent = await queryable.execute<{ id: string }>(DEPENDENT, [scope.projectId, memoryIds, isRemoval]);
  if (dependent.length === 0) return [];
  const without = isRemoval ? memoryIds : [];
  return settleStates(queryable, scope, { memoryIds: dependent.map(({ id }) => id), without, ...change });
}
