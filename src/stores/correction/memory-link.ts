import type { ProjectScope } from '../../auth/scope.js';
import type { PageWindow } from '../../page.js';
import {
  firstNumber,
  firstRow,
  hashedAdvisoryLocks,
  prepared,
  type Queryable,
  toRecords,
} from '@memory-gateway/database';
import { deletedAt } from '../memory/deletion-mark.js';
import { followDeletion, settleStates, type MovedMemories, type StateChange } from './replaced-state.js';
import { pageBy, parameters, type Parameters } from '../keyset.js';

export type LinkRelation = 'SUPERSEDES' | 'MERGES';
export type LinkStatus = 'SUGGESTED' | 'CONFIRMED' | 'REJECTED';
export type LinkSource = 'RULE' | 'MODEL' | 'PERSON';

export interface MemoryLinkRow {
  readonly id: string;
  readonly projectId: string;
  readonly newerId: string;
  readonly olderId: string;
  /** 0 to 1. */
  readonly probability: number;
  readonly relation: LinkRelation;
  readonly status: LinkStatus;
  readonly source: LinkSource;
  /** As given by the model or the person. Null for rules. */
  readonly reason: string | null;
  /** User id, key prefix or authentication mode of the person who decided. */
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly createdAt: Date;
}

export type NewMemoryLink = Omit<MemoryLinkRow, 'projectId'>;

export interface LinkDecision extends Pick<MemoryLinkRow, 'status' | 'relation' | 'decidedBy' | 'decidedAt'> {
  readonly id: string;
}

/** Filters of a list of links. Null: no restriction. */
export interface LinkQuery {
  readonly status: LinkStatus | null;
  readonly minProbability: number | null;
  readonly maxProbability: number | null;
  readonly memoryId: string | null;
  /** User of the newer memory. */
  readonly userId: string | null;
}

export interface LinksToKeep {
  readonly newerIds: readonly string[];
  /** Number of links of each memory. */
  readonly most: number;
  /** Probability from which a link stays beside a better one. */
  readonly further: number;
}

/** Creates the store of links between visible memories. SQL, because statements join memories and searches run one. */
export function memoryLinkStore(db: Queryable) {
  const one = (sql: string, values: readonly unknown[]) => firstRow(db.query<MemoryLinkRow>(sql, values));
  const change = (sql: string, values: readonly unknown[]) => firstRow(db.execute<MemoryLinkRow>(sql, values));
  return {
    /** Stores links of memories that are there. An existing link keeps its decision and gets the greater probability. */
    save: (scope: ProjectScope, rows: readonly NewMemoryLink[]) =>
      rows.length === 0 ? Promise.resolve([]) : db.execute(SAVE, [scope.projectId, toRecords(rows)]),
    /** Keeps only the most probable links that rules suggested for each of these newer memories: the best, and others from `further`. */
    pruneRules: (scope: ProjectScope, { newerIds, most, further }: LinksToKeep) =>
      db.execute(PRUNE, [scope.projectId, newerIds, most, further]),
    removeRules: (scope: ProjectScope, memoryId: string) => db.execute(REMOVE_RULES, [scope.projectId, memoryId]),
    get: (scope: ProjectScope, id: string) => one(GET, [scope.projectId, id]),
    /** As `get`, and blocks other changes of the link until the transaction ends. */
    lock: (scope: ProjectScope, id: string) => change(`${GET} FOR NO KEY UPDATE OF l`, [scope.projectId, id]),
    /** Blocks other decisions about links of the project until the transaction ends, so that two of them cannot close a circle. */
    lockDecisions: (scope: ProjectScope) =>
      db.execute(LOCK_DECISIONS, [hashedAdvisoryLocks.linkDecisions, scope.projectId]),
    /** Whether confirmed links say that the older memory replaces the newer one, directly or through others. A link would then hide both. */
    isReplaced: async (scope: ProjectScope, pair: { newerId: string; olderId: string }) =>
      (await db.query(IS_REPLACED, [scope.projectId, pair.newerId, pair.olderId])).length > 0,
    between: (scope: ProjectScope, pair: { newerId: string; olderId: string }) =>
      one(BETWEEN, [scope.projectId, pair.newerId, pair.olderId]),
    /** Sets the state of memories by their confirmed links. @returns the IDs of those that changed */
    settle: (scope: ProjectScope, change: StateChange) => settleStates(db, scope, change),
    /** Sets the state of the memories that depend on memories of a deletion. @returns the IDs of those that changed */
    followDeletion: (scope: ProjectScope, moved: MovedMemories) => followDeletion(db, scope, moved),
    /** Finds the project of a visible link without checking access. Call `authorize` next. */
    projectOf: (id: string) => firstRow(db.query<{ projectId: string }>(PROJECT_OF, [id])),
    decide: (scope: ProjectScope, decision: LinkDecision) =>
      change(DECIDE, [
        scope.projectId,
        decision.id,
        decision.status,
        decision.relation,
        decision.decidedBy,
        decision.decidedAt,
      ]),
    /**
     * Lists links of these memories that are not rejected, on either side, oldest first. Excludes links of a memory whose text equals
     * the query.
     */
    touching: (scope: ProjectScope, { memoryIds, query }: { memoryIds: readonly string[]; query: string }) =>
      db.query<MemoryLinkRow>(TOUCHING, [scope.projectId, memoryIds, query.trim()]),
    /** Lists links of each memory that are not rejected, on either side, most probable first. */
    ofMemories: (scope: ProjectScope, memoryIds: readonly string[], limit: number) =>
      db.query<MemoryLinkRow & { readonly memoryId: string }>(OF_MEMORIES, [scope.projectId, memoryIds, limit]),
    /** Finds the most probable link of each of these older memories that is not rejected. */
    outdating: (scope: ProjectScope, memoryIds: readonly string[]) =>
      db.query<MemoryLinkRow>(OUTDATING, [scope.projectId, memoryIds]),
    /** Reads one page, newest first. Index: memory_links_project_id_created_at_id_idx. */
    list(scope: ProjectScope, query: LinkQuery, window: PageWindow): Promise<MemoryLinkRow[]> {
      const { values, bind } = parameters();
      const where = conditions(scope, query, bind);
      const page = pageBy({ time: 'l.created_at', id: 'l.id', direction: 'DESC' }, window, bind);
      return db.query(`SELECT ${columns} FROM memory_links l WHERE ${where} AND ${page.beyond} ${page.rest}`, values);
    },
    count(scope: ProjectScope, query: LinkQuery): Promise<number> {
      const { values, bind } = parameters();
      const sql = `SELECT count(*) AS total FROM memory_links l WHERE ${conditions(scope, query, bind)}`;
      return firstNumber(db.query(sql, values));
    },
  };
}

