import { getDigest, hashPassword } from '@memory-gateway/credentials';
import { clientKey } from '../../auth/rate-limit.js';
import { operatorProject } from '../../auth/scope.js';
import { getSessionSecret } from '../../auth/sessions.js';
import { withoutWall, type AppContext } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { ConflictError, NotFoundError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { InvitationRow } from '../../stores/invitation/invitation-store.js';
import { collectFieldErrors } from '../../validate.js';
import { readPassword } from '../user/replace-password.js';
import { takenEmail } from '../user/refuse-taken-email.js';
import { isEmailTaken } from '../../stores/user-store.js';
import { signIn, type SignedIn } from '../session/sign-in.js';
import { readName } from '../shared/text-fields.js';

/** An invitation link, which a person without a user opens. */
export interface InvitationLink {
  readonly token: string;
  /** Of the new user, like the password. */
  readonly name: string;
  readonly password: string;
}

/**
 * Creates the invited user as a member of the project and signs the user in. The token is the only credential needed.
 * @throws NotFoundError with one message for unknown, used, revoked and expired tokens, and if the inviter is no longer an admin
 * @throws ConflictError if the email has an account by now; RateLimitedError; ValidationError
 */
export async function acceptInvitationLink(given: AppContext, input: InvitationLink): Promise<SignedIn> {
  const ctx = withoutWall(given);
  await ctx.authRateLimiter.take('acceptInvitation', clientKey(ctx.clientAddress));
  const check = collectFieldErrors();
  const name = readName(check, 'name', input.name);
  readPassword(check, 'password', input.password);
  check.throwIfAny();
  // Before the link is used.
  getSessionSecret(ctx);
  const passwordHash = await hashPassword(input.password);
  const user = { id: newId(), name, passwordHash, now: ctx.now() };
  await transact(ctx, async (unit) => {
    const token = getDigest(input.token);
    const offer = await unit.stores.invitations.findOffer(token, user.now);
    // Before the invitation, as for a new one that replaces it.
    if (offer) await unit.stores.invitations.lockAddress(offer.email);
    const invitation = await unit.stores.invitations.lockByToken(token, user.now);
    if (!invitation || !(await mayStill(unit, invitation))) throw notFoundInvitation();
    await unit.stores.users
      .insert({
        ...user,
        email: invitation.email,
        role: invitation.userRole ?? 'member',
        defaultProjectId: invitation.projectId,
      })
      .catch((error: unknown) => {
        // Without the field: the invitation has the address, not the input.
        throw isEmailTaken(error) ? new ConflictError(takenEmail().message) : error;
      });
    await unit.stores.membershipInvitations.giveTo({ id: user.id, email: invitation.email }, user.now);
    await join(unit, invitation, { userId: user.id, now: user.now });
    await unit.stores.invitations.accept(invitation.id, user.now);
    const { email, role, userRole, projectId } = invitation;
    const after = { userId: user.id, name, email, role, userRole };
    await unit.audit({ action: 'invitation.accept', targetId: invitation.id, place: { projectId }, after });
  });
  return signIn(ctx, user.id, passwordHash);
}

/** Returns the error of every token without an open invitation, so that tokens cannot be told apart. */
export const notFoundInvitation = () => new NotFoundError('This invitation is not valid, or no longer.');

/** An inviter who is no longer an admin cannot create users, nor make them members of a project. */
async function mayStill({ stores }: UnitOfWork, { invitedBy }: InvitationRow): Promise<boolean> {
  return (await stores.users.lockAdmins()).includes(invitedBy);
}

async function join(
  unit: UnitOfWork,
  { projectId, role }: InvitationRow,
  member: { userId: string; now: Date },
): Promise<void> {
  if (projectId === null) return;
  // The invitation remains valid if its project was deleted.
  const [place] = await unit.stores.access.projects([projectId], { userId: null, keyProjectId: null });
  // An OWNER created the invitation, which authorizes joining.
  if (place) await unit.stores.members.insert(operatorProject(place), { ...member, role });
}
