/** What the database keeps of an entity after its deletion. */
export interface EntityRemain {
  /** Columns, as `table.column`. docs/privacy.md lists them with the same words. */
  readonly columns: readonly string[];
  readonly content: string;
  readonly until: string;
}

const asLongAsProject = 'as long as the project';

/** Returns what stays after the deletion of an entity. `eraseSubject` removes most of it. */
export const listEntityRemains = (): readonly EntityRemain[] => [
  {
    columns: ['request_logs.path'],
    content: 'paths of requests that name the ID',
    until: 'REQUEST_LOG_RETENTION_DAYS',
  },
  {
    columns: ['search_hits.queries'],
    content: 'texts in queries that found memories of others, up to ten of each memory',
    until: 'as long as the request log; the ID too',
  },
  {
    columns: ['webhook_deliveries.payload'],
    content: 'texts in deliveries that wait',
    until: 'until they are sent, else within 30 days',
  },
  {
    columns: ['export_chunks.content'],
    content: 'content of exports',
    until: '7 days, or until you delete the export',
  },
  {
    columns: ['exports.filters', 'exports.condition', 'exports.subject', 'exports.instructions', 'exports.schema'],
    content: 'what an export was asked for',
    until: '7 days, or until you delete the export',
  },
  {
    columns: ['deletions.filter', 'deletions.condition', 'deletions.entity_name'],
    content: 'what a deletion was asked for, as a receipt',
    until: asLongAsProject,
  },
  {
    columns: ['events.payload'],
    content: 'IDs in adds, exports, deletions and profile jobs; texts in filters',
    until: asLongAsProject,
  },
  {
    columns: ['events.metadata'],
    content: 'the ID in instructions that no rule follows',
    until: asLongAsProject,
  },
  { columns: ['profile_jobs.entity_names'], content: 'users of a profile job', until: asLongAsProject },
  {
    columns: ['memory_history.user_id', 'memory_history.agent_id', 'memory_history.app_id', 'memory_history.run_id'],
    content: 'the DELETE entry of each memory',
    until: asLongAsProject,
  },
];