const columns =
  'l.id, l.project_id, l.newer_id, l.older_id, l.probability, l.relation, l.status, l.source, l.reason, l.decided_by, l.decided_at, l.created_at';

const isShown = `coalesce(${deletedAt('l.project_id', 'l.newer_id')}, ${deletedAt('l.project_id', 'l.older_id')}) IS NULL`;

// Indexes: memories_pkey, memory_links_newer_id_older_id_key. A memory can have been deleted since it was read. The lock waits for such a deletion.
const SAVE = prepared(`
WITH given AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, newer_id uuid, older_id uuid, probability float8, relation text, status text,
    source text, reason text, decided_by text, decided_at timestamptz, created_at timestamptz)
), present AS MATERIALIZED (
  SELECT m.id FROM memories m WHERE m.project_id = $1 AND m.id = ANY(ARRAY(SELECT newer_id FROM given UNION SELECT older_id FROM given)) ORDER BY m.id FOR KEY SHARE
)
INSERT INTO memory_links AS l (id, project_id, newer_id, older_id, probability, relation, status, source, reason, decided_by, decided_at, created_at)
SELECT r.id, $1, r.newer_id, r.older_id, r.probability, r.relation, r.status, r.source, r.reason, r.decided_by, r.decided_at, r.created_at
FROM given r WHERE r.newer_id IN (SELECT id FROM present) AND r.older_id IN (SELECT id FROM present)
ORDER BY r.newer_id, r.older_id
ON CONFLICT ON CONSTRAINT memory_links_newer_id_older_id_key DO UPDATE SET probability = greatest(l.probability, excluded.probability),
  source = CASE WHEN excluded.source = 'RULE' THEN l.source ELSE excluded.source END,
  reason = coalesce(excluded.reason, l.reason),
  status = CASE WHEN l.status = 'SUGGESTED' THEN excluded.status ELSE l.status END,
  relation = CASE WHEN l.status = 'SUGGESTED' THEN excluded.relation ELSE l.relation END,
  decided_by = coalesce(l.decided_by, excluded.decided_by), decided_at = coalesce(l.decided_at, excluded.decided_at)`);

// Index: memory_links_newer_id_older_id_key.
const PRUNE = prepared(`
DELETE FROM memory_links l
WHERE l.project_id = $1 AND l.newer_id = ANY($2::uuid[]) AND l.status = 'SUGGESTED' AND l.source = 'RULE'
  AND (SELECT count(*) FROM memory_links better
    WHERE better.project_id = l.project_id AND better.newer_id = l.newer_id AND better.status <> 'REJECTED'
      AND (better.probability, better.id) > (l.probability, l.id)) >= CASE WHEN l.probability >= $4::float8 THEN $3::int ELSE 1 END`);

