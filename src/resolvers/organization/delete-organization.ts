import { authorizeOrganization } from '../../auth/authorize.js';
import { callerName } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { NotFoundError } from '../../errors.js';
import { newId } from '../../ids.js';

/** Permanently deletes an organization with its projects: hidden immediately, removed by a job. The receipt remains. */
export async function deleteOrganization(
  ctx: AppContext,
  input: { organizationId: string },
): Promise<{ deletionId: string }> {
  const scope = await authorizeOrganization(ctx, 'organization:delete', input.organizationId);
  const now = ctx.now();
  return transact(ctx, async ({ stores, announce, enqueue, audit }) => {
    if (!(await stores.organizations.markDeleted(scope, now))) throw new NotFoundError('Organization not found.');
    const { id } = await stores.deletions.insert({
      id: newId(),
      organizationId: scope.organizationId,
      projectId: null,
      kind: 'ORGANIZATION',
      entityType: null,
      entityName: null,
      filter: { org_id: scope.organizationId },
      condition: null,
      requestedBy: callerName(ctx.caller),
      requestedAt: now,
      removeAfter: now,
    });
    await audit({
      action: 'organization.delete',
      targetId: scope.organizationId,
      place: scope,
      after: { deletionId: id },
    });
    await enqueue('deleteOrganization', { organizationId: scope.organizationId });
    // Ends open streams of the organization.
    await announce('credentialChanged', {});
    return { deletionId: id };
  });
}
