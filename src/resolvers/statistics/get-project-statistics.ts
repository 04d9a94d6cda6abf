import { enterProject } from '../../auth/enter-project.js';
import { onReplica, type AppContext } from '../../context.js';
import type { CallCounts, FeedbackCounts, MemoryCounts } from '../../stores/statistics-store.js';
import { toCalendarDay } from '../../validate.js';

export interface ProjectStatistics extends MemoryCounts, CallCounts {
  readonly projectId: string;
  readonly feedback: FeedbackCounts;
}

/** Returns the counts and usage of a project. Expired memories are not counted. */
export async function getProjectStatistics(ctx: AppContext, input: { projectId: string }): Promise<ProjectStatistics> {
  return ctx.admission.run('read', async () => {
    const scope = await enterProject(ctx, 'memory:read', input.projectId);
    const store = onReplica(ctx).stores.statistics;
    const [memories, feedback, calls] = await Promise.all([
      store.memories(scope, toCalendarDay(ctx.now())),
      store.feedback(scope),
      store.calls(scope),
    ]);
    return { projectId: scope.projectId, ...memories, ...calls, feedback };
  });
}