// Indexes: memory_links_newer_id_older_id_key, memory_links_older_id_idx.
const REMOVE_RULES = `
DELETE FROM memory_links l
WHERE l.project_id = $1 AND (l.newer_id = $2::uuid OR l.older_id = $2::uuid) AND l.status = 'SUGGESTED' AND l.source = 'RULE'`;

const GET = `SELECT ${columns} FROM memory_links l WHERE l.project_id = $1 AND l.id = $2::uuid AND ${isShown}`;
const BETWEEN = `SELECT ${columns} FROM memory_links l WHERE l.project_id = $1 AND l.newer_id = $2::uuid AND l.older_id = $3::uuid AND ${isShown}`;
const PROJECT_OF = `SELECT l.project_id FROM memory_link_ids l WHERE l.id = $1::uuid AND ${isShown}`;
const LOCK_DECISIONS = 'SELECT pg_advisory_xact_lock($1::int, hashtext($2))';

// Index: memory_links_older_id_idx. Of several links that replace a memory, the one that was decided last counts, but another can count again.
// So can those of a memory whose deletion is undone.
const IS_REPLACED = `
WITH RECURSIVE later AS (
  SELECT $2::uuid AS id
  UNION
  SELECT l.newer_id FROM later JOIN memory_links l ON l.older_id = later.id WHERE l.project_id = $1 AND l.status = 'CONFIRMED'
)
SELECT FROM later WHERE id = $3::uuid`;

const DECIDE = `
UPDATE memory_links l SET status = $3, relation = $4, decided_by = $5, decided_at = $6::timestamptz
WHERE l.project_id = $1 AND l.id = $2::uuid RETURNING ${columns}`;

// Indexes: memory_links_newer_id_older_id_key, memory_links_older_id_idx, memories_pkey. A query that repeats a memory's text asks for that
// memory, so no link may rank another memory above it.
const TOUCHING = prepared(`
SELECT ${columns} FROM memory_links l
WHERE l.project_id = $1 AND (l.newer_id = ANY($2::uuid[]) OR l.older_id = ANY($2::uuid[])) AND l.status <> 'REJECTED' AND ${isShown}
  AND NOT EXISTS (SELECT FROM memories exact WHERE exact.project_id = l.project_id AND exact.id IN (l.newer_id, l.older_id) AND lower(exact.text) = lower($3))
ORDER BY l.created_at, l.id`);

// Indexes: memory_links_newer_id_older_id_key and memory_links_older_id_idx, once for each memory.
const OF_MEMORIES = `
SELECT wanted.id AS memory_id, found.* FROM unnest($2::uuid[]) AS wanted(id)
CROSS JOIN LATERAL (
  SELECT ${columns} FROM memory_links l
  WHERE l.project_id = $1 AND (l.newer_id = wanted.id OR l.older_id = wanted.id) AND l.status <> 'REJECTED' AND ${isShown}
  ORDER BY l.probability DESC, l.id LIMIT $3
) AS found`;

// Index: memory_links_older_id_idx.
const OUTDATING = prepared(`
SELECT DISTINCT ON (l.older_id) ${columns} FROM memory_links l
WHERE l.project_id = $1 AND l.older_id = ANY($2::uuid[]) AND l.status <> 'REJECTED' AND ${isShown}
ORDER BY l.older_id, l.probability DESC, l.id`);

function conditions(scope: ProjectScope, query: LinkQuery, bind: Parameters['bind']): string {
  const { status, minProbability, maxProbability, memoryId, userId } = query;
  const memory = memoryId === null ? null : bind(memoryId);
  return [
    `l.project_id = ${bind(scope.projectId)}`,
    isShown,
    ...(status === null ? [] : [`l.status = ${bind(status)}`]),
    ...(minProbability === null ? [] : [`l.probability >= ${bind(minProbability)}`]),
    ...(maxProbability === null ? [] : [`l.probability <= ${bind(maxProbability)}`]),
    // Index: memories_pkey.
    ...(userId === null
      ? []
      : [
          `EXISTS (SELECT FROM memories m WHERE m.project_id = l.project_id AND m.id = l.newer_id AND m.user_id = ${bind(userId)})`,
        ]),
    ...(memory === null ? [] : [`(l.newer_id = ${memory}::uuid OR l.older_id = ${memory}::uuid)`]),
  ].join(' AND ');
}
