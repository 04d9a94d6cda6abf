import type { ProjectScope } from '../../auth/scope.js';
import type { Json } from '../../engine/filter-values.js';
import type { Queryable } from '../database/open-database.js';
import type { EntityType } from '../entity/entity-store.js';

/** A person or thing that memories are about: an entity with everything stored about it. */
export interface Subject {
  readonly type: EntityType;
  readonly name: string;
}

/** Where data of a subject is stored, in the order in which it is erased. */
export const subjectStores = [
  'feedback',
  'memory_links',
  'memory_embeddings',
  'memory_chunks',
  'memory_access',
  'search_hits',
  'memory_versions',
  'memory_history',
  'webhook_deliveries',
  'events',
  'exports',
  'profiles',
  'memories',
  'entities',
] as const;

export type SubjectStore = (typeof subjectStores)[number];

/** Number of rows by store. */
export type SubjectCounts = Readonly<Record<SubjectStore, number>>;

const ofMemory = 't.memory_id = ANY($3::uuid[])';

// $1: project, $2: name, $3: ids of memories. Exports hold texts of many subjects in one file, so all of them count.
const conditions: Readonly<Record<SubjectStore, (type: EntityType) => string>> = {
  feedback: () => ofMemory,
  memory_links: () => '(t.newer_id = ANY($3::uuid[]) OR t.older_id = ANY($3::uuid[]))',
  memory_embeddings: () => ofMemory,
  memory_chunks: () => ofMemory,
  memory_access: () => ofMemory,
  search_hits: () => ofMemory,
  memory_versions: () => ofMemory,
  memory_history: () => ofMemory,
  webhook_deliveries: () => "t.payload #>> '{event_details,id}' = ANY($3::uuid[]::text[])",
  events: (type) =>
    `t.type = 'ADD' AND (t.payload ->> '${type}Id' = $2 OR jsonb_path_query_array(t.results, '$[*].id') ?| $3::uuid[]::text[])`,
  exports: () => 'true',
  profiles: (type) => `((t.entity_type = '${type}' AND t.entity_name = $2) OR t.source_ids && $3::uuid[])`,
  memories: () => 't.id = ANY($3::uuid[])',
  entities: (type) => `t.type = '${type}' AND t.name = $2`,
};

const from = (store: SubjectStore, type: EntityType): string =>
  `FROM ${store} t WHERE t.project_id = $1 AND $2::text IS NOT NULL AND $3::uuid[] IS NOT NULL AND ${conditions[store](type)}`;

// memories_user_idx and its like; the history also knows memories that were deleted one by one.
const toIdStatement = (type: EntityType): string => `
SELECT m.id FROM memories m WHERE m.project_id = $1 AND m.${type}_id = $2
UNION SELECT h.memory_id FROM memory_history h WHERE h.project_id = $1 AND h.${type}_id = $2`;

// Events first, like the end of an extraction. An order, so that two requests cannot deadlock.
const lockEvents = (type: EntityType): string => `
SELECT e.id FROM events e WHERE e.project_id = $1 AND e.type = 'ADD' AND e.payload ->> '${type}Id' = $2 AND e.status IN ('PENDING', 'RUNNING')
ORDER BY e.id FOR UPDATE`;

// Indexes: memories_user_idx and its like.
const lockMemories = (type: EntityType): string =>
  `SELECT m.id FROM memories m WHERE m.project_id = $1 AND m.${type}_id = $2 ORDER BY m.id FOR UPDATE`;

const internal = "'{tsv,hash,dedupe_key,search_language,token_count,traits,statement_tokens}'::text[]";

/** Reads and erases everything that a project stores about a subject. */
export function subjectStore(queryable: Queryable) {
  const values = (scope: ProjectScope, { name }: Subject, ids: readonly string[]) => [scope.projectId, name, ids];
  return {
    /** Ids of the memories of a subject, deleted ones too. */
    memoryIds: async (scope: ProjectScope, { type, name }: Subject): Promise<string[]> =>
      (await queryable.query<{ id: string }>(toIdStatement(type), [scope.projectId, name])).map(({ id }) => id),
    /**
     * Waits for adds that are being extracted and for changes of memories, and keeps new changes out until the transaction ends.
     * Read the ids afterwards: an extraction that just ended has added memories.
     */
    async lock(scope: ProjectScope, { type, name }: Subject): Promise<void> {
      await queryable.query(lockEvents(type), [scope.projectId, name]);
      await queryable.query(lockMemories(type), [scope.projectId, name]);
    },
    /** Rows of one store as JSON, without internal columns. */
    read: async (
      scope: ProjectScope,
      subject: Subject,
      { store, ids }: { store: SubjectStore; ids: readonly string[] },
    ) =>
      (
        await queryable.query<{ row: Json }>(
          `SELECT to_jsonb(t) - ${internal} AS row ${from(store, subject.type)}`,
          values(scope, subject, ids),
        )
      ).map(({ row }) => row),
    /** Erases every row about a subject. Call it in a transaction. @returns the number of erased rows by store */
    async erase(scope: ProjectScope, subject: Subject, ids: readonly string[]): Promise<SubjectCounts> {
      const counts: [SubjectStore, number][] = [];
      for (const store of subjectStores) {
        const statement = `WITH gone AS (DELETE ${from(store, subject.type)} RETURNING 1) SELECT count(*) AS total FROM gone`;
        const [row] = await queryable.query<{ total: number }>(statement, values(scope, subject, ids));
        counts.push([store, row?.total ?? 0]);
      }
      return Object.fromEntries(counts) as SubjectCounts;
    },
  };
}
