import { authorize, authorizeOrganization, reachOf, requireCaller } from '../auth/authorize.js';
import { createContext, transact, type AppContext, type UnitOfWork } from '../context.js';
import { NotFoundError, ValidationError } from '../errors.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../page.js';
import type { MemberRow, MemberScope } from '../stores/member.js';
import { complaints } from '../validate.js';
import { groupBy } from './group-by.js';
import { readEmail, readRole } from './text-fields.js';

/** A person in a project. */
export interface ProjectMemberInput {
  readonly projectId: string;
  readonly email: string;
}

/** A person in an organization. */
export interface OrganizationMemberInput {
  readonly organizationId: string;
  readonly email: string;
}

/** `role` is READER or OWNER; anything else is a complaint about `role`. */
export interface WithRole {
  readonly role: string;
}

/** The members of a project, by e-mail; 10,000 at most. @throws NotFoundError */
export async function listProjectMembers(ctx: AppContext, projectId: string): Promise<MemberRow[]> {
  return ctx.stores.members.list(await authorize(ctx, 'project:members:read', projectId));
}

/** The members of an organization, by e-mail; 10,000 at most. @throws NotFoundError */
export async function listOrganizationMembers(ctx: AppContext, organizationId: string): Promise<MemberRow[]> {
  return ctx.stores.members.list(await authorizeOrganization(ctx, 'organization:members:read', organizationId));
}

/** One page of the members of a project, by e-mail. @throws NotFoundError, ValidationError */
export async function pageProjectMembers(
  ctx: AppContext,
  input: PageArgs & { projectId: string },
): Promise<Page<MemberRow>> {
  return pageMembers(ctx, await authorize(ctx, 'project:members:read', input.projectId), input);
}

/** One page of the members of an organization, by e-mail. @throws NotFoundError, ForbiddenError, ValidationError */
export async function pageOrganizationMembers(
  ctx: AppContext,
  input: PageArgs & { organizationId: string },
): Promise<Page<MemberRow>> {
  return pageMembers(ctx, await authorizeOrganization(ctx, 'organization:members:read', input.organizationId), input);
}

async function pageMembers(ctx: AppContext, scope: MemberScope, args: PageArgs): Promise<Page<MemberRow>> {
  const window = pageWindow(args);
  const rows = await ctx.stores.members.page(scope, window);
  return toPage(window, rows, {
    key: ({ email }) => [email],
    total: async () => onlyCount(await ctx.stores.members.counts([scope])),
  });
}

const onlyCount = (counts: ReadonlyMap<string, number>): number => [...counts.values()][0] ?? 0;

/** Which projects, how many members of each (1 to 100, default 20), and how to count one project's members when asked. */
export interface FirstMembersInput {
  readonly projectIds: readonly string[];
  readonly first: number | null | undefined;
  readonly total: (projectId: string) => Promise<number>;
}

/** The first page of members of each of these projects, by e-mail, in their order: for loaders. One statement. @throws NotFoundError, ValidationError */
export async function firstMembersOfProjects(ctx: AppContext, input: FirstMembersInput): Promise<Page<MemberRow>[]> {
  const window = pageWindow({ first: input.first });
  const scopes = await readableProjects(ctx, input.projectIds);
  const along = input.projectIds.length === 1 ? ctx.access.pages(input.projectIds[0] ?? '')?.members : undefined;
  if (along?.limit === window.limit + 1)
    return input.projectIds.map((id) =>
      toPage(window, along.rows, { key: ({ email }) => [email], total: () => input.total(id) }),
    );
  const rows = groupBy(await ctx.stores.members.firstOf(scopes, window.limit + 1), (row) => row.placeId);
  return input.projectIds.map((id) =>
    toPage(window, rows.get(id) ?? [], { key: ({ email }) => [email], total: () => input.total(id) }),
  );
}

/** The number of members of each of these projects, in their order: for loaders. One statement. @throws NotFoundError */
export async function memberCountsOfProjects(
  ctx: AppContext,
  input: { projectIds: readonly string[] },
): Promise<number[]> {
  const counts = await ctx.stores.members.counts(await readableProjects(ctx, input.projectIds));
  return input.projectIds.map((id) => counts.get(id) ?? 0);
}

function readableProjects(ctx: AppContext, ids: readonly string[]) {
  return Promise.all(ids.map((id) => authorize(ctx, 'project:members:read', id)));
}

/** The members of those of these projects that the caller may see, by project id, 10,000 of each at most. One statement. */
export async function membersOfProjects(
  ctx: AppContext,
  projectIds: readonly string[],
): Promise<Map<string, MemberRow[]>> {
  return groupBy(await ctx.stores.members.ofProjects(reachOf(ctx), projectIds), (row) => row.projectId);
}

/**
 * Makes a user a member of a project. Somebody who has this very role already stays as they are.
 * @throws NotFoundError for a hidden project or an unknown e-mail; ForbiddenError; ValidationError, also for a member with the other role
 */
export async function addProjectMember(ctx: AppContext, input: ProjectMemberInput & WithRole): Promise<MemberRow> {
  return addMember(ctx, projectPlace(input.projectId), input);
}

/** As {@link addProjectMember}, for an organization. */
export async function addOrganizationMember(
  ctx: AppContext,
  input: OrganizationMemberInput & WithRole,
): Promise<MemberRow> {
  return addMember(ctx, organizationPlace(input.organizationId), input);
}

