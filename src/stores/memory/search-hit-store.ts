import type { ProjectScope } from '../../auth/scope.js';
import { firstNumber, type Queryable } from '@memory-gateway/database';

/** A query that found a memory. */
export interface HitQuery {
  readonly query: string;
  readonly count: number;
  /** Last time, in milliseconds since 1970. */
  readonly at: number;
}

/** Searches that found a memory. */
export interface SearchHit {
  readonly memoryId: string;
  readonly count: number;
  /** Last time. */
  readonly at: Date;
  /** Newest first. */
  readonly queries: readonly HitQuery[];
}

/** Number of queries stored for a memory. Others only count. */
const hitQueriesMax = 10;

/** Creates the store of search hits: one row per memory, deleted with it. SQL, because searches write them. */
export function searchHitStore(db: Queryable) {
  return {
    /** Adds hits to their memories. Skips memories that are deleted or locked by a deletion. */
    async add({ projectId }: ProjectScope, hits: readonly SearchHit[]): Promise<void> {
      const rows = hits.map(({ memoryId, count, at, queries }) => ({
        memory_id: memoryId,
        hits: count,
        at,
        queries: queries.slice(0, hitQueriesMax),
      }));
      await db.execute(ADD, [projectId, JSON.stringify(rows)]);
    },

    /** Returns the hits of memories that were found before. */
    read: ({ projectId }: ProjectScope, memoryIds: readonly string[]) =>
      db.query<SearchHit>(READ, [projectId, memoryIds]),

    /** Removes queries older than the date from up to `batch` memories. Counts stay. @returns the number of memories */
    removeQueries(date: Date, batch: number): Promise<number> {
      return firstNumber(db.execute(REMOVE, [date, batch, null]));
    },

    /** Removes the queries of projects that do not record them, from up to `batch` memories. @returns as `removeQueries` */
    removeUnrecordedQueries(batch: number): Promise<number> {
      return firstNumber(db.execute(REMOVE_UNRECORDED, [batch]));
    },

    /** Like `removeQueries`, of one project. */
    removeQueriesOfProject({ projectId }: ProjectScope, date: Date, batch: number): Promise<number> {
      return firstNumber(db.execute(REMOVE, [date, batch, projectId]));
    },
  };
}

// A deletion locks its memories first and removes their hits later. Locking the memories too, and skipping those that
// are locked, keeps the two from waiting for each other.
const ADD = `
  WITH given AS (
    SELECT g.memory_id, g.hits, g.at, CASE WHEN p.record_search_queries THEN g.queries ELSE '[]' END AS queries
    FROM jsonb_to_recordset($2::jsonb) AS g(memory_id uuid, hits int, at timestamptz, queries jsonb)
    JOIN projects p ON p.id = $1
  ), found AS (
    SELECT id FROM memories WHERE project_id = $1 AND deleted_at IS NULL AND id = ANY(ARRAY(SELECT memory_id FROM given))
    ORDER BY id FOR KEY SHARE SKIP LOCKED
  )
  INSERT INTO search_hits AS h (memory_id, project_id, hits, last_at, queries, oldest_query_at)
  SELECT g.memory_id, $1, g.hits, g.at, g.queries, (SELECT to_timestamp(min((q->>'at')::bigint) / 1000.0) FROM jsonb_array_elements(g.queries) AS q)
  FROM given g JOIN found ON found.id = g.memory_id ORDER BY g.memory_id
  ON CONFLICT (memory_id) DO UPDATE SET
    hits = h.hits + excluded.hits,
    last_at = greatest(h.last_at, excluded.last_at),
    (queries, oldest_query_at) = (
      SELECT coalesce(jsonb_agg(jsonb_build_object('query', kept.query, 'count', kept.count, 'at', kept.at) ORDER BY kept.at DESC), '[]'),
        to_timestamp(min(kept.at) / 1000.0)
      FROM (
        SELECT q->>'query' AS query, sum((q->>'count')::int) AS count, max((q->>'at')::bigint) AS at
        FROM jsonb_array_elements(h.queries || excluded.queries) AS q GROUP BY 1 ORDER BY 3 DESC LIMIT ${hitQueriesMax}
      ) AS kept
    )`;

const READ = `
  SELECT memory_id, hits AS count, last_at AS at, queries FROM search_hits
  WHERE project_id = $1 AND memory_id = ANY($2::uuid[])`;

const REMOVE_UNRECORDED = `
  WITH unrecorded AS (
    SELECT h.memory_id FROM search_hits h JOIN projects p ON p.id = h.project_id
    WHERE NOT p.record_search_queries AND h.oldest_query_at IS NOT NULL LIMIT $1
    FOR UPDATE OF h SKIP LOCKED
  ), changed AS (
    UPDATE search_hits h SET queries = '[]', oldest_query_at = NULL
    FROM unrecorded WHERE h.memory_id = unrecorded.memory_id RETURNING 1
  )
  SELECT count(*) AS changed FROM changed`;

// Index: search_hits_oldest_query_at_idx.
const REMOVE = `
  WITH old AS (
    SELECT memory_id FROM search_hits WHERE oldest_query_at < $1 AND ($3::text IS NULL OR project_id = $3) LIMIT $2
    FOR UPDATE SKIP LOCKED
  ), changed AS (
    UPDATE search_hits h SET (queries, oldest_query_at) = (
      SELECT coalesce(jsonb_agg(q ORDER BY (q->>'at')::bigint DESC), '[]'), to_timestamp(min((q->>'at')::bigint) / 1000.0)
      FROM jsonb_array_elements(h.queries) AS q WHERE to_timestamp((q->>'at')::bigint / 1000.0) >= $1
    )
    FROM old WHERE h.memory_id = old.memory_id RETURNING 1
  )
  SELECT count(*) AS changed FROM changed`;
