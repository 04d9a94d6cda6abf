import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { type EntityField, isStorable } from '@memory-gateway/memory-engine';
import { NotFoundError, ValidationError } from '../../errors.js';
import { notStorable, textLimits } from '../../validate.js';
import type { EntityType } from '../../stores/entity/entity-store.js';
import { acceptDeletion, type AcceptedDeletion } from './accept-deletion.js';

export const entityFilterFields: Readonly<Record<EntityType, EntityField>> = {
  user: 'userId',
  agent: 'agentId',
  app: 'appId',
  run: 'runId',
};

/** Deletes an entity and its memories in the background. `*` in a name is literal; an unknown name succeeds. */
export async function deleteEntity(
  ctx: AppContext,
  input: { projectId: string; type: string; name: string },
): Promise<AcceptedDeletion> {
  requireCaller(ctx);
  const type = readType(input.type);
  const { name } = input;
  // A longer name, cut to the length of its column, would be that of another entity.
  if (name === '' || name.length > textLimits.name)
    throw new ValidationError({ name: [`must have 1 to ${textLimits.name} characters.`] });
  if (!isStorable(name)) throw new ValidationError({ name: [notStorable] });
  const scope = await enterProject(ctx, 'memory:delete', input.projectId);
  const filter = { entity_type: type, entity_id: name };
  const condition = { kind: 'entity', field: entityFilterFields[type], test: 'in', values: [name] } as const;
  return acceptDeletion(ctx, scope, { filter, condition, entity: { type, name } });
}

/** Deletes an entity by its number, like `deleteEntity`. @throws ValidationError on `type` or `id`; NotFoundError */
export async function deleteEntityById(
  ctx: AppContext,
  input: { projectId: string; type: string; id: string },
): Promise<AcceptedDeletion> {
  requireCaller(ctx);
  const type = readType(input.type);
  if (!/^\d{1,15}$/.test(input.id)) throw new ValidationError({ id: ['Invalid entity ID. Must be an integer.'] });
  const scope = await enterProject(ctx, 'memory:delete', input.projectId);
  const name = await ctx.stores.deletions.entityName(scope, { type, id: Number(input.id) });
  if (name === null) throw new NotFoundError('Entity not found.');
  return deleteEntity(ctx, { projectId: input.projectId, type, name });
}

function readType(type: string): EntityType {
  if (!Object.hasOwn(entityFilterFields, type)) throw new ValidationError({ type: ['Invalid entity type'] });
  return type as EntityType;
}
