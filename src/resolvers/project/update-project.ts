import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ValidationError, orNotFound } from '../../errors.js';
import type { ProjectInput } from '../../project-settings.js';
import { readProjectChanges } from './project-input.js';
import type { OwnProject } from './own-project.js';

/** Updates project settings. Undefined keeps a value, null clears optional ones. @throws ValidationError by field */
export async function updateProject(ctx: AppContext, input: ProjectInput & { projectId: string }): Promise<OwnProject> {
  requireCaller(ctx);
  const changes = readProjectChanges(input);
  const days = ctx.config.requestLogRetentionDays;
  if ((changes.requestLogRetentionDays ?? 0) > days)
    throw new ValidationError({ requestLogRetentionDays: [`must be at most ${days}, the days of the server.`] });
  const scope = await enterProject(ctx, 'project:update', input.projectId);
  const updated = await transact(ctx, async ({ stores, announce, audit }) => {
    await stores.projects.lock(scope);
    const before = await stores.projects.find(scope);
    const row = orNotFound(await stores.projects.update(scope, changes, ctx.now()), 'Project');
    await audit({ action: 'project.update', targetId: row.id, place: scope, before, after: row });
    await announce('projectChanged', { projectId: row.id });
    return { ...row, role: scope.role };
  });
  ctx.access.forget();
  return updated;
}
