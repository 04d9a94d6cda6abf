import { canAdminister, requireCaller } from '../../auth/authorize.js';
import type { Caller } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { NotFoundError, nullFor } from '../../errors.js';
import { listOrganizations } from '../organization/list-organizations.js';
import { organizationsByIds } from '../organization/get-organization.js';
import type { OwnOrganization } from '../organization/own-organization.js';
import { currentProject } from '../project/current-project.js';
import type { OwnProject } from '../project/own-project.js';

/** `user` is null for the admin key and disabled authentication while no admin exists. */
export interface ViewerRow extends Omit<Caller, 'sessionId'> {
  /** Organization of the project, or the caller's oldest one if no project is available. */
  readonly organization: OwnOrganization | null;
  readonly project: OwnProject | null;
}

/** Returns the caller, and the default project of the caller's requests. @throws UnauthenticatedError */
export async function viewer(ctx: AppContext): Promise<ViewerRow> {
  const caller = requireCaller(ctx);
  const { mode, user, key } = caller;
  const opened = await currentProject(ctx).catch(nullFor(NotFoundError));
  const project = opened && opened.project;
  return {
    mode,
    user,
    key,
    isAdmin: canAdminister(caller),
    organization: await openedOrganization(ctx, project),
    project,
  };
}

async function openedOrganization(ctx: AppContext, project: OwnProject | null): Promise<OwnOrganization | null> {
  if (!project) return (await listOrganizations(ctx, { first: 1 })).rows[0] ?? null;
  return (await organizationsByIds(ctx, [project.organizationId])).get(project.organizationId) ?? null;
}
