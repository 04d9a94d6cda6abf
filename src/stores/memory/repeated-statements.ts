import { LINK_THRESHOLD, listWordings, withApostrophes } from '@memory-gateway/memory-engine';
import type { ProjectScope } from '../../auth/scope.js';
import { prepared, type Queryable, toRecords } from '@memory-gateway/database';
import type { NewMemory } from './memory-row.js';

/** A statement, and the memory that holds it already. */
export interface HeldStatement {
  /** Equal for statements of one owner that differ in case, punctuation or contractions only. Null: not a statement. */
  readonly statement: string | null;
  readonly id: string | null;
  readonly text: string | null;
}

// Index: memories_statement_idx. `statement_key` knows contractions with an apostrophe only, and the index keeps its results, so a statement
// is looked for in each of its wordings. A memory that is over or outdated does not hold what is said now.
const HELD = prepared(`
SELECT encode(statement_key(given.spelled), 'hex') AS statement, held.id, held.text
FROM jsonb_to_recordset($2::jsonb) AS given(
  ordinal int, user_id text, agent_id text, app_id text, run_id text, spelled text, wordings text[], event_date timestamptz)
LEFT JOIN LATERAL (
  SELECT m.id, m.text FROM memories m
  WHERE m.project_id = $1 AND m.deleted_at IS NULL
    AND statement_key(m.text) = ANY (ARRAY(SELECT statement_key(wording) FROM unnest(given.wordings) AS wording))
    AND m.user_id IS NOT DISTINCT FROM given.user_id AND m.agent_id IS NOT DISTINCT FROM given.agent_id
    AND m.app_id IS NOT DISTINCT FROM given.app_id AND m.run_id IS NOT DISTINCT FROM given.run_id
    AND m.event_date IS NOT DISTINCT FROM given.event_date
    AND m.lifecycle_state = 'active' AND (m.expiration_date IS NULL OR m.expiration_date >= $3::date)
    AND NOT EXISTS (
      SELECT FROM memory_links l WHERE l.project_id = $1 AND l.older_id = m.id AND l.status <> 'REJECTED' AND l.probability >= ${LINK_THRESHOLD})
  ORDER BY m.created_at, m.id LIMIT 1
) AS held ON true
ORDER BY given.ordinal`);

// Index: memories_pkey. Rows are locked in the order of their IDs, and others can link them meanwhile, so that two adds cannot deadlock.
const COUNT = `
WITH repeated AS (SELECT id, count(*)::int AS times FROM unnest($2::uuid[]) AS id GROUP BY id),
locked AS (
  SELECT m.id FROM memories m WHERE m.project_id = $1 AND m.id IN (SELECT id FROM repeated) AND m.deleted_at IS NULL ORDER BY m.id FOR NO KEY UPDATE)
UPDATE memories m SET repetitions = m.repetitions + repeated.times
FROM repeated JOIN locked USING (id) WHERE m.project_id = $1 AND m.id = repeated.id`;

/** Finds the memories that hold statements already, in the order of `memories`. @param today as `YYYY-MM-DD` */
export function findHeldStatements(
  queryable: Queryable,
  scope: ProjectScope,
  { memories, today }: { memories: readonly Statement[]; today: string },
): Promise<HeldStatement[]> {
  const given = memories.map(({ userId, agentId, appId, runId, text, eventDate }, ordinal) => {
    const spellings = { spelled: withApostrophes(text), wordings: listWordings(text) };
    return { ordinal, userId, agentId, appId, runId, eventDate, ...spellings };
  });
  return queryable.query<HeldStatement>(HELD, [scope.projectId, toRecords(given), today]);
}

export type Statement = Pick<NewMemory, 'userId' | 'agentId' | 'appId' | 'runId' | 'text' | 'eventDate'>;

/** Counts that statements were added again: one for each ID, which may be there several times. */
export async function countRepetitions(queryable: Queryable, scope: ProjectScope, ids: readonly string[]) {
  await queryable.execute(COUNT, [scope.projectId, ids]);
}
