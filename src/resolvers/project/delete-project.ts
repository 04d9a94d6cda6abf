import { enterProject } from '../../auth/enter-project.js';
import { callerName } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { NotFoundError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { DeletionRow } from '../../stores/deletion/deletion-row.js';

export interface DeletedProject {
  readonly deletionId: string;
  /** Returned here, because a key bound to the project can no longer read it. */
  readonly deletion: DeletionRow;
}

/** Permanently deletes a project: hidden immediately, removed by a job. The receipt remains. @throws NotFoundError */
export async function deleteProject(ctx: AppContext, input: { projectId: string }): Promise<DeletedProject> {
  const scope = await enterProject(ctx, 'project:delete', input.projectId);
  const now = ctx.now();
  return transact(ctx, async ({ stores, announce, enqueue, audit }) => {
    if (!(await stores.projects.markDeleted(scope, now))) throw new NotFoundError('Project not found.');
    const deletion = await stores.deletions.insert({
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
    await audit({
      action: 'project.delete',
      targetId: scope.projectId,
      place: scope,
      after: { deletionId: deletion.id },
    });
    await enqueue('deleteProject', { projectId: scope.projectId });
    // Ends open streams of the project.
    await announce('credentialChanged', {});
    return { deletionId: deletion.id, deletion };
  });
}
