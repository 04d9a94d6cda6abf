import { hashPassword } from '@memory-gateway/credentials';
import { operatorOrganization, operatorProject } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { ConflictError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { NewUser, UserRow } from '../../stores/user-store.js';
import { collectFieldErrors } from '../../validate.js';
import { readEmail, readName } from '../shared/text-fields.js';
import { takenEmail } from './refuse-taken-email.js';
import { readPassword } from './replace-password.js';

export interface FirstAdminInput {
  readonly name: string;
  readonly email: string;
  /** 8 to 128 characters. */
  readonly password: string;
}

/** The first admin with the installation's initial organization and project. Null if deleted since. */
export interface FirstAdmin {
  readonly user: UserRow;
  readonly organizationId: string | null;
  readonly projectId: string | null;
}

/** Creates the first admin as OWNER of the default organization and project. @throws ConflictError if there is one */
export async function createFirstAdmin(services: Services, input: FirstAdminInput): Promise<FirstAdmin> {
  const admin = await prepareFirstAdmin(services, input);
  return transact(services, (unit) => insertFirstAdmin(unit, admin));
}

/** Returns the name and the email address as they are stored. @throws ValidationError, also for the password */
export function readFirstAdmin(input: FirstAdminInput): { readonly name: string; readonly email: string } {
  const check = collectFieldErrors();
  const name = readName(check, 'name', input.name);
  const email = readEmail(check, input.email);
  readPassword(check, 'password', input.password);
  check.throwIfAny();
  return { name, email };
}

/** Validates the input and hashes the password. Slow: call it outside of transactions. @throws ValidationError */
export async function prepareFirstAdmin(services: Services, input: FirstAdminInput): Promise<NewUser> {
  const { name, email } = readFirstAdmin(input);
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

/** Inserts the first admin within the caller's transaction. @throws ConflictError */
export async function insertFirstAdmin({ stores, announce, audit }: UnitOfWork, admin: NewUser): Promise<FirstAdmin> {
  await stores.users.lockAll();
  if (await stores.users.oldestAdmin()) throw adminExists();
  if (await stores.users.findByEmail(admin.email)) throw takenEmail();
  const user = await stores.users.insert(admin);
  const defaults = await stores.organizations.defaults();
  const owner = { userId: user.id, role: 'OWNER', now: admin.now } as const;
  if (defaults) {
    const organization = operatorOrganization(defaults.organizationId);
    await stores.members.insert(organization, owner);
    const { organizationId, projectId } = defaults;
    if (projectId) await stores.members.insert(operatorProject({ organizationId, projectId }), owner);
  }
  await announce('credentialChanged', { userId: user.id });
  const { id, name, email, role } = user;
  await audit({ action: 'user.create', targetId: id, after: { name, email, role } });
  return { user, organizationId: defaults?.organizationId ?? null, projectId: defaults?.projectId ?? null };
}

function adminExists(): ConflictError {
  return new ConflictError('An admin exists already; registration is closed.');
}
