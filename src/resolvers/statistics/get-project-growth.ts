import { enterProject } from '../../auth/enter-project.js';
import { onReplica, type AppContext } from '../../context.js';
import { ValidationError } from '../../errors.js';
import type { CreatedCounts } from '../../stores/statistics-store.js';
import { toCalendarDay } from '../../validate.js';

const dayMs = 86_400_000;
const mostDays = 366;

/**
 * Returns how many of the current memories and entities existed at the end of each of the last `days` days, oldest first.
 * @throws ValidationError unless `days` is 1 to 366
 */
export async function getProjectGrowth(
  ctx: AppContext,
  input: { projectId: string; days: number },
): Promise<CreatedCounts[]> {
  const { projectId, days } = input;
  if (!Number.isInteger(days) || days < 1 || days > mostDays)
    throw new ValidationError({ days: [`must be a whole number from 1 to ${mostDays}.`] });
  const scope = await enterProject(ctx, 'memory:read', projectId);
  const now = ctx.now();
  const list = Array.from({ length: days }, (_, index) =>
    toCalendarDay(new Date(now.getTime() - (days - 1 - index) * dayMs)),
  );
  const [since = toCalendarDay(now)] = list;
  const created = await ctx.admission.run('read', () =>
    onReplica(ctx).stores.statistics.created(scope, { since, today: toCalendarDay(now) }),
  );
  const byDay = new Map(created.map((counts) => [counts.day, counts]));
  let [memories, entities] = [0, 0];
  return list.map((day) => {
    memories += byDay.get(day)?.memories ?? 0;
    entities += byDay.get(day)?.entities ?? 0;
    return { day, memories, entities };
  });
}
