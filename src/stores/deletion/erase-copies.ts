import type { ProjectScope } from '../../auth/scope.js';
import type { Queryable } from '@memory-gateway/database';
import { eraseBodiesWith } from './erase-bodies.js';

// Index: events_result_ids_idx. The messages and the metadata of an event repeat those of its memories.
const ERASE_EVENTS = `
UPDATE events e SET payload = e.payload - '{messages,metadata}'::text[], results = coalesce((
  SELECT jsonb_agg(r.result ORDER BY r.n) FROM jsonb_array_elements(e.results) WITH ORDINALITY AS r(result, n)
  WHERE NOT r.result ->> 'id' = ANY($2::text[])
), '[]')
WHERE e.project_id = $1 AND e.type = 'ADD' AND jsonb_path_query_array(e.results, '$[*].id') ?| $2::text[]
RETURNING e.id`;

// Index: webhook_deliveries_memory_idx. Receivers may have repeated the text in their responses. Pending deliveries
// keep the text until they are sent or removed.
const ERASE_DELIVERIES = `
WITH erased AS (
  UPDATE webhook_deliveries d SET response_body = NULL,
    payload = CASE WHEN d.status = 'PENDING' THEN d.payload ELSE d.payload #- '{event_details,data}' END
  WHERE d.payload #>> '{event_details,id}' = ANY($2::text[]) AND d.project_id = $1
  RETURNING d.id
)
UPDATE webhook_attempts a SET response_body = NULL, response_headers = NULL WHERE a.delivery_id IN (SELECT id FROM erased)`;

// A profile keeps its source ids, so that it counts as outdated and is generated again.
const ERASE_PROFILES = `
UPDATE profiles p SET profile = '{}' WHERE p.project_id = $1 AND p.source_ids && $2::uuid[]`;

// Row-level security would exclude the two indexes above, whose expressions may raise errors that show a value.
/** Erases removed texts from events, sent deliveries, profiles and bodies of requests. Call it in the transaction of the removal. */
export async function eraseCopies(
  queryable: Queryable,
  scope: ProjectScope,
  memoryIds: readonly string[],
): Promise<void> {
  if (memoryIds.length === 0) return;
  const values = [scope.projectId, memoryIds];
  const events = await queryable.asOwner.execute<{ id: string }>(ERASE_EVENTS, values);
  for (const statement of [ERASE_DELIVERIES, ERASE_PROFILES]) await queryable.asOwner.execute(statement, values);
  await eraseBodiesWith(queryable, scope, [...memoryIds, ...events.map(({ id }) => id)]);
}
