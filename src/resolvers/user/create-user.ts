import { requireAdmin } from '../../auth/authorize.js';
import { hashPassword, createRandomPassword } from '../../auth/passwords.js';
import type { Role } from '../../auth/permissions.js';
import { transact, type AppContext } from '../../context.js';
import { newId } from '../../ids.js';
import type { UserRow } from '../../stores/user/user-store.js';
import { collectFieldErrors } from '../../validate.js';
import { readPassword } from './replace-password.js';
import { refuseTakenEmail } from './refuse-taken-email.js';
import { readEmail, readName, readRole } from '../shared/text-fields.js';
import { type UserRole, readUserRole } from './user-role.js';
import { getProjectToJoin } from '../member/project-to-join.js';

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

export interface CreatedUser {
  readonly user: UserRow;
  /** The random password; null when the admin chose one. Never to be had again. */
  readonly password: string | null;
}

/**
 * Creates a user, who may sign in at once.
 * @throws ForbiddenError; NotFoundError for an unknown project; ConflictError for an address in use; ValidationError
 */
export async function createUser(ctx: AppContext, input: CreateUserInput): Promise<CreatedUser> {
  requireAdmin(ctx);
  const check = collectFieldErrors();
  const name = readName(check, 'name', input.name);
  const email = readEmail(check, input.email);
  const role = readUserRole(check, input.role ?? 'member');
  const projectRole = readRole(check, input.projectRole ?? 'READER');
  if (input.password != null) readPassword(check, 'password', input.password);
  check.throwIfAny();
  const password = input.password ?? createRandomPassword();
  const user = { id: newId(), name, email, role, passwordHash: await hashPassword(password), now: ctx.now() };
  const scope = input.projectId === null ? null : await getProjectToJoin(ctx, input.projectId);
  // The admin who creates a user chooses where the user begins; users can change it.
  const defaultProjectId = scope?.projectId ?? null;
  return transact(ctx, async (unit) => {
    const created = await unit.stores.users.insert({ ...user, defaultProjectId }).catch(refuseTakenEmail);
    await unit.stores.membershipInvitations.giveTo(user, user.now);
    if (scope) await unit.stores.members.insert(scope, { userId: user.id, role: projectRole, now: user.now });
    await unit.audit({ action: 'user.create', targetId: user.id, after: { name, email, role } });
    return { user: created, password: input.password == null ? password : null };
  });
}
