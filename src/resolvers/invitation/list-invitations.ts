import { authorizeOrganization, requireAdmin, requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { notFound, ValidationError } from '../../errors.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import type { InvitationRow } from '../../stores/invitation/invitation-store.js';
import type { MemberScope } from '../../stores/member-store.js';

/** Selects invitations to a project, to an organization, or (neither given) to the installation. */
export interface InvitationsInput extends PageArgs {
  readonly projectId?: string | null | undefined;
  readonly organizationId?: string | null | undefined;
}

/** Lists open invitations, newest first, for the OWNERs of their project or organization, and for admins. */
export async function listInvitations(ctx: AppContext, input: InvitationsInput): Promise<Page<InvitationRow>> {
  const window = pageWindow(input);
  if (input.projectId != null && input.organizationId != null)
    throw new ValidationError({ organizationId: ['Give projectId or organizationId, not both.'] });
  const now = ctx.now();
  const scope = await enterPlace(ctx, input);
  if (!scope) {
    requireAdmin(ctx);
    const { invitations } = ctx.stores;
    return toTimedPage(window, await invitations.listOpen(now, window), () => invitations.countOpen(now));
  }
  const { membershipInvitations } = ctx.stores;
  const rows = await membershipInvitations.list(scope, now, window);
  return toTimedPage(window, rows, () => membershipInvitations.count(scope, now));
}

/** Returns an open invitation by its id, for those who may list it. @throws NotFoundError, ForbiddenError */
export async function getInvitation(ctx: AppContext, { id }: { id: string }): Promise<InvitationRow> {
  requireCaller(ctx);
  const found = await ctx.stores.invitations.findOpen(id);
  if (!found || found.expiresAt <= ctx.now()) throw notFound('Invitation');
  const { projectId, organizationId, userRole } = found;
  // An invitation that creates a user is the installation's, even if it names a project.
  if (userRole !== null || organizationId === null) requireAdmin(ctx);
  else await enterPlace(ctx, projectId === null ? { organizationId } : { projectId });
  return found;
}

async function enterPlace(
  ctx: AppContext,
  input: Pick<InvitationsInput, 'projectId' | 'organizationId'>,
): Promise<MemberScope | null> {
  if (input.projectId != null) return enterProject(ctx, 'project:invitation:read', input.projectId);
  if (input.organizationId != null)
    return authorizeOrganization(ctx, 'organization:invitation:read', input.organizationId);
  return null;
}
