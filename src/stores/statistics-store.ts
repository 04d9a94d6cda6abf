import type { ProjectScope } from '../auth/scope.js';
import type { Queryable } from '@memory-gateway/database';
import { isCurrent } from './memory/memory-scope.js';

export interface MemoryCounts {
  readonly memories: number;
  /** Memories that belong to a user, and so on. */
  readonly ofUsers: number;
  readonly ofAgents: number;
  readonly ofApps: number;
  readonly ofRuns: number;
  /** Users that have memories, and so on. */
  readonly users: number;
  readonly agents: number;
  readonly apps: number;
  readonly runs: number;
  /** Asynchronous or verbatim adds since the project was created. */
  readonly adds: number;
}

/** Memories and entities that were created on a day (UTC). */
export interface CreatedCounts {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly memories: number;
  readonly entities: number;
}

export interface FeedbackCounts {
  readonly positive: number;
  readonly negative: number;
  readonly veryNegative: number;
}

export interface CallCounts {
  readonly retrievals: number;
  readonly apiRetrievals: number;
}

/** Creates the store of project statistics. SQL, because one statement counts several tables. */
export function statisticsStore(db: Queryable) {
  return {
    /** Counts memories and their owners, without merged ones. @param today as `YYYY-MM-DD`; excludes memories that expired before */
    async memories(scope: ProjectScope, today: string): Promise<MemoryCounts> {
      const [row] = await db.query<MemoryCounts>(MEMORIES, [scope.projectId, today]);
      if (!row) throw new Error('The database did not return the counts.');
      return row;
    },
    /** Counts new memories and entities by day, oldest first. The first day includes everything before it. */
    created: (scope: ProjectScope, { since, today }: { since: string; today: string }): Promise<CreatedCounts[]> =>
      db.query(CREATED, [scope.projectId, today, since]),
    async feedback(scope: ProjectScope): Promise<FeedbackCounts> {
      const [row] = await db.query<FeedbackCounts>(FEEDBACK, [scope.projectId]);
      return row ?? { positive: 0, negative: 0, veryNegative: 0 };
    },
    /** Returns the kept counts of retrievals and adds those of the entries since. */
    async calls(scope: ProjectScope): Promise<CallCounts> {
      const [row] = await db.query<CallCounts>(CALLS, [scope.projectId, retrievals]);
      return row ?? { retrievals: 0, apiRetrievals: 0 };
    },
    /**
     * Counts the retrievals of every project in the next part of the request log, whose entries may then be deleted.
     * @param end id up to which no further entry can appear
     * @param partSize ids that one statement counts, so that it ends long before its time limit
     * @returns false if more entries remain
     */
    async keepCalls(end: number, partSize = 100_000): Promise<boolean> {
      const [part] = await db.query<{ after: number; upTo: number }>(NEXT_PART, [partSize, end]);
      if (!part || part.after >= end) return true;
      await db.execute(KEEP_CALLS, [part.after, retrievals, part.upTo]);
      return part.upTo === end;
    },
  };
}

/** Operations that read memories: REST operation ids, and names of the typed client's GraphQL documents. */
const retrievals = [
  ...[
    'searchMemories',
    'searchMemoriesV1',
    'searchMemoriesV2',
    'listMemories',
    'listMemoriesV1',
    'listMemoriesV2',
    'listMemoriesOfEntity',
    'getMemory',
  ],
  ...['SearchMemories', 'Memories', 'Memory'],
];

const entity = (type: string, column: string) => `
(SELECT count(*) FROM entities e WHERE e.project_id = $1 AND e.type = '${type}' AND EXISTS (
  SELECT FROM memories m WHERE m.project_id = $1 AND m.${column} = e.name AND ${isCurrent('$2')}
))`;

// One pass over the memories of the project. Indexes: entities_project_id_type_name_key, with one lookup in
// memories_user_idx (or its siblings) per entity; events_project_id_type_idx.
const MEMORIES = `
SELECT count(*) AS memories, count(m.user_id) AS of_users, count(m.agent_id) AS of_agents, count(m.app_id) AS of_apps, count(m.run_id) AS of_runs,
  ${entity('user', 'user_id')} AS users, ${entity('agent', 'agent_id')} AS agents, ${entity('app', 'app_id')} AS apps, ${entity('run', 'run_id')} AS runs,
  (SELECT count(*) FROM events e WHERE e.project_id = $1 AND e.type = 'ADD') AS adds
FROM memories m WHERE m.project_id = $1 AND ${isCurrent('$2')}`;

