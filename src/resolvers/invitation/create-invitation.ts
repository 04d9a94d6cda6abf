import { randomBytes } from 'node:crypto';
import { requireAdmin } from '../../auth/authorize.js';
import { lowestRole, type Role } from '../../roles.js';
import { getDigest } from '@memory-gateway/credentials';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ForbiddenError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { InvitationRow } from '../../stores/invitation/invitation-store.js';
import { collectFieldErrors } from '../../validate.js';
import { readEmail, readRole } from '../shared/text-fields.js';
import { getProjectToJoin } from '../member/project-to-join.js';
import { takenEmail } from '../user/refuse-taken-email.js';
import { readUserRole, type UserRole } from '../user/user-role.js';

export interface InvitationInput {
  readonly email: string;
  /** Project to join. Default: the default project, or none with `NEW_USERS_JOIN_DEFAULT_PROJECT=false`. */
  readonly projectId?: string | null | undefined;
  /** Role in the project. Default: the lowest role. */
  readonly role?: Role | null | undefined;
  /** Role on the installation. Default: member. */
  readonly userRole?: UserRole | null | undefined;
  /** 1 to 720. Default 168 (a week). */
  readonly expiresInHours?: number | null | undefined;
}

/** A new invitation. `token` is returned only here. */
export interface CreatedInvitation {
  readonly invitation: InvitationRow;
  readonly token: string;
}

/**
 * Invites a person to become a user, and revokes an older invitation of the address.
 * @throws ForbiddenError, also for the admin key before the first admin exists
 * @throws ConflictError if the address has an account; NotFoundError; ValidationError
 */
export async function createInvitation(ctx: AppContext, input: InvitationInput): Promise<CreatedInvitation> {
  const { user } = requireAdmin(ctx);
  if (!user)
    throw new ForbiddenError(
      'Invitations are sent by users, and there is no admin yet. Create the first admin, then try again.',
    );
  const check = collectFieldErrors();
  const email = readEmail(check, input.email);
  const role = readRole(check, input.role ?? lowestRole);
  const userRole = readUserRole(check, input.userRole ?? 'member', 'userRole');
  const hours = input.expiresInHours ?? 168;
  if (!Number.isInteger(hours) || hours < 1 || hours > 720)
    check.add('expiresInHours', 'must be a whole number from 1 to 720.');
  check.throwIfAny();
  const place = await getProjectToJoin(ctx, input.projectId);
  const token = `m0inv_${randomBytes(32).toString('base64url')}`;
  const now = ctx.now();
  const row = {
    id: newId(),
    email,
    role,
    userRole,
    organizationId: place?.organizationId ?? null,
    projectId: place?.projectId ?? null,
  };
  const invitation = await transact(ctx, async ({ stores, audit }) => {
    await stores.invitations.lockAddress(email);
    if (await stores.users.findByEmail(email)) throw takenEmail();
    await stores.invitations.revokeAllOf(email, now);
    const expiresAt = new Date(now.getTime() + hours * 3_600_000);
    const { id, ...after } = { ...row, expiresAt };
    await audit({ action: 'invitation.create', targetId: id, place: row, after });
    return stores.invitations.insert({ ...row, tokenDigest: getDigest(token), invitedBy: user.id, expiresAt, now });
  });
  return { invitation, token };
}
