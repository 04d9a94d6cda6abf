import { authorizeOrganization } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import { createContext, type AppContext } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { NotFoundError, ValidationError } from '../../errors.js';
import type { MemberRow, MemberScope } from '../../stores/member-store.js';

export type Parent = { readonly projectId: string } | { readonly organizationId: string };

export type MemberInput = Parent & { readonly email: string };

/** Unvalidated role. Values other than the names of roles are an error on `role`. */
export interface WithRole {
  readonly role: string;
}

export interface Place {
  readonly noun: 'project' | 'organization';
  readonly authorize: (ctx: AppContext) => Promise<MemberScope>;
}

/** Returns the project or organization whose members change. */
export function toPlace(parent: Parent): Place {
  if ('projectId' in parent)
    return { noun: 'project', authorize: (ctx) => enterProject(ctx, 'project:member:write', parent.projectId) };
  const { organizationId } = parent;
  return {
    noun: 'organization',
    authorize: (ctx) => authorizeOrganization(ctx, 'organization:member:write', organizationId),
  };
}

interface Permit {
  readonly place: Place;
  readonly allowed: MemberScope;
}

/** Runs `work` under a lock on the members of a project or organization. */
export function changeMembers<T>(
  ctx: AppContext,
  permit: Permit,
  work: (unit: UnitOfWork, scope: MemberScope) => Promise<T>,
): Promise<T> {
  return transact(ctx, async (unit) => {
    await unit.stores.members.lock(permit.allowed);
    // Authorizes again: a change that held the lock may have removed the caller's role, or the project or organization.
    const scope = await permit.place.authorize(createContext({ ...ctx, stores: unit.stores }, ctx));
    return work(unit, scope);
  });
}

export function assertMember(place: Place, member: MemberRow | null): MemberRow {
  if (!member) throw new NotFoundError(`No member of this ${place.noun} has this email address.`);
  return member;
}

export function createLastOwnerError(place: Place, field: 'email' | 'role'): ValidationError {
  return new ValidationError({
    [field]: [`This is the last OWNER of the ${place.noun}. Make another member an OWNER first.`],
  });
}
