import { requireAdmin } from '../../auth/authorize.js';
import { createRandomPassword, hashPassword } from '@memory-gateway/credentials';
import { lowestRole, type Role } from '../../roles.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { newId } from '../../ids.js';
import type { UserRow } from '../../stores/user-store.js';
import { collectFieldErrors } from '../../validate.js';
import { readPassword } from './replace-password.js';
import { refuseTakenEmail } from './refuse-taken-email.js';
import { readEmail, readName, readRole } from '../shared/text-fields.js';
import { type UserRole, readUserRole } from './user-role.js';
import { getProjectToJoin } from '../member/project-to-join.js';

export interface CreateUserInput {
  readonly name: string;
  readonly email: string;
  /** 8 to 128 characters. Default: a random one, returned once. */
  readonly password?: string | null | undefined;
  /** Default: member. */
  readonly role?: UserRole | null | undefined;
  /** Project to join. Default: the default project, or none with `NEW_USERS_JOIN_DEFAULT_PROJECT=false`. Null: none. */
  readonly projectId?: string | null | undefined;
  /** Role in that project. Default: the lowest role. */
  readonly projectRole?: Role | null | undefined;
}

export interface CreatedUser {
  readonly user: UserRow;
  /** The random password, returned only here. Null if the admin chose one. */
  readonly password: string | null;
}

/** Creates a user who can sign in immediately. @throws ForbiddenError; NotFoundError; ConflictError for a used email */
export async function createUser(ctx: AppContext, input: CreateUserInput): Promise<CreatedUser> {
  requireAdmin(ctx);
  const check = collectFieldErrors();
  const name = readName(check, 'name', input.name);
  const email = readEmail(check, input.email);
  const role = readUserRole(check, input.role ?? 'member');
  const projectRole = readRole(check, input.projectRole ?? lowestRole);
  if (input.password != null) readPassword(check, 'password', input.password);
  check.throwIfAny();
  const password = input.password ?? createRandomPassword();
  const user = { id: newId(), name, email, role, passwordHash: await hashPassword(password), now: ctx.now() };
  const scope = input.projectId === null ? null : await getProjectToJoin(ctx, input.projectId);
  // Initial value. Users can change their default project.
  const defaultProjectId = scope?.projectId ?? null;
  return transact(ctx, async (unit) => {
    await unit.stores.invitations.lockAddress(email);
    const created = await unit.stores.users.insert({ ...user, defaultProjectId }).catch(refuseTakenEmail);
    await unit.stores.membershipInvitations.giveTo(user, user.now);
    await unit.audit({ action: 'user.create', targetId: user.id, after: { name, email, role } });
    if (scope) {
      await unit.stores.members.insert(scope, { userId: user.id, role: projectRole, now: user.now });
      await unit.audit({ action: 'member.add', targetId: user.id, place: scope, after: { role: projectRole } });
    }
    return { user: created, password: input.password == null ? password : null };
  });
}
