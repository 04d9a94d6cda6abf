import type { ProjectScope } from '../../auth/scope.js';
import type { Queryable } from '../database/open-database.js';

/** When one memory was used, as far as that is kept. */
export interface MemoryAccessRow {
  readonly memoryId: string;
  /** Null: never found since decay is switched on. */
  readonly lastAt: Date | null;
  readonly touches: number;
  /** When it happened, or else was changed. */
  readonly datedAt: Date;
}

// Primary keys, and memory_access_memory_id_accessed_at_idx, which gives the last touches in order.
const READ = `
SELECT m.id AS memory_id, a.last_at, a.touches, coalesce(m.event_date, m.updated_at) AS dated_at
FROM memories m
CROSS JOIN LATERAL (
  SELECT max(t.accessed_at) AS last_at, count(*)::int AS touches
  FROM (SELECT accessed_at FROM memory_access WHERE memory_id = m.id ORDER BY accessed_at DESC LIMIT $3) t
) a
WHERE m.project_id = $1 AND m.id = ANY($2::uuid[]) AND m.deleted_at IS NULL`;

// One statement sees the rows as they were before it: one touch less is kept of those that are there.
const TOUCH = `
WITH surplus AS (
  DELETE FROM memory_access WHERE id IN (
    SELECT o.id FROM unnest($2::uuid[]) AS wanted(memory_id)
    CROSS JOIN LATERAL (SELECT id FROM memory_access WHERE memory_id = wanted.memory_id AND project_id = $1 ORDER BY accessed_at DESC OFFSET $4::int - 1) o
  )
)
INSERT INTO memory_access (memory_id, project_id, accessed_at)
SELECT m.id, m.project_id, $3 FROM memories m WHERE m.project_id = $1 AND m.id = ANY($2::uuid[]) AND m.deleted_at IS NULL`;

/** Keeps when memories were found, for decay. It goes with its memory. */
export function memoryAccessStore(db: Queryable) {
  return {
    /** Of each of these memories, by its last `limit` touches. */
    read: (scope: ProjectScope, memoryIds: readonly string[], limit: number) =>
      db.query<MemoryAccessRow>(READ, [scope.projectId, memoryIds, limit]),
    /** Notes one touch of each, and forgets all but the last `keep`. */
    async touch(
      scope: ProjectScope,
      memoryIds: readonly string[],
      { at, keep }: { at: Date; keep: number },
    ): Promise<void> {
      await db.query(TOUCH, [scope.projectId, memoryIds, at, keep]);
    },
  };
}
