import type { ProjectScope } from '../auth/scope.js';
import type { Json } from '@memory-gateway/memory-engine';
import type { Queryable } from '@memory-gateway/database';
import { contains, eraseResponses, forgetNames, lockEntity } from './deletion/forget-subject.js';
import type { EntityType } from './entity/entity-store.js';

/** A person or thing that memories are about: an entity with everything stored about it. */
export interface Subject {
  readonly type: EntityType;
  readonly name: string;
}

/** Where data of a subject is stored, in the order in which it is erased. */
const subjectStores = [
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

/** Conditions of the rows about a subject. $1: project, $2: name, $3: ids of memories. */
interface SubjectConditions {
  /** Rows that name the subject. */
  readonly named?: (type: EntityType) => string;
  /** Rows about memories of the subject. */
  readonly ofMemories?: string;
}

const ofMemory: SubjectConditions = { ofMemories: 't.memory_id = ANY($3::uuid[])' };

const conditions: Readonly<Record<SubjectStore, SubjectConditions>> = {
  feedback: ofMemory,
  memory_links: { ofMemories: 't.newer_id = ANY($3::uuid[]) OR t.older_id = ANY($3::uuid[])' },
  memory_embeddings: ofMemory,
  memory_chunks: ofMemory,
  memory_access: ofMemory,
  search_hits: ofMemory,
  memory_versions: ofMemory,
  memory_history: ofMemory,
  webhook_deliveries: { ofMemories: "t.payload #>> '{event_details,id}' = ANY($3::uuid[]::text[])" },
  events: {
    named: (type) =>
      `t.type = 'ADD' AND t.payload ->> '${type}Id' = $2 OR t.type = 'EXPORT' AND ${contains('t.payload')}
      OR t.type = 'PROFILE' AND t.payload ->> 'entityType' = '${type}' AND t.payload -> 'entityIds' = jsonb_build_array($2::text)`,
    // Index: events_result_ids_idx, one memory at a time: for all of them the planner reads every event, and compares its results with each.
    ofMemories: `t.id IN (SELECT found.id FROM unnest($3::uuid[]) AS own(id) CROSS JOIN LATERAL (
      SELECT e.id FROM events e WHERE e.type = 'ADD' AND jsonb_path_query_array(e.results, '$[*].id') ? own.id::text OFFSET 0) AS found)`,
  },
  // Exports hold texts of many subjects in one file, so all of them count.
  exports: { named: () => 'true' },
  profiles: {
    named: (type) => `t.entity_type = '${type}' AND t.entity_name = $2`,
    ofMemories: 't.source_ids && $3::uuid[]',
  },
  memories: { ofMemories: 't.id = ANY($3::uuid[])' },
  entities: { named: (type) => `t.type = '${type}' AND t.name = $2` },
};

const from = (store: SubjectStore, condition: string): string =>
  `FROM ${store} t WHERE t.project_id = $1 AND $2::text IS NOT NULL AND $3::uuid[] IS NOT NULL AND (${condition})`;

function anyCondition(store: SubjectStore, type: EntityType): string {
  const { named, ofMemories } = conditions[store];
  return [named?.(type), ofMemories].flatMap((each) => (each === undefined ? [] : [`(${each})`])).join(' OR ');
}

const namedCondition = (store: SubjectStore, type: EntityType): string => conditions[store].named?.(type) ?? 'false';

/** Rows of memories that do not name the subject as well. Null: the store has none. */
function unnamedCondition(store: SubjectStore, type: EntityType): string | null {
  const { named, ofMemories } = conditions[store];
  if (ofMemories === undefined) return null;
  return named ? `(${ofMemories}) AND (${named(type)}) IS NOT TRUE` : ofMemories;
}

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

const exportedRow =
  "to_jsonb(t) - '{tsv,hash,dedupe_key,search_language,token_count,traits,statement_tokens}'::text[] AS row";

interface StoredRow {
  readonly row: Json;
}
const toRows = (stored: readonly StoredRow[]): Json[] => stored.map(({ row }) => row);

/** Reads and erases everything that a project stores about a subject. */
export function subjectStore(queryable: Queryable) {
  const values = (scope: ProjectScope, name: string, ids: readonly string[]) => [scope.projectId, name, ids];
  return {
    /** Ids of the memories of a subject, deleted ones too. */
    memoryIds: async (scope: ProjectScope, { type, name }: Subject): Promise<string[]> =>
      (await queryable.query<{ id: string }>(toIdStatement(type), [scope.projectId, name])).map(({ id }) => id),
    /**
     * Waits for adds and for changes of memories, and keeps new changes out until the transaction ends.
     * Read the ids afterwards: an add that just ended has stored memories.
     */
    async lock(scope: ProjectScope, { type, name }: Subject): Promise<void> {
      await queryable.execute(lockEvents(type), [scope.projectId, name]);
      // Before the memories: an add locks its entities before it links its memories to others.
      await lockEntity(queryable, scope, { type, name });
      await queryable.execute(lockMemories(type), [scope.projectId, name]);
    },
    /** Ids of the adds that name the subject. */
    eventIds: async (scope: ProjectScope, { type, name }: Subject): Promise<string[]> =>
      (
        await queryable.query<{ id: string }>(
          `SELECT t.id ${from('events', namedCondition('events', type))}`,
          values(scope, name, []),
        )
      ).map(({ id }) => id),
    /** Events with these ids as JSON. */
    readEvents: async ({ projectId }: ProjectScope, ids: readonly string[]): Promise<Json[]> =>
      toRows(
        await queryable.query<StoredRow>(
          `SELECT ${exportedRow} FROM events t WHERE t.project_id = $1 AND t.id = ANY($2::uuid[])`,
          [projectId, ids],
        ),
      ),
    /** Rows of a store that name the subject as JSON. For events, use `eventIds`: there may be many. */
    readNamed: async (scope: ProjectScope, { type, name }: Subject, store: SubjectStore): Promise<Json[]> =>
      toRows(
        await queryable.query<StoredRow>(
          `SELECT ${exportedRow} ${from(store, namedCondition(store, type))}`,
          values(scope, name, []),
        ),
      ),
    /** Rows of a store about these memories as JSON, without those that name the subject. */
    async readOfMemories(
      scope: ProjectScope,
      { type, name }: Subject,
      { store, ids }: { store: SubjectStore; ids: readonly string[] },
    ): Promise<Json[]> {
      const condition = unnamedCondition(store, type);
      if (condition === null) return [];
      return toRows(
        await queryable.query<StoredRow>(`SELECT ${exportedRow} ${from(store, condition)}`, values(scope, name, ids)),
      );
    },
    /**
     * Erases every row about a subject, and its name in rows about others. Call it in a transaction.
     * @returns the number of erased rows by store
     */
    async erase(scope: ProjectScope, subject: Subject, ids: readonly string[]): Promise<SubjectCounts> {
      const counts: [SubjectStore, number][] = [];
      const events = await queryable.query<{ id: string }>(
        `SELECT t.id::text ${from('events', anyCondition('events', subject.type))}`,
        values(scope, subject.name, ids),
      );
      const eventIds = events.map(({ id }) => id);
      await eraseResponses(queryable, scope, [...ids, ...eventIds]);
      await forgetNames(queryable, scope, { ...subject, memoryIds: ids });
      for (const store of subjectStores) {
        // The events were found above. Finding them again takes as long as everything else.
        const [condition, found] =
          store === 'events' ? ['t.id = ANY($3::uuid[])', eventIds] : [anyCondition(store, subject.type), ids];
        const statement = `WITH gone AS (DELETE ${from(store, condition)} RETURNING 1) SELECT count(*) AS total FROM gone`;
        const [row] = await queryable.query<{ total: number }>(statement, values(scope, subject.name, found));
        counts.push([store, row?.total ?? 0]);
      }
      return Object.fromEntries(counts) as SubjectCounts;
    },
  };
}
