import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import type { EventRow } from '../../stores/event-store.js';

/** Reads events of a project in the order of `ids`, with null for missing ones, in one statement. For loaders. */
export async function findEvents(
  ctx: AppContext,
  input: { projectId: string; ids: readonly string[] },
): Promise<(EventRow | null)[]> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const byId = new Map((await ctx.stores.events.getMany(scope, input.ids)).map((row) => [row.id, row]));
  return input.ids.map((id) => byId.get(id) ?? null);
}

/** Finds the event that added or last changed each memory, or null, in the order of `memoryIds`. For loaders. */
export async function findEventsOfMemories(
  ctx: AppContext,
  input: { projectId: string; memoryIds: readonly string[] },
): Promise<(EventRow | null)[]> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const found = await ctx.stores.history.lastEvents(scope, input.memoryIds);
  const eventIds = new Map(found.map(({ memoryId, eventId }) => [memoryId, eventId]));
  const events = found.length === 0 ? [] : await ctx.stores.events.getMany(scope, [...new Set(eventIds.values())]);
  const byId = new Map(events.map((row) => [row.id, row]));
  return input.memoryIds.map((id) => byId.get(eventIds.get(id) ?? '') ?? null);
}
