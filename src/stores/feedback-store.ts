import type { ProjectScope } from '../auth/scope.js';
import type { PageWindow } from '../page.js';
import type { Prisma } from '@memory-gateway/database/prisma';
import { firstRow, type Queryable } from '@memory-gateway/database';
import { prismaPage } from './keyset.js';
import { deletedAt } from './memory/deletion-mark.js';

export type FeedbackValue = 'POSITIVE' | 'NEGATIVE' | 'VERY_NEGATIVE';

export interface FeedbackRow {
  readonly id: string;
  readonly projectId: string;
  readonly memoryId: string;
  /** Null: only a reason was given. */
  readonly feedback: FeedbackValue | null;
  readonly feedbackReason: string | null;
  /** User id, key prefix or authentication mode of the caller. */
  readonly givenBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewFeedback extends Pick<FeedbackRow, 'id' | 'memoryId' | 'feedback' | 'feedbackReason'> {
  readonly givenBy: string;
  readonly now: Date;
}

export interface RatingCounts {
  readonly memoryId: string;
  readonly positive: number;
  readonly negative: number;
  readonly veryNegative: number;
}

export interface FeedbackQuery {
  readonly memoryId: string | null;
  readonly feedback: FeedbackValue | null;
}

/**
 * Creates the store of feedback: one row for each caller and memory, deleted with its memory by the foreign key. Lists
 * use Prisma. Statements that lock the memory or read many memories use SQL.
 */
export function feedbackStore(db: Queryable) {
  const one = (sql: string, values: readonly unknown[]) => firstRow(db.execute<FeedbackRow>(sql, values));
  return {
    /** Replaces the caller's earlier feedback. @returns null if the project has no such visible memory */
    save: (scope: ProjectScope, { memoryId, id, feedback, feedbackReason, givenBy, now }: NewFeedback) =>
      one(SAVE, [scope.projectId, memoryId, id, feedback, feedbackReason, givenBy, now]),
    /** @returns the deleted feedback, or null if there was none */
    delete: (scope: ProjectScope, given: { memoryId: string; givenBy: string }) =>
      one(DELETE, [scope.projectId, given.memoryId, given.givenBy]),
    /**
     * Reads one page, newest first. Index: feedback_project_id_updated_at_id_idx or feedback_memory_id_given_by_key.
     */
    async list(scope: ProjectScope, query: FeedbackQuery, window: PageWindow): Promise<FeedbackRow[]> {
      const page = prismaPage({ time: 'updatedAt', direction: 'desc', hasUuids: true }, window, toWhere(scope, query));
      const rows = await (await db.prisma()).feedback.findMany(page);
      return rows.map((row) => ({ ...row, feedback: row.feedback as FeedbackValue | null }));
    },
    count: async (scope: ProjectScope, query: FeedbackQuery) =>
      (await db.prisma()).feedback.count({ where: toWhere(scope, query) }),
    /** Finds feedback on a visible memory of any project without checking access. Call `authorize` next. */
    find: (id: string) => firstRow(db.query<FeedbackRow>(FIND, [id])),
    ofMemories: (scope: ProjectScope, memoryIds: readonly string[], limit: number) =>
      db.query<FeedbackRow>(OF_MEMORIES, [scope.projectId, memoryIds, limit]),
    countByMemory: (scope: ProjectScope, memoryIds: readonly string[]) =>
      db.query<RatingCounts>(COUNT_BY_MEMORY, [scope.projectId, memoryIds]),
  };
}

const columns =
  'f.id, f.project_id, f.memory_id, f.feedback, f.feedback_reason, f.given_by, f.created_at, f.updated_at';

// Locks the memory, so that it cannot be deleted between the check and the write.
const SAVE = `
INSERT INTO feedback AS f (id, project_id, memory_id, feedback, feedback_reason, given_by, created_at, updated_at)
SELECT $3::uuid, m.project_id, m.id, $4, $5, $6, $7::timestamptz, $7::timestamptz FROM memories m
WHERE m.project_id = $1 AND m.id = $2::uuid AND m.deleted_at IS NULL FOR KEY SHARE
ON CONFLICT (memory_id, given_by) DO UPDATE SET feedback = excluded.feedback, feedback_reason = excluded.feedback_reason, updated_at = excluded.updated_at
RETURNING ${columns}`;

const DELETE = `DELETE FROM feedback f WHERE f.project_id = $1 AND f.memory_id = $2::uuid AND f.given_by = $3 RETURNING ${columns}`;

// Index: feedback_pkey.
const FIND = `SELECT ${columns} FROM feedback f WHERE f.id = $1::uuid AND ${deletedAt('f.project_id', 'f.memory_id')} IS NULL`;

// Index: feedback_memory_id_given_by_key, once for each memory.
const OF_MEMORIES = `
SELECT latest.* FROM unnest($2::uuid[]) AS wanted(id)
CROSS JOIN LATERAL (
  SELECT ${columns} FROM feedback f WHERE f.project_id = $1 AND f.memory_id = wanted.id ORDER BY f.updated_at DESC, f.id DESC LIMIT $3
) AS latest`;

// Index: feedback_memory_id_given_by_key.
const COUNT_BY_MEMORY = `
SELECT f.memory_id, count(*) FILTER (WHERE f.feedback = 'POSITIVE') AS positive, count(*) FILTER (WHERE f.feedback = 'NEGATIVE') AS negative,
  count(*) FILTER (WHERE f.feedback = 'VERY_NEGATIVE') AS very_negative
FROM feedback f WHERE f.project_id = $1 AND f.memory_id = ANY($2::uuid[]) GROUP BY f.memory_id`;

// Feedback on a memory that is marked as deleted is invisible too.
function toWhere({ projectId }: ProjectScope, { memoryId, feedback }: FeedbackQuery): Prisma.FeedbackWhereInput {
  return {
    projectId,
    memory: { deletedAt: null },
    ...(memoryId !== null && { memoryId }),
    ...(feedback !== null && { feedback }),
  };
}
