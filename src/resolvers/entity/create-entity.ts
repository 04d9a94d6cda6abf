import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { toEntityTarget } from '../../unit-of-work/audit-row.js';
import { transact } from '../../unit-of-work/transact.js';
import type { Json } from '@memory-gateway/memory-engine';
import { orNotFound } from '../../errors.js';
import type { EntityRow } from '../../stores/entity/entity-store.js';
import { collectFieldErrors, findMetadataError, findTextError, textLimits } from '../../validate.js';
import { assertEntityType, createEntityQuery } from './list-entities.js';

export interface NewEntity {
  readonly projectId: string;
  readonly type: string;
  /** Id of the entity in memories: 1 to 255 characters, not blank, not `*`. */
  readonly name: unknown;
  /** JSON object. Null or undefined keeps the stored metadata. */
  readonly metadata?: unknown;
}

/** Creates an entity before its first memory. An existing one is kept and gets the new metadata. */
export async function createEntity(ctx: AppContext, input: NewEntity): Promise<EntityRow> {
  requireCaller(ctx);
  const type = assertEntityType(input.type);
  const found = collectFieldErrors();
  const name = typeof input.name === 'string' ? input.name : '';
  if (name.trim() === '') found.add(`${type}Id`, 'must not be blank.');
  else if (name === '*') found.add(`${type}Id`, 'may not be "*", which matches any ID in filters.');
  else found.add(`${type}Id`, findTextError(name, textLimits.name));
  if (input.metadata != null) found.add('metadata', findMetadataError(input.metadata));
  found.throwIfAny();
  const scope = await enterProject(ctx, 'memory:write', input.projectId);
  return transact(ctx, async ({ stores, audit }) => {
    await stores.entities.record(scope, { type, name, metadata: (input.metadata ?? null) as Json | null }, ctx.now());
    const row = orNotFound(await stores.entities.get(scope, { ...createEntityQuery(ctx, type), type, name }), 'Entity');
    await audit({
      action: 'entity.create',
      targetId: await toEntityTarget(ctx.sealer, type, name),
      place: scope,
      // The ID resolves the digest while the entity exists.
      after: { id: row.id, metadata: input.metadata },
    });
    return row;
  });
}
