import type { CallerUser } from '../../auth/caller.js';
import { withoutWall, type AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import type { SignedIn } from '../session/sign-in.js';
import { requireOwnAccount } from '../user/require-user.js';
import { acceptInvitationLink, type InvitationLink } from './accept-invitation-link.js';
import { invitationNotFound, lockReceived, toInvitationScope } from './lock-received.js';

/** An invitation that the caller received, by its id, or the link of an invitation to become a user. */
export type AcceptInvitationInput =
  | { readonly id: string; readonly link?: undefined }
  | { readonly id?: undefined; readonly link: InvitationLink };

export interface AcceptedInvitation {
  /** The user who accepted, or the user that was created from a link. */
  readonly user: CallerUser;
  /** Null after a link. */
  readonly joined: Joined | null;
  /** Null for a caller who was signed in already. */
  readonly signedIn: SignedIn | null;
}

interface Joined {
  readonly organizationId: string;
  /** Null for an organization. */
  readonly projectId: string | null;
}

/**
 * Accepts an invitation: a received one as the caller, or that of a link, which creates a user and signs the user in.
 * @throws NotFoundError with one message for each invitation that cannot be accepted, and if the inviter is no longer an
 * OWNER; ForbiddenError for bound and read-only keys; as {@link acceptInvitationLink}
 */
export async function acceptInvitation(ctx: AppContext, input: AcceptInvitationInput): Promise<AcceptedInvitation> {
  if (input.link) {
    const signedIn = await acceptInvitationLink(ctx, input.link);
    return { user: signedIn.user, joined: null, signedIn };
  }
  const user = requireOwnAccount(ctx);
  return { user, joined: await acceptReceived(ctx, { id: input.id, userId: user.id }), signedIn: null };
}

/** Existing members keep their role. */
function acceptReceived(ctx: AppContext, { id, userId }: { id: string; userId: string }): Promise<Joined> {
  return transact(withoutWall(ctx), async (unit) => {
    const now = ctx.now();
    const invitation = await lockReceived(unit, { id, userId, now });
    const scope = toInvitationScope(invitation);
    // The project or organization may just have been deleted.
    if (!(await unit.stores.members.lock(scope))) throw invitationNotFound();
    await unit.stores.members.insert(scope, { userId, role: invitation.role, now });
    await unit.stores.invitations.accept(invitation.id, now);
    await unit.announce('credentialChanged', { userId });
    const after = { userId, role: invitation.role };
    await unit.audit({ action: 'invitation.accept', targetId: invitation.id, place: scope, after });
    return { organizationId: invitation.organizationId, projectId: invitation.projectId };
  });
}
