import { requireAdmin, requireCaller } from '../auth/authorize.js';
import type { CallerUser } from '../auth/caller.js';
import { hashPassword, normalizePassword, verifyPassword } from '../auth/passwords.js';
import { proveNewOrganization, proveNewProject } from '../auth/scope.js';
import { transact, type AppContext, type Services, type UnitOfWork } from '../context.js';
import {
  ConflictError,
  DomainError,
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
  ValidationError,
} from '../errors.js';
import { newId } from '../ids.js';
import { isEmailTaken, type NewUser, type UserRow } from '../stores/user.js';
import { complaints, type Complaints } from '../validate.js';
import { readEmail, readName } from './text-fields.js';

/** The first admin to be. */
export interface FirstAdminInput {
  readonly name: string;
  readonly email: string;
  /** 8 to 128 characters. */
  readonly password: string;
}

/** The first admin, and the organization and project that the installation started with. Null: deleted since. */
export interface FirstAdmin {
  readonly user: UserRow;
  readonly organizationId: string | null;
  readonly projectId: string | null;
}

/**
 * Creates the first admin, who becomes OWNER of the default organization and project. Of several attempts at once, one succeeds.
 * @throws ConflictError when there is an admin, or a user with this e-mail; ValidationError by field
 */
export async function createFirstAdmin(services: Services, input: FirstAdminInput): Promise<FirstAdmin> {
  const admin = await prepareFirstAdmin(services, input);
  return transact(services, (unit) => insertFirstAdmin(unit, admin));
}

/** Checks the input and hashes the password: slow, so not inside the transaction. @throws as {@link createFirstAdmin} */
export async function prepareFirstAdmin(services: Services, input: FirstAdminInput): Promise<NewUser> {
  const check = complaints();
  const name = readName(check, 'name', input.name);
  const email = readEmail(check, input.email);
  readPassword(check, 'password', input.password);
  check.settle();
  if (await services.stores.users.oldestAdmin()) throw adminExists();
  return {
    id: newId(),
    name,
    email,
    passwordHash: await hashPassword(input.password),
    role: 'admin',
    now: services.now(),
  };
}

/** The part of {@link createFirstAdmin} inside the transaction, for those who have more to write in it. */
export async function insertFirstAdmin({ stores, announce }: UnitOfWork, admin: NewUser): Promise<FirstAdmin> {
  await stores.users.lockAll();
  if (await stores.users.oldestAdmin()) throw adminExists();
  if (await stores.users.findByEmail(admin.email))
    throw new ConflictError('A user with this e-mail address exists already.');
  const user = await stores.users.insert(admin);
  const defaults = await stores.organizations.defaults();
  const owner = { userId: user.id, role: 'OWNER', now: admin.now } as const;
  if (defaults) {
    const organization = proveNewOrganization(defaults.organizationId);
    await stores.members.insert(organization, owner);
    if (defaults.projectId) await stores.members.insert(proveNewProject(organization, defaults.projectId), owner);
  }
  await announce('credentialChanged', { userId: user.id });
  return { user, organizationId: defaults?.organizationId ?? null, projectId: defaults?.projectId ?? null };
}

function adminExists(): ConflictError {
  return new ConflictError('An admin exists already; registration is closed.');
}

/** The person behind the caller. @throws UnauthenticatedError for nobody, and for the admin key while there is no user */
export function requireUser(ctx: AppContext): CallerUser {
  const { user } = requireCaller(ctx);
  if (!user) throw new UnauthenticatedError('Authentication is required: this credential belongs to no user.');
  return user;
}

/** The caller's own account. @throws UnauthenticatedError; NotFoundError when it was removed meanwhile */
export async function me(ctx: AppContext): Promise<UserRow> {
  const found = await ctx.stores.users.find(requireUser(ctx).id);
  if (!found) throw new NotFoundError('User not found.');
  return found;
}

