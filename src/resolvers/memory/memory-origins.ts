import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import type { MemoryOrigin } from '../../stores/memory/memory-history.js';

/** Returns where memories of a project came from, by id, in one statement. Unknown ids are skipped. */
export async function listMemoryOrigins(
  ctx: AppContext,
  input: { projectId: string; ids: readonly string[] },
): Promise<Map<string, MemoryOrigin>> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  if (input.ids.length === 0) return new Map();
  const origins = await ctx.stores.history.origins(scope, input.ids);
  return new Map(origins.map((origin) => [origin.memoryId, origin]));
}
