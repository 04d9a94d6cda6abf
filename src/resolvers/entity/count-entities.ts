import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import type { EntityTotals } from '../../stores/entity/entity-store.js';

/** Returns the number of entities of each type in a project. */
export async function countEntities(ctx: AppContext, input: { projectId: string }): Promise<EntityTotals> {
  return ctx.stores.entities.totals(await enterProject(ctx, 'memory:read', input.projectId));
}
