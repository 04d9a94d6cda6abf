/**
 * Returns SQL for the time at which a memory was marked as deleted: null for one that is shown, or gone. It looks up one memory by its key.
 * An anti join, planned from statistics of before the deletion, compares each row with every marked memory. Index: memories_pkey.
 * @param projectId SQL of its project @param memoryId SQL of its ID
 */
export const deletedAt = (projectId: string, memoryId: string): string =>
  `(SELECT marked.deleted_at FROM memories marked WHERE marked.project_id = ${projectId} AND marked.id = ${memoryId})`;
