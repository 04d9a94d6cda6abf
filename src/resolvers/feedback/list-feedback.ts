import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { ValidationError, orNotFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { FeedbackRow, FeedbackValue } from '../../stores/feedback-store.js';
import { groupBy } from '../shared/group-by.js';
import { readByProject, type MemoryKey } from '../shared/read-by-project.js';
import { toTimeAndIdWindow } from '../memory/list-key.js';

/** Maximum number of feedback items shown with one memory. The project's list returns all of them. */
const shownOfMemory = 100;

/** Lists the feedback in a project, newest first. @throws ValidationError on ids and paging arguments */
export async function listFeedback(
  ctx: AppContext,
  input: PageArgs & {
    projectId: string;
    memoryId?: string | null | undefined;
    feedback?: FeedbackValue | null | undefined;
  },
): Promise<Page<FeedbackRow>> {
  if (input.memoryId != null && !isUuid(input.memoryId)) throw new ValidationError({ memoryId: ['must be a UUID.'] });
  const window = toTimeAndIdWindow(pageWindow(input));
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const query = { memoryId: input.memoryId ?? null, feedback: input.feedback ?? null };
  return toPage(window, await ctx.stores.feedback.list(scope, query, window), {
    key: (row) => [row.updatedAt.toISOString(), row.id],
    total: () => ctx.stores.feedback.count(scope, query),
  });
}

/** Returns feedback of any project by its id. @throws NotFoundError if missing or hidden */
export async function getFeedback(ctx: AppContext, { id }: { id: string }): Promise<FeedbackRow> {
  requireCaller(ctx);
  const find = async () => {
    return orNotFound(isUuid(id) ? await ctx.stores.feedback.find(id) : null, 'Feedback');
  };
  // To enter a project marks the memories of accepted deletions, which hides their feedback.
  await enterProject(ctx, 'memory:read', (await find()).projectId);
  return find();
}

/** Returns the newest feedback on each visible memory, at most 100 items each. For loaders. */
export async function listFeedbackOfMemories(
  ctx: AppContext,
  input: { memories: readonly MemoryKey[] },
): Promise<readonly (readonly FeedbackRow[])[]> {
  const rows = await readByProject(ctx, input.memories, (scope, ids) =>
    ctx.stores.feedback.ofMemories(scope, ids, shownOfMemory),
  );
  const byMemory = groupBy(rows, (row) => row.memoryId);
  return input.memories.map(({ id }) => byMemory.get(id) ?? []);
}
