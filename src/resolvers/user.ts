import { requireAdmin } from '../auth/authorize.js';
import { hashPassword, randomPassword } from '../auth/passwords.js';
import type { Role } from '../auth/permissions.js';
import { proveNewOrganization, proveNewProject } from '../auth/scope.js';
import { transact, type AppContext, type Services, type UnitOfWork } from '../context.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors.js';
import { isUuid, newId } from '../ids.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../page.js';
import type { UserRow } from '../stores/user.js';
import { complaints, type Complaints } from '../validate.js';
import { hashNewPassword, readPassword, refuseTakenEmail, replacePassword } from './account.js';
import { readEmail, readName, readRole } from './text-fields.js';

/** What a user is on the installation: admins manage it, members see what they are members of. */
export type UserRole = UserRow['role'];

/** A user to be created by an admin. */
export interface CreateUserInput {
  readonly name: string;
  readonly email: string;
  /** 8 to 128 characters; absent: a random one, which is answered once. */
  readonly password?: string | null | undefined;
  /** Default: member. */
  readonly role?: UserRole | null | undefined;
  /** A project to make them a member of. Absent: the default project; null: none. */
  readonly projectId?: string | null | undefined;
  /** Their role in that project. Default: READER. */
  readonly projectRole?: Role | null | undefined;
}

/** A user just created. */
export interface CreatedUser {
  readonly user: UserRow;
  /** The random password; null when the admin chose one. Never to be had again. */
  readonly password: string | null;
}

/** All users, oldest first. @throws UnauthenticatedError; ForbiddenError for everyone but admins */
export async function listUsers(ctx: AppContext, page: PageArgs): Promise<Page<UserRow>> {
  requireAdmin(ctx);
  const window = pageWindow(page);
  return toPage(window, await ctx.stores.users.list(window), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.users.count(),
  });
}

/**
 * Creates a user, who may sign in at once.
 * @throws ForbiddenError; NotFoundError for an unknown project; ConflictError for an address in use; ValidationError
 */
export async function createUser(ctx: AppContext, input: CreateUserInput): Promise<CreatedUser> {
  requireAdmin(ctx);
  const check = complaints();
  const name = readName(check, 'name', input.name);
  const email = readEmail(check, input.email);
  const role = readUserRole(check, input.role ?? 'member');
  const projectRole = readRole(check, input.projectRole ?? 'READER');
  if (input.password != null) readPassword(check, 'password', input.password);
  check.settle();
  const password = input.password ?? randomPassword();
  const user = { id: newId(), name, email, role, passwordHash: await hashPassword(password), now: ctx.now() };
  const place = input.projectId === null ? null : await knownProject(ctx, input.projectId);
  return transact(ctx, async (unit) => {
    const created = await unit.stores.users.insert(user).catch(refuseTakenEmail);
    if (place) await joinProject(unit, place, { userId: user.id, role: projectRole, now: user.now });
    return { user: created, password: input.password == null ? password : null };
  });
}

/**
 * Makes a user an admin or a member. The last admin stays one.
 * @throws ForbiddenError; NotFoundError; ConflictError for the last admin
 */
export async function setUserRole(ctx: AppContext, input: { id: string; role: UserRole }): Promise<UserRow> {
  requireAdmin(ctx);
  const check = complaints();
  const role = readUserRole(check, input.role);
  check.settle();
  return amongAdmins(ctx, input.id, async ({ stores, announce }, admins) => {
    if (role === 'member' && isLastAdmin(admins, input.id)) throw lastAdmin();
    const updated = await stores.users.update(input.id, { role }, ctx.now());
    if (!updated) throw new NotFoundError('User not found.');
    await announce('credentialChanged', { userId: input.id });
    return updated;
  });
}

/**
 * Removes a user with their API keys, sessions and memberships. What they wrote stays. The last admin stays, too.
 * @throws ForbiddenError; NotFoundError; ConflictError for the last admin
 */
export async function removeUser(ctx: AppContext, input: { id: string }): Promise<void> {
  requireAdmin(ctx);
  await amongAdmins(ctx, input.id, async ({ stores, announce }, admins) => {
    if (isLastAdmin(admins, input.id)) throw lastAdmin();
    if (!(await stores.users.remove(input.id))) throw new NotFoundError('User not found.');
    await announce('credentialChanged', { userId: input.id });
  });
}

/**
 * Sets the password of any user and ends all of their sessions. For the operator at the machine: checks no caller.
 * @throws NotFoundError for an unknown address; ValidationError
 */
export async function resetPassword(services: Services, input: { email: string; password: string }): Promise<UserRow> {
  const check = complaints();
  const email = readEmail(check, input.email);
  readPassword(check, 'password', input.password);
  check.settle();
  const user = await services.stores.users.findByEmail(email);
  if (!user) throw new NotFoundError('No user has this e-mail address.');
  const passwordHash = await hashNewPassword('password', input.password);
  await transact(services, async (unit) => {
    if (!(await unit.stores.users.lock(user.id))) throw new NotFoundError('No user has this e-mail address.');
    await replacePassword(unit, { userId: user.id, passwordHash, keepSession: null, now: services.now() });
  });
  return user;
}

/** A project that exists, as far as memberships need to know it. */
export interface KnownProject {
  readonly projectId: string;
  readonly organizationId: string;
}

/** The project with this id, or the default one; null when there is no default any more. @throws NotFoundError */
export async function knownProject(
  { stores }: Pick<Services, 'stores'>,
  projectId?: string,
): Promise<KnownProject | null> {
  if (projectId === undefined) {
    const defaults = await stores.organizations.defaults();
    return defaults?.projectId ? { organizationId: defaults.organizationId, projectId: defaults.projectId } : null;
  }
  const [found] = await stores.access.projects([projectId], { userId: null, keyProjectId: null });
  if (!found) throw new NotFoundError('Project not found.');
  return found;
}

/** Makes a user a member of a project on behalf of an admin. */
export async function joinProject(
  { stores }: UnitOfWork,
  place: KnownProject,
  member: { userId: string; role: Role; now: Date },
): Promise<void> {
  await stores.members.insert(proveNewProject(proveNewOrganization(place.organizationId), place.projectId), member);
}

/** Runs `work` while nobody else changes who is an admin. */
function amongAdmins<T>(
  ctx: AppContext,
  userId: string,
  work: (unit: UnitOfWork, admins: readonly string[]) => Promise<T>,
): Promise<T> {
  if (!isUuid(userId)) throw new NotFoundError('User not found.');
  return transact(ctx, async (unit) => {
    const admins = await unit.stores.users.lockAdmins();
    const { user, mode } = ctx.caller;
    // A change that this one waited for may have taken the caller's own role away.
    if (user && mode !== 'disabled' && mode !== 'admin_api_key' && !admins.includes(user.id))
      throw new ForbiddenError('Admin role required.');
    return work(unit, admins);
  });
}

function isLastAdmin(admins: readonly string[], id: string): boolean {
  return admins.length === 1 && admins[0] === id.toLowerCase();
}

function lastAdmin(): ConflictError {
  return new ConflictError('This is the last admin. Make somebody else an admin first.');
}

/** Reads what somebody is to be on the installation. Complains about anything but admin and member. */
export function readUserRole(check: Complaints, value: unknown, field = 'role'): UserRole {
  if (value !== 'admin' && value !== 'member') check.add(field, 'It must be admin or member.');
  return value === 'admin' ? 'admin' : 'member';
}
