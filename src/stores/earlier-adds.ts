import type { Json } from '@memory-gateway/memory-engine';
import type { ProjectScope } from '../auth/scope.js';
import type { EntityIds } from './memory/memory-row.js';
import { prepared, type Queryable } from '@memory-gateway/database';

/** An add whose messages can be context for a later one. */
export interface EarlierAdd {
  readonly id: string;
  readonly createdAt: Date;
  readonly payload: Json;
}

/** As JSON, so that no two lists of IDs give the same text. Null in payloads that have no IDs. */
const owners = (payload: string): string =>
  ['userId', 'agentId', 'appId', 'runId'].map((field) => `(${payload} -> '${field}')::text`).join(' || ');

const conversation = (payload: string): string => `hashtextextended(${owners(payload)}, 0)`;

// A deletion that was accepted hides what was said before, also until its grace period ends and its texts are removed.
// Compared with one value: with two bounds, Postgres would plan each execution, which takes longer than the read.
const hasText = (since: string): string => `e.payload ? 'messages' AND e.status <> 'CANCELLED' AND e.created_at >
  greatest(${since}, (SELECT max(d.requested_at) FROM deletions d WHERE d.project_id = $1))`;

// Index: events_conversation_idx. Two conversations can have the same hash.
const EARLIER_ADDS = prepared(`
SELECT e.id, e.created_at, e.payload FROM events e
WHERE e.project_id = $1 AND e.type = 'ADD' AND ${conversation('e.payload')} = ${conversation('$2::jsonb')} AND ${owners('e.payload')} = ${owners('$2::jsonb')}
  AND (e.created_at, e.id) < ($3::timestamptz, $4::uuid) AND ${hasText('$5::timestamptz')}
ORDER BY e.created_at DESC, e.id DESC LIMIT 4`);

/**
 * Reads the last adds of exactly these owners before an event, newest first, at most four. Leaves out adds without stored messages, those that
 * were cancelled, and those before a deletion. Row-level security would exclude the index.
 */
export function findEarlierAdds(
  queryable: Queryable,
  { projectId }: ProjectScope,
  {
    userId,
    agentId,
    appId,
    runId,
    before,
    since,
  }: EntityIds & { before: { id: string; createdAt: Date }; since: Date },
): Promise<EarlierAdd[]> {
  const ids = JSON.stringify({ userId, agentId, appId, runId });
  return queryable.asOwner.query<EarlierAdd>(EARLIER_ADDS, [projectId, ids, before.createdAt, before.id, since]);
}

/** SQL expression: whether all adds whose ids are the array `ids` still have their text. $1: project. */
export const haveText = (ids: string): string =>
  `(SELECT count(*) = cardinality(${ids}) FROM events e WHERE e.project_id = $1 AND e.id = ANY (${ids}) AND ${hasText("'-infinity'::timestamptz")})`;