/** What of the own account can be changed. Absent or blank: it stays as it is. */
export interface ProfileInput {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/**
 * Changes the caller's name or e-mail address.
 * @throws UnauthenticatedError; ForbiddenError for bound and read-only keys; ConflictError for an address in use; ValidationError
 */
export async function updateProfile(ctx: AppContext, input: ProfileInput): Promise<UserRow> {
  const { id } = requireOwnAccount(ctx);
  const check = complaints();
  const name = input.name?.trim() ? readName(check, 'name', input.name) : undefined;
  const email = input.email?.trim() ? readEmail(check, input.email) : undefined;
  check.settle();
  if (name === undefined && email === undefined) return me(ctx);
  return transact(ctx, async ({ stores, announce }) => {
    const updated = await stores.users.update(id, { name, email }, ctx.now()).catch(refuseTakenEmail);
    if (!updated) throw new NotFoundError('User not found.');
    // Keys show their owner's name: what processes remember of it is read again.
    await announce('credentialChanged', { userId: id });
    return updated;
  });
}

/** A new password for the caller. */
export interface ChangePasswordInput {
  readonly currentPassword: string;
  /** 8 to 128 characters. */
  readonly newPassword: string;
}

/**
 * Changes the caller's password and ends all of their sessions but the one in use. API keys go on.
 * @throws RateLimitedError, counted by user; UnauthenticatedError; ForbiddenError for bound and read-only keys; ValidationError on
 *   `currentPassword` when it is wrong, which is looked at first, or on `newPassword`
 */
export async function changePassword(ctx: AppContext, input: ChangePasswordInput): Promise<void> {
  const { id } = requireOwnAccount(ctx);
  ctx.attempts.take('changePassword', id);
  const current = await ctx.stores.users.find(id).then((user) => user && ctx.stores.users.withSecrets(user.email));
  if (!current) throw new NotFoundError('User not found.');
  if (!(await verifyPassword(input.currentPassword, current.passwordHash))) throw wrongPassword();
  const passwordHash = await hashNewPassword('newPassword', input.newPassword);
  await transact(ctx, async (unit) => {
    const locked = await unit.stores.users.lock(id);
    if (locked?.passwordHash !== current.passwordHash) throw wrongPassword();
    await replacePassword(unit, {
      userId: id,
      passwordHash,
      keepSession: ctx.caller.sessionId ?? null,
      now: ctx.now(),
    });
  });
}

/** Sets a password and ends the user's sessions, but for one to keep. For callers whose right to it was checked. */
export async function replacePassword(
  { stores, announce }: UnitOfWork,
  change: { userId: string; passwordHash: string; keepSession: string | null; now: Date },
): Promise<void> {
  const { userId, passwordHash, keepSession: keep, now } = change;
  await stores.users.update(userId, { passwordHash }, now);
  await stores.refreshTokens.revokeAll(userId, { keep, now });
  await announce('credentialChanged', { userId });
}

/** Checks and hashes a password that somebody chose. @throws ValidationError on `field` */
export async function hashNewPassword(field: string, password: string): Promise<string> {
  const check = complaints();
  readPassword(check, field, password);
  check.settle();
  return hashPassword(password);
}

/** Notes what is wrong with a password that somebody chose, so that it is told together with the other complaints. */
export function readPassword(check: Complaints, field: string, password: string): void {
  try {
    normalizePassword(password);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const complaint of error.fields?.password ?? []) check.add(field, complaint);
  }
}

/** What a write that failed because of its e-mail address means to the caller. */
export function refuseTakenEmail(error: unknown): never {
  throw isEmailTaken(error) ? new ConflictError('A user with this e-mail address exists already.') : error;
}

function requireOwnAccount(ctx: AppContext): CallerUser {
  const user = requireUser(ctx);
  const { key } = ctx.caller;
  if (key?.projectId || key?.readOnly)
    throw new ForbiddenError('This API key may not change the account of its owner.');
  return user;
}

function wrongPassword(): ValidationError {
  return new ValidationError({ currentPassword: ['The current password is wrong.'] });
}

/** Who may call: everybody; whoever has a credential; whoever is or stands for a user; admins. */
export type AccessLevel = 'open' | 'any' | 'user' | 'admin';

/** Refuses callers below a level. @throws UnauthenticatedError, ForbiddenError */
export function requireLevel(ctx: AppContext, level: AccessLevel): void {
  if (level === 'any') requireCaller(ctx);
  if (level === 'user') requireUser(ctx);
  if (level === 'admin') requireAdmin(ctx);
}
