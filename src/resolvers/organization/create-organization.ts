import { requireCaller } from '../../auth/authorize.js';
import { proveNewOrganization } from '../../auth/scope.js';
import { withoutWall, type AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ForbiddenError } from '../../errors.js';
import { prefixedId } from '../../ids.js';
import { collectFieldErrors } from '../../validate.js';
import { readName } from '../shared/text-fields.js';
import type { OwnOrganization } from './own-organization.js';

/** Creates an organization with the caller as OWNER. @throws ForbiddenError for read-only and bound keys */
export async function createOrganization(ctx: AppContext, input: { name: string }): Promise<OwnOrganization> {
  const { key, user } = requireCaller(ctx);
  if (key?.readOnly) throw new ForbiddenError('This API key is read-only.');
  if (key?.projectId) throw new ForbiddenError('This API key is bound to one project and cannot create organizations.');
  const check = collectFieldErrors();
  const name = readName(check, 'name', input.name);
  check.throwIfAny();

  const id = prefixedId('org');
  const now = ctx.now();
  return transact(withoutWall(ctx), async ({ stores, announce, audit }) => {
    const row = await stores.organizations.insert({ id, name, now });
    if (user) {
      await stores.members.insert(proveNewOrganization(id), { userId: user.id, role: 'OWNER', now });
      await announce('credentialChanged', { userId: user.id });
    }
    await audit({ action: 'organization.create', targetId: id, place: { organizationId: id }, after: row });
    return { ...row, role: 'OWNER' };
  });
}