/**
 * Changes the role of a project member. Of the OWNERs whom the project itself names, the last keeps the role, whoever asks;
 * a project that names none is looked after by the OWNERs of its organization.
 * @throws NotFoundError, also for a non-member; ForbiddenError; ValidationError on `role` for the last OWNER
 */
export async function setProjectMemberRole(ctx: AppContext, input: ProjectMemberInput & WithRole): Promise<MemberRow> {
  return setRole(ctx, projectPlace(input.projectId), input);
}

/** As {@link setProjectMemberRole}, for an organization. */
export async function setOrganizationMemberRole(
  ctx: AppContext,
  input: OrganizationMemberInput & WithRole,
): Promise<MemberRow> {
  return setRole(ctx, organizationPlace(input.organizationId), input);
}

/**
 * Takes a member out of a project; the last OWNER stays, as with {@link setProjectMemberRole}.
 * @throws NotFoundError, also for a non-member; ForbiddenError; ValidationError on `email`
 */
export async function removeProjectMember(ctx: AppContext, input: ProjectMemberInput): Promise<void> {
  return removeMember(ctx, projectPlace(input.projectId), input);
}

/** As {@link removeProjectMember}, for an organization. */
export async function removeOrganizationMember(ctx: AppContext, input: OrganizationMemberInput): Promise<void> {
  return removeMember(ctx, organizationPlace(input.organizationId), input);
}

interface Place {
  readonly noun: 'project' | 'organization';
  readonly authorize: (ctx: AppContext) => Promise<MemberScope>;
}

const projectPlace = (id: string): Place => ({
  noun: 'project',
  authorize: (ctx) => authorize(ctx, 'project:members:write', id),
});

const organizationPlace = (id: string): Place => ({
  noun: 'organization',
  authorize: (ctx) => authorizeOrganization(ctx, 'organization:members:write', id),
});

async function addMember(ctx: AppContext, place: Place, input: { email: string } & WithRole): Promise<MemberRow> {
  requireCaller(ctx);
  const check = complaints();
  const email = readEmail(check, input.email);
  const role = readRole(check, input.role);
  check.settle();
  const allowed = await place.authorize(ctx);
  return changeMembers(ctx, { place, allowed }, async ({ stores, announce }, scope) => {
    const user = await stores.users.findByEmail(email);
    if (!user) throw new NotFoundError('User not found: nobody here has this e-mail address.');
    const isNew = await stores.members.insert(scope, { userId: user.id, role, now: ctx.now() });
    const member = known(place, await stores.members.find(scope, email));
    if (member.role !== role)
      throw new ValidationError({ email: [`This user is already a member of this ${place.noun}, with another role.`] });
    if (isNew) await announce('credentialChanged', { userId: user.id });
    return member;
  });
}

async function setRole(ctx: AppContext, place: Place, input: { email: string } & WithRole): Promise<MemberRow> {
  requireCaller(ctx);
  const check = complaints();
  const email = readEmail(check, input.email);
  const role = readRole(check, input.role);
  check.settle();
  const allowed = await place.authorize(ctx);
  return changeMembers(ctx, { place, allowed }, async ({ stores, announce }, scope) => {
    const member = known(place, await stores.members.find(scope, email));
    if (member.role === role) return member;
    if (member.role === 'OWNER' && (await stores.members.countOwners(scope)) === 1) throw lastOwner(place, 'role');
    await stores.members.setRole(scope, member.userId, role);
    await announce('credentialChanged', { userId: member.userId });
    return { ...member, role };
  });
}

async function removeMember(ctx: AppContext, place: Place, input: { email: string }): Promise<void> {
  requireCaller(ctx);
  const check = complaints();
  const email = readEmail(check, input.email);
  check.settle();
  const allowed = await place.authorize(ctx);
  await changeMembers(ctx, { place, allowed }, async ({ stores, announce }, scope) => {
    const member = known(place, await stores.members.find(scope, email));
    if (member.role === 'OWNER' && (await stores.members.countOwners(scope)) === 1) throw lastOwner(place, 'email');
    await stores.members.remove(scope, member.userId);
    await announce('credentialChanged', { userId: member.userId });
  });
}

interface Permit {
  readonly place: Place;
  readonly allowed: MemberScope;
}

/** Works on the members of one place, one change at a time. */
function changeMembers<T>(
  ctx: AppContext,
  permit: Permit,
  work: (unit: UnitOfWork, scope: MemberScope) => Promise<T>,
): Promise<T> {
  return transact(ctx, async (unit) => {
    await unit.stores.members.lock(permit.allowed);
    // A change that this one waited for may have taken the caller's own role, or the place, away.
    const scope = await permit.place.authorize(createContext({ ...ctx, stores: unit.stores }, ctx));
    return work(unit, scope);
  });
}

function known(place: Place, member: MemberRow | null): MemberRow {
  if (!member) throw new NotFoundError(`No member of this ${place.noun} has this e-mail address.`);
  return member;
}

function lastOwner(place: Place, field: 'email' | 'role'): ValidationError {
  return new ValidationError({
    [field]: [`This is the last OWNER of the ${place.noun}. Make somebody else an OWNER first.`],
  });
}
