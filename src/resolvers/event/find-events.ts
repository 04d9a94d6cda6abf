import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import type { EventRow } from '../../stores/event/event-store.js';

/**
 * Reads events of a project by their ids, in one statement: for loaders.
 * @returns the events in the order of `ids`; null for those that do not exist
 */
export async function findEvents(
  ctx: AppContext,
  input: { projectId: string; ids: readonly string[] },
): Promise<(EventRow | null)[]> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const byId = new Map((await ctx.stores.events.getMany(scope, input.ids)).map((row) => [row.id, row]));
  return input.ids.map((id) => byId.get(id) ?? null);
}
