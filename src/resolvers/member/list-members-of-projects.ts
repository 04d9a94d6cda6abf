import { getReach } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page } from '../../page.js';
import type { MemberRow } from '../../stores/member-store.js';
import { groupBy } from '../shared/group-by.js';

/** First page of members of each project. `first`: 1 to 100, default 20. `total` counts one project's members. */
export interface FirstMembersInput {
  readonly projectIds: readonly string[];
  readonly first: number | null | undefined;
  readonly total: (projectId: string) => Promise<number>;
}

/** Returns the first page of members of each project, by email, in one statement. For loaders. @throws NotFoundError */
export async function listFirstMembersOfProjects(
  ctx: AppContext,
  input: FirstMembersInput,
): Promise<Page<MemberRow>[]> {
  const window = pageWindow({ first: input.first });
  const scopes = await readableProjects(ctx, input.projectIds);
  const rows = groupBy(await ctx.stores.members.firstOf(scopes, window.limit + 1), (row) => row.parentId);
  return input.projectIds.map((id) => toFirstMembers(rows.get(id) ?? [], input.first, () => input.total(id)));
}

/** Creates the first page of members from rows in email order, one more than the page if there are more. */
export function toFirstMembers(
  rows: readonly MemberRow[],
  first: number | null | undefined,
  total: () => Promise<number>,
): Page<MemberRow> {
  return toPage(pageWindow({ first }), rows, { key: ({ email }) => [email], total });
}

/** Counts the members of each project, in one statement. For loaders. @throws NotFoundError */
export async function countMembersOfProjects(
  ctx: AppContext,
  input: { projectIds: readonly string[] },
): Promise<number[]> {
  const counts = await ctx.stores.members.counts(await readableProjects(ctx, input.projectIds));
  return input.projectIds.map((id) => counts.get(id) ?? 0);
}

function readableProjects(ctx: AppContext, ids: readonly string[]) {
  return Promise.all(ids.map((id) => enterProject(ctx, 'project:member:read', id)));
}

/** Returns up to 10,000 members of each visible project by project id, in one statement. */
export async function listMembersOfProjects(
  ctx: AppContext,
  projectIds: readonly string[],
): Promise<Map<string, MemberRow[]>> {
  return groupBy(await ctx.stores.members.ofProjects(getReach(ctx), projectIds), (row) => row.projectId);
}
