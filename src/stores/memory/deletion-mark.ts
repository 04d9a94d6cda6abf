/**
 * Returns SQL for the time at which a memory was marked as deleted: null for one that is shown, or gone. It looks up one memory by its key.
 * An anti join, planned from statistics of before the deletion, compares each row with every marked memory. Index: memories_pkey.
 * @param projectId SQL of its project @param memoryId SQL of its ID
 */
export const deletedAt = (projectId: string, memoryId: string): string =>
  `(SELECT marked.deleted_at FROM memories marked WHERE marked.project_id = ${projectId} AND marked.id = ${memoryId})`;

/**
 * Returns SQL for the text that replaced a memory, of a row of its history: null while the memory that replaced it is marked as deleted.
 * Index: memory_links_older_id_idx. @param h alias of the row
 */
export const shownReplacement = (h: string): string =>
  `CASE WHEN ${h}.event IN ('SUPERSEDE', 'MERGE') AND EXISTS (
    SELECT FROM memory_links hidden WHERE hidden.project_id = ${h}.project_id AND hidden.older_id = ${h}.memory_id
      AND ${deletedAt(`${h}.project_id`, 'hidden.newer_id')} IS NOT NULL) THEN NULL ELSE ${h}.new_memory END`;
