import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { isStorable } from '@memory-gateway/memory-engine';
import { orNotFound } from '../../errors.js';
import type { EntityRow } from '../../stores/entity/entity-store.js';
import { assertEntityType, createEntityQuery } from './list-entities.js';

/** Returns an entity by type and name. @throws NotFoundError; ValidationError for an unknown type */
export async function getEntity(
  ctx: AppContext,
  input: { projectId: string; type: string; name: string },
): Promise<EntityRow> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const type = assertEntityType(input.type);
  return orNotFound(
    isStorable(input.name)
      ? await ctx.stores.entities.get(scope, { ...createEntityQuery(ctx, type), type, name: input.name })
      : null,
    'Entity',
  );
}

/** Returns an entity of any project by its id, decimal digits. @throws NotFoundError if missing or hidden */
export async function findEntity(ctx: AppContext, { id }: { id: string }): Promise<EntityRow> {
  const key = orNotFound(/^\d{1,18}$/.test(id) ? await ctx.stores.entities.keyOf(id) : null, 'Entity');
  return getEntity(ctx, key);
}