const createdDay = (row: 'm' | 'e') =>
  `(greatest(${row}.created_at, $3::date AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')::date`;

// One pass over the memories of the project, as MEMORIES, and one over its entities.
const CREATED = `
SELECT day::text AS day, sum(memories)::int AS memories, sum(entities)::int AS entities
FROM (
  SELECT ${createdDay('m')} AS day, 1 AS memories, 0 AS entities FROM memories m WHERE m.project_id = $1 AND ${isCurrent('$2')}
  UNION ALL
  SELECT ${createdDay('e')}, 0, 1 FROM entities e WHERE e.project_id = $1
) created
WHERE day <= $2::date GROUP BY day ORDER BY day`;

// Index: feedback_project_id_updated_at_id_idx.
const FEEDBACK = `
SELECT count(*) FILTER (WHERE f.feedback = 'POSITIVE') AS positive, count(*) FILTER (WHERE f.feedback = 'NEGATIVE') AS negative,
  count(*) FILTER (WHERE f.feedback = 'VERY_NEGATIVE') AS very_negative
FROM feedback f JOIN memories m ON m.project_id = f.project_id AND m.id = f.memory_id AND m.deleted_at IS NULL WHERE f.project_id = $1`;

// Pages of the dashboard read memories too. They are no use of the memories by an application.
const isRetrieval = "r.operation = ANY($2::text[]) AND r.outcome = 'OK' AND r.client IS DISTINCT FROM 'dashboard'";

const counted = `
count(*) FILTER (WHERE ${isRetrieval}) AS retrievals,
count(*) FILTER (WHERE ${isRetrieval} AND r.auth_type IN ('api_key', 'oauth', 'admin_api_key')) AS api_retrievals`;

// Index: request_logs_project_id_id_idx.
const CALLS = `
WITH last AS (
  SELECT coalesce(max(up_to_id), 0) AS up_to_id, coalesce(max(retrievals), 0) AS retrievals, coalesce(max(api_retrievals), 0) AS api_retrievals
  FROM call_counts WHERE project_id = $1
), fresh AS (
  SELECT ${counted} FROM request_logs r WHERE r.project_id = $1 AND r.id > (SELECT up_to_id FROM last)
)
SELECT (last.retrievals + fresh.retrievals)::bigint AS retrievals, (last.api_retrievals + fresh.api_retrievals)::bigint AS api_retrievals FROM last, fresh`;

// Index: request_logs_pkey.
const NEXT_PART = `
SELECT greatest(kept.id, oldest.id - 1) AS after, least(greatest(kept.id, oldest.id - 1) + $1::bigint, $2::bigint) AS up_to
FROM (SELECT coalesce((SELECT value::bigint FROM settings WHERE key = 'internal.calls_kept_up_to'), 0) AS id) AS kept,
  (SELECT coalesce(min(id), 1) AS id FROM request_logs) AS oldest`;

// Whichever process counts a part, every entry up to the kept id is in the count of its project. Index: request_logs_pkey.
const KEEP_CALLS = `
WITH fresh AS (
  SELECT r.project_id, ${counted}, max(r.id) AS up_to_id FROM request_logs r LEFT JOIN call_counts c ON c.project_id = r.project_id
  WHERE r.id > $1::bigint AND r.id <= $3::bigint AND r.id > coalesce(c.up_to_id, 0) GROUP BY r.project_id
), kept AS (
  INSERT INTO call_counts AS c (project_id, up_to_id, retrievals, api_retrievals)
  SELECT f.project_id, f.up_to_id, f.retrievals + coalesce(o.retrievals, 0), f.api_retrievals + coalesce(o.api_retrievals, 0)
  FROM fresh f JOIN projects p ON p.id = f.project_id LEFT JOIN call_counts o ON o.project_id = f.project_id
  ON CONFLICT (project_id) DO UPDATE SET up_to_id = excluded.up_to_id, retrievals = excluded.retrievals, api_retrievals = excluded.api_retrievals
  WHERE c.up_to_id < excluded.up_to_id
)
INSERT INTO settings AS s (key, value) VALUES ('internal.calls_kept_up_to', to_jsonb($3::bigint))
ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now() WHERE s.value::bigint < excluded.value::bigint`;
