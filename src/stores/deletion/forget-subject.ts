import type { ProjectScope } from '../../auth/scope.js';
import type { Queryable } from '@memory-gateway/database';
import type { EntityType } from '../entity/entity-store.js';
import { eraseBodies } from './erase-bodies.js';

// Receivers may repeat or look up what a delivery is about. Deliveries are kept for 30 days, so the project has few enough to read all.
const ERASE_RESPONSES = `
WITH subject AS MATERIALIZED (SELECT unnest($2::text[]) AS id), answered AS (
  UPDATE webhook_deliveries d SET response_body = NULL
  WHERE d.project_id = $1 AND (d.payload #>> '{event_details,memory_id}' IN (SELECT id FROM subject)
    OR d.payload #>> '{event_details,event_id}' IN (SELECT id FROM subject)
    OR d.payload #>> '{event_details,audit_log,target_id}' IN (SELECT id FROM subject))
  RETURNING d.id
)
UPDATE webhook_attempts a SET response_body = NULL, response_headers = NULL WHERE a.delivery_id IN (SELECT id FROM answered)`;

/** Erases the stored responses to deliveries about these memories and events. */
export async function eraseResponses(
  queryable: Queryable,
  { projectId }: ProjectScope,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await queryable.execute(ERASE_RESPONSES, [projectId, ids]);
}

/** SQL condition: a JSON value contains the name $2 as a text. */
export const contains = (value: string): string =>
  `jsonb_path_exists(${value}, '$.** ? (@ == $name)', jsonb_build_object('name', $2::text))`;

/** Statements that remove the name of a subject from rows that stay. $1: project, $2: name, $3: ids of its memories. */
const namesElsewhere = (type: EntityType): readonly string[] => [
  // The history of a memory that one of the subject replaced quotes the newer text.
  `UPDATE memory_history h SET new_memory = NULL FROM memory_links l
   WHERE l.project_id = $1 AND l.newer_id = ANY($3::uuid[]) AND h.project_id = $1 AND h.memory_id = l.older_id AND h.event IN ('SUPERSEDE', 'MERGE') AND $2::text IS NOT NULL`,
  // Kept queries of searches that found memories of others.
  `UPDATE search_hits s SET queries = coalesce((SELECT jsonb_agg(q.query ORDER BY q.n) FROM jsonb_array_elements(s.queries) WITH ORDINALITY AS q(query, n)
     WHERE strpos(lower(q.query ->> 'query'), lower($2)) = 0), '[]')
   WHERE s.project_id = $1 AND strpos(lower(s.queries::text), lower(btrim(to_json($2::text)::text, '"'))) > 0 AND $3::uuid[] IS NOT NULL`,
  // The name of an imported file.
  `UPDATE events e SET payload = e.payload - 'source'
   WHERE e.project_id = $1 AND e.type = 'IMPORT' AND strpos(lower(e.payload ->> 'source'), lower($2)) > 0 AND $3::uuid[] IS NOT NULL`,
  // A job counts the names that are done, so the list keeps its length.
  `WITH jobs AS (
     UPDATE profile_jobs j SET entity_names = array_replace(j.entity_names, $2, '') WHERE j.project_id = $1 AND j.entity_type = '${type}' AND $2 = ANY(j.entity_names)
       AND $3::uuid[] IS NOT NULL RETURNING j.id)
   UPDATE events e SET payload = e.payload - 'entityIds' WHERE e.project_id = $1 AND e.id IN (SELECT id FROM jobs)`,
  // A deletion that marked its memories no longer needs its filter. What it will remove, or can restore, stays the same. Its condition
  // becomes one that matches nothing.
  `WITH receipts AS (
     UPDATE deletions d SET filter = '{"erased": true}', condition = '{"kind": "or", "filters": []}', entity_name = NULL
     WHERE d.project_id = $1 AND d.marked_at IS NOT NULL AND d.kind IN ('MEMORIES', 'ENTITY') AND $3::uuid[] IS NOT NULL AND ${contains('d.filter')}
     RETURNING d.id)
   UPDATE events e SET payload = '{"erased": true}' WHERE e.project_id = $1 AND e.id IN (SELECT id FROM receipts)`,
];

/** Removes the name of a subject, and quotes of its texts, from rows about others. Call it before its rows are erased. */
export async function forgetNames(
  queryable: Queryable,
  scope: ProjectScope,
  { type, name, memoryIds }: { type: EntityType; name: string; memoryIds: readonly string[] },
): Promise<void> {
  for (const statement of namesElsewhere(type)) await queryable.execute(statement, [scope.projectId, name, memoryIds]);
  await eraseBodies(queryable, scope);
}

/** Waits for adds that write for an entity. Statements that follow see their memories. */
export async function lockEntity(
  queryable: Queryable,
  { projectId }: ProjectScope,
  { type, name }: { type: EntityType; name: string },
): Promise<void> {
  const sql = 'SELECT 1 FROM entities e WHERE e.project_id = $1 AND e.type = $2 AND e.name = $3 FOR UPDATE';
  await queryable.execute(sql, [projectId, type, name]);
}

// An add whose memories survive keeps its messages. Those of an unfinished add are needed.
const forgetAdds = (type: EntityType): string => `
UPDATE events e SET payload = jsonb_build_object('userId', e.payload -> 'userId', 'agentId', e.payload -> 'agentId', 'appId', e.payload -> 'appId',
  'runId', e.payload -> 'runId', 'infer', e.payload -> 'infer')
WHERE e.project_id = $1 AND e.type = 'ADD' AND e.payload ->> '${type}Id' = $2 AND e.status NOT IN ('PENDING', 'RUNNING')
  AND e.created_at <= $3::timestamptz AND coalesce(jsonb_array_length(e.results), 0) = 0
RETURNING e.id`;

// Of memories that were deleted before, one by one, a project can keep the texts. Of those that this deletion removed, only its own entry is left.
const forgetHistory = (type: EntityType): string => `
WITH gone AS MATERIALIZED (
  SELECT DISTINCT h.memory_id AS id FROM memory_history h WHERE h.project_id = $1 AND h.${type}_id = $2 AND (h.created_at <= $3::timestamptz OR h.event_id = $4::uuid)
    AND NOT EXISTS (SELECT FROM memories m WHERE m.project_id = $1 AND m.id = h.memory_id)
), forgotten AS (
  UPDATE memory_history h SET old_memory = NULL, new_memory = NULL, input = NULL, categories = NULL, metadata = NULL
  WHERE h.project_id = $1 AND h.memory_id IN (SELECT id FROM gone)
)
SELECT id FROM gone`;

/**
 * Removes what the deletion of an entity leaves beside its memories: texts of adds that stored nothing, texts in the history of
 * memories that were deleted before, responses of webhooks, and bodies of requests.
 */
export async function forgetEntity(
  queryable: Queryable,
  scope: ProjectScope,
  { id, type, name, requestedAt }: { id: string; type: EntityType; name: string; requestedAt: Date },
): Promise<void> {
  const values = [scope.projectId, name, requestedAt];
  const adds = await queryable.execute<{ id: string }>(forgetAdds(type), values);
  const memories = await queryable.execute<{ id: string }>(forgetHistory(type), [...values, id]);
  const ids = [...adds, ...memories].map(({ id }) => id);
  await eraseResponses(queryable, scope, ids);
  await eraseBodies(queryable, scope);
}
