import { authorizeOrganization } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import type { OrganizationRow } from '../../stores/organization-store.js';
import { transact } from '../../unit-of-work/transact.js';
import { collectFieldErrors } from '../../validate.js';
import { readName } from '../shared/text-fields.js';

/** Renames an organization. @throws ValidationError for the name, and everything that `authorize` throws */
export async function updateOrganization(
  ctx: AppContext,
  input: { organizationId: string; name: string },
): Promise<OrganizationRow> {
  const check = collectFieldErrors();
  const name = readName(check, 'name', input.name);
  check.throwIfAny();
  const scope = await authorizeOrganization(ctx, 'organization:update', input.organizationId);
  const updated = await transact(ctx, async ({ stores, audit }) => {
    await stores.members.lock(scope);
    const before = await stores.organizations.find(scope);
    const after = await stores.organizations.rename(scope, name, ctx.now());
    if (!before || !after) throw new NotFoundError('Organization not found.');
    await audit({ action: 'organization.update', targetId: after.id, place: scope, before, after });
    return after;
  });
  ctx.access.forget();
  return updated;
}
