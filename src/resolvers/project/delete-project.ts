import { enterProject } from '../../auth/enter-project.js';
import { callerName } from '../../auth/caller.js';
import { transact, type AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import { newId } from '../../ids.js';

/** Permanently deletes a project: hidden immediately, removed by a job. The receipt remains. @throws NotFoundError */
export async function deleteProject(ctx: AppContext, input: { projectId: string }): Promise<{ deletionId: string }> {
  const scope = await enterProject(ctx, 'project:delete', input.projectId);
  const now = ctx.now();
  return transact(ctx, async ({ stores, announce, enqueue, audit }) => {
    if (!(await stores.projects.markDeleted(scope, now))) throw new NotFoundError('Project not found.');
    const { id } = await stores.deletions.insert({
      id: newId(),
      organizationId: scope.organizationId,
      projectId: scope.projectId,
      kind: 'PROJECT',
      entityType: null,
      entityName: null,
      filter: { project_id: scope.projectId },
      condition: null,
      requestedBy: callerName(ctx.caller),
      requestedAt: now,
      removeAfter: now,
    });
    await audit({ action: 'project.delete', targetId: scope.projectId, place: scope, after: { deletionId: id } });
    await enqueue('deleteProject', { projectId: scope.projectId });
    // Ends open streams of the project.
    await announce('credentialChanged', {});
    return { deletionId: id };
  });
}
