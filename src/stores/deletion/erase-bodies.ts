import type { ProjectScope } from '../../auth/scope.js';
import type { Queryable } from '@memory-gateway/database';

// The writer of bodies locks the row for its transaction. It then sees the deletion, or this one sees its rows.
const WAIT_FOR_WRITER = 'SELECT 1 FROM projects WHERE id = $1 AND store_request_bodies FOR SHARE';

// Index: request_bodies_object_ids_idx. Row-level security would exclude it.
const ERASE_WITH_IDS = 'DELETE FROM request_bodies WHERE project_id = $1 AND object_ids && $2::uuid[]';

// Clocks of servers differ, and replicas lag: requests of the next seconds can still contain what was erased.
const REFUSE_EARLIER = `
UPDATE projects SET request_bodies_from = clock_timestamp() + interval '5 seconds' WHERE id = $1 AND store_request_bodies`;

/** Removes the bodies of requests that contain one of these memories or events. Call it in the transaction of the removal. */
export async function eraseBodiesWith(
  queryable: Queryable,
  { projectId }: Pick<ProjectScope, 'projectId'>,
  ids: readonly string[],
): Promise<void> {
  await queryable.asOwner.execute(WAIT_FOR_WRITER, [projectId]);
  await queryable.asOwner.execute(ERASE_WITH_IDS, [projectId, ids]);
}

/** Removes all bodies of a project, also those that are not yet written. A body can repeat a text without an ID or a name. */
export async function eraseBodies(queryable: Queryable, { projectId }: Pick<ProjectScope, 'projectId'>): Promise<void> {
  await queryable.asOwner.execute(REFUSE_EARLIER, [projectId]);
  await queryable.asOwner.execute('DELETE FROM request_bodies WHERE project_id = $1', [projectId]);
}
