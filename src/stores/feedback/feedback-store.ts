import type { ProjectScope } from '../../auth/scope.js';
import type { PageWindow } from '../../page.js';
import type { Queryable } from '../database/open-database.js';
import { pageBy, parameters, type Parameters } from '../sql/keyset.js';

/** A judgement of a memory. */
export type FeedbackValue = 'POSITIVE' | 'NEGATIVE' | 'VERY_NEGATIVE';

/** What one caller thinks of one memory. */
export interface FeedbackRow {
  readonly id: string;
  readonly projectId: string;
  readonly memoryId: string;
  /** Null: a reason alone. */
  readonly feedback: FeedbackValue | null;
  readonly feedbackReason: string | null;
  /** User id, key prefix or authentication mode of who gave it. */
  readonly givenBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Feedback to be kept. */
export interface NewFeedback extends Pick<FeedbackRow, 'id' | 'memoryId' | 'feedback' | 'feedbackReason'> {
  readonly givenBy: string;
  readonly now: Date;
}

/** Which feedback a list is about; null: all. */
export interface FeedbackQuery {
  readonly memoryId: string | null;
  readonly feedback: FeedbackValue | null;
}

/** Reads and writes feedback: at most one of each caller on each memory. It goes with its memory, by the foreign key. */
export function feedbackStore(db: Queryable) {
  const one = async (sql: string, values: readonly unknown[]) => (await db.query<FeedbackRow>(sql, values))[0] ?? null;
  return {
    /** Replaces what the caller gave before. @returns null when there is no such memory to be seen in the project */
    save: (scope: ProjectScope, { memoryId, id, feedback, feedbackReason, givenBy, now }: NewFeedback) =>
      one(SAVE, [scope.projectId, memoryId, id, feedback, feedbackReason, givenBy, now]),
    /** @returns what was there */
    remove: (scope: ProjectScope, given: { memoryId: string; givenBy: string }) =>
      one(REMOVE, [scope.projectId, given.memoryId, given.givenBy]),
    /** One page, the latest first. Reads feedback_project_id_updated_at_id_idx, or feedback_memory_id_given_by_key. */
    list(scope: ProjectScope, query: FeedbackQuery, window: PageWindow): Promise<FeedbackRow[]> {
      const { values, bind } = parameters();
      const where = conditions(scope, query, bind);
      const page = pageBy({ time: 'f.updated_at', id: 'f.id', direction: 'DESC' }, window, bind);
      return db.query(`SELECT ${columns} FROM feedback f WHERE ${where} AND ${page.beyond} ${page.rest}`, values);
    },
    async count(scope: ProjectScope, query: FeedbackQuery): Promise<number> {
      const { values, bind } = parameters();
      const [row] = await db.query<{ total: number }>(
        `SELECT count(*) AS total FROM feedback f WHERE ${conditions(scope, query, bind)}`,
        values,
      );
      return row?.total ?? 0;
    },
    /** The latest `limit` of each of these memories, the latest first. */
    ofMemories: (scope: ProjectScope, memoryIds: readonly string[], limit: number) =>
      db.query<FeedbackRow>(OF_MEMORIES, [scope.projectId, memoryIds, limit]),
  };
}

const columns =
  'f.id, f.project_id, f.memory_id, f.feedback, f.feedback_reason, f.given_by, f.created_at, f.updated_at';

// Held, so that the memory cannot go between the look and the write.
const SAVE = `
INSERT INTO feedback AS f (id, project_id, memory_id, feedback, feedback_reason, given_by, created_at, updated_at)
SELECT $3::uuid, m.project_id, m.id, $4, $5, $6, $7::timestamptz, $7::timestamptz FROM memories m
WHERE m.project_id = $1 AND m.id = $2::uuid AND m.deleted_at IS NULL FOR KEY SHARE
ON CONFLICT (memory_id, given_by) DO UPDATE SET feedback = excluded.feedback, feedback_reason = excluded.feedback_reason, updated_at = excluded.updated_at
RETURNING ${columns}`;

const REMOVE = `DELETE FROM feedback f WHERE f.project_id = $1 AND f.memory_id = $2::uuid AND f.given_by = $3 RETURNING ${columns}`;

// feedback_memory_id_given_by_key, once for each memory
const OF_MEMORIES = `
SELECT latest.* FROM unnest($2::uuid[]) AS wanted(id)
CROSS JOIN LATERAL (
  SELECT ${columns} FROM feedback f WHERE f.project_id = $1 AND f.memory_id = wanted.id ORDER BY f.updated_at DESC, f.id DESC LIMIT $3
) AS latest`;

// What hangs on a memory that waits for its removal is as invisible as the memory.
function conditions(scope: ProjectScope, { memoryId, feedback }: FeedbackQuery, bind: Parameters['bind']): string {
  return [
    `f.project_id = ${bind(scope.projectId)}`,
    'EXISTS (SELECT FROM memories m WHERE m.id = f.memory_id AND m.deleted_at IS NULL)',
    ...(memoryId === null ? [] : [`f.memory_id = ${bind(memoryId)}::uuid`]),
    ...(feedback === null ? [] : [`f.feedback = ${bind(feedback)}`]),
  ].join(' AND ');
}
