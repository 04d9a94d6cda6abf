import { authorize, reachOf, requireCaller } from '../../auth/authorize.js';
import type { Role } from '../../auth/permissions.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import type { MemoryColumn } from '../../stores/memory/memory-row.js';
import { calendarDay } from '../../validate.js';
import { type OwnProject, asOwn } from './own-project.js';

/** First pages of lists in a project that will be asked for next: how many rows of each, 1 to 100. */
export interface NextPages {
  readonly members?: { readonly first: number };
  readonly memories?: { readonly first: number; readonly columns: readonly MemoryColumn[] };
}

/** One project. What `next` names is read in the same statement. @throws NotFoundError when there is none that the caller may see */
export async function getProject(ctx: AppContext, id: string, next: NextPages | null = null): Promise<OwnProject> {
  if (next) await readAhead(ctx, id, next);
  const scope = await authorize(ctx, 'project:read', id);
  // Came along when the right was looked up, in this request.
  const access = await ctx.access.project(id);
  if (!access) throw new NotFoundError('Project not found.');
  return { ...access.project, role: scope.role };
}

async function readAhead(ctx: AppContext, id: string, { members, memories }: NextPages): Promise<void> {
  requireCaller(ctx);
  // One row more than the page: it tells whether there are others.
  await ctx.access.projectWith(id, {
    ...(members && { members: { limit: members.first + 1 } }),
    ...(memories && {
      memories: { limit: memories.first + 1, columns: memories.columns, expiredBefore: calendarDay(ctx.now()) },
    }),
  });
}

/** What the caller may do in a project. Of a project that was just read it is known. @throws NotFoundError when the caller may not see it */
export async function roleInProject(ctx: AppContext, projectId: string): Promise<Role> {
  return (await authorize(ctx, 'project:read', projectId)).role;
}

/** Those of these projects that the caller may see, by id: for loaders. One statement. */
export async function projectsByIds(ctx: AppContext, ids: readonly string[]): Promise<Map<string, OwnProject>> {
  const rows = await ctx.stores.projects.byIds(reachOf(ctx), ids);
  return new Map(rows.map((row) => [row.id, asOwn(ctx)(row)]));
}
