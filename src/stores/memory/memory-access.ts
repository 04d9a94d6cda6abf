import type { ProjectScope } from '../../auth/scope.js';
import type { Queryable } from '@memory-gateway/database';

export interface MemoryAccessRow {
  readonly memoryId: string;
  /** Null: never found since decay was enabled. */
  readonly lastAt: Date | null;
  readonly touches: number;
  /** When the memory was said, which is before it was stored if it was backdated. */
  readonly createdAt: Date;
  /** Event date of the memory, or else its last update. */
  readonly datedAt: Date;
}

// Indexes: primary keys, and memory_access_memory_id_accessed_at_idx, which returns the last accesses in order.
const READ = `
SELECT m.id AS memory_id, a.last_at, a.touches, m.created_at, coalesce(m.event_date, m.updated_at) AS dated_at
FROM memories m
CROSS JOIN LATERAL (
  SELECT max(t.accessed_at) AS last_at, count(*)::int AS touches
  FROM (SELECT accessed_at FROM memory_access WHERE memory_id = m.id ORDER BY accessed_at DESC LIMIT $3) t
) a
WHERE m.project_id = $1 AND m.id = ANY($2::uuid[]) AND m.deleted_at IS NULL`;

// A statement sees rows as they were before it, so the deletion keeps one access less. Searches that find the same memories at once, and
// deletions, lock these rows in other orders: locked ones are skipped, so that none waits for another.
const TOUCH = `
WITH surplus AS (
  DELETE FROM memory_access WHERE project_id = $1 AND id = ANY(ARRAY(
    SELECT a.id FROM unnest($2::uuid[]) AS wanted(memory_id)
    CROSS JOIN LATERAL (SELECT id FROM memory_access WHERE memory_id = wanted.memory_id AND project_id = $1 ORDER BY accessed_at DESC OFFSET $4::int - 1) o
    JOIN memory_access a ON a.project_id = $1 AND a.id = o.id FOR UPDATE OF a SKIP LOCKED
  ))
), found AS (
  SELECT m.id FROM memories m WHERE m.project_id = $1 AND m.id = ANY($2::uuid[]) AND m.deleted_at IS NULL FOR KEY SHARE SKIP LOCKED
)
INSERT INTO memory_access (memory_id, project_id, accessed_at) SELECT id, $1, $3 FROM found`;

/** Creates the store of memory accesses, which decay uses. Rows are deleted with their memory. SQL, because searches write them. */
export function memoryAccessStore(db: Queryable) {
  return {
    read: (scope: ProjectScope, memoryIds: readonly string[], limit: number) =>
      db.query<MemoryAccessRow>(READ, [scope.projectId, memoryIds, limit]),
    /** Records one access of each memory and keeps only the last `keep`. */
    async touch(
      scope: ProjectScope,
      memoryIds: readonly string[],
      { at, keep }: { at: Date; keep: number },
    ): Promise<void> {
      await db.execute(TOUCH, [scope.projectId, memoryIds, at, keep]);
    },
  };
}
