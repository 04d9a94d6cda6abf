import { randomBytes } from 'node:crypto';
import { requireAdmin } from '../auth/authorize.js';
import { hashPassword } from '../auth/passwords.js';
import type { Role } from '../auth/permissions.js';
import { clientKey } from '../auth/rate-limit.js';
import { digestOf } from '../auth/secrets.js';
import { transact, type AppContext, type UnitOfWork } from '../context.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors.js';
import { newId } from '../ids.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../page.js';
import type { InvitationRow } from '../stores/invitation.js';
import { complaints } from '../validate.js';
import { readPassword, refuseTakenEmail } from './account.js';
import { signIn, type SignedIn } from './session.js';
import { readEmail, readName, readRole } from './text-fields.js';
import { joinProject, knownProject, readUserRole, type UserRole } from './user.js';

/** Somebody to be invited. */
export interface InvitationInput {
  readonly email: string;
  /** The project that they become a member of; absent: the default one. */
  readonly projectId?: string | null | undefined;
  /** Their role in it. Default: READER. */
  readonly role?: Role | null | undefined;
  /** What they will be on the installation. Default: member. */
  readonly userRole?: UserRole | null | undefined;
  /** 1 to 720; default 168, a week. */
  readonly expiresInHours?: number | null | undefined;
}

/** An invitation just made. The token is never to be had again. */
export interface CreatedInvitation {
  readonly invitation: InvitationRow;
  readonly token: string;
}

/** Invitations that can still be accepted, newest first. @throws UnauthenticatedError; ForbiddenError for everyone but admins */
export async function listInvitations(ctx: AppContext, page: PageArgs): Promise<Page<InvitationRow>> {
  requireAdmin(ctx);
  const window = pageWindow(page);
  const now = ctx.now();
  return toPage(window, await ctx.stores.invitations.listOpen(now, window), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.invitations.countOpen(now),
  });
}

/**
 * Invites somebody to become a user. An older open invitation of the same address ends.
 * @throws ForbiddenError, also for the admin key while there is no admin; NotFoundError for an unknown project; ConflictError for
 *   an address that has an account; ValidationError
 */
export async function createInvitation(ctx: AppContext, input: InvitationInput): Promise<CreatedInvitation> {
  const { user } = requireAdmin(ctx);
  if (!user)
    throw new ForbiddenError(
      'Invitations are sent by users, and there is no admin yet. Create the first admin, then try again.',
    );
  const check = complaints();
  const email = readEmail(check, input.email);
  const role = readRole(check, input.role ?? 'READER');
  const userRole = readUserRole(check, input.userRole ?? 'member', 'userRole');
  const hours = input.expiresInHours ?? 168;
  if (!Number.isInteger(hours) || hours < 1 || hours > 720)
    check.add('expiresInHours', 'It must be a whole number from 1 to 720.');
  check.settle();
  if (await ctx.stores.users.findByEmail(email))
    throw new ConflictError('A user with this e-mail address exists already.');
  const place = await knownProject(ctx, input.projectId ?? undefined);
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
  const invitation = await transact(ctx, async ({ stores }) => {
    await stores.invitations.revokeFor(email, now);
    const expiresAt = new Date(now.getTime() + hours * 3_600_000);
    return stores.invitations.insert({ ...row, tokenDigest: digestOf(token), invitedBy: user.id, expiresAt, now });
  });
  return { invitation, token };
}

/** Ends an invitation. @throws ForbiddenError; NotFoundError when it is unknown, accepted or revoked */
export async function revokeInvitation(ctx: AppContext, input: { id: string }): Promise<InvitationRow> {
  requireAdmin(ctx);
  const revoked = await ctx.stores.invitations.revoke(input.id, ctx.now());
  if (!revoked) throw new NotFoundError('Invitation not found.');
  return revoked;
}

/**
 * Makes the holder of an invitation a user, a member of its project, and signs them in. Needs no credential but the token.
 * @throws RateLimitedError; NotFoundError, in one text, for unknown, used, revoked and expired tokens; ConflictError for an address
 *   that has got an account meanwhile; ValidationError
 */
export async function acceptInvitation(
  ctx: AppContext,
  input: { token: string; name: string; password: string },
): Promise<SignedIn> {
  ctx.attempts.take('acceptInvitation', clientKey(ctx.clientAddress));
  const check = complaints();
  const name = readName(check, 'name', input.name);
  readPassword(check, 'password', input.password);
  check.settle();
  const passwordHash = await hashPassword(input.password);
  const user = { id: newId(), name, passwordHash, now: ctx.now() };
  await transact(ctx, async (unit) => {
    const invitation = await unit.stores.invitations.lockByToken(digestOf(input.token), user.now);
    if (!invitation || !(await mayStill(unit, invitation)))
      throw new NotFoundError('This invitation is not valid, or no longer.');
    await unit.stores.users
      .insert({ ...user, email: invitation.email, role: invitation.userRole })
      .catch(refuseTakenEmail);
    await join(unit, invitation, { userId: user.id, now: user.now });
    await unit.stores.invitations.accept(invitation.id, user.now);
  });
  return signIn(ctx, user.id, passwordHash);
}

/** Who is no admin any more makes no admins either. */
async function mayStill({ stores }: UnitOfWork, { userRole, invitedBy }: InvitationRow): Promise<boolean> {
  return userRole === 'member' || (await stores.users.lockAdmins()).includes(invitedBy);
}

async function join(
  unit: UnitOfWork,
  { projectId, role }: InvitationRow,
  member: { userId: string; now: Date },
): Promise<void> {
  if (projectId === null) return;
  // A project that was deleted meanwhile is no reason to send its guest away.
  const [place] = await unit.stores.access.projects([projectId], { userId: null, keyProjectId: null });
  if (place) await joinProject(unit, place, { ...member, role });
}
