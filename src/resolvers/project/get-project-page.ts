import { enterProject } from '../../auth/enter-project.js';
import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { isAllowed } from '../../errors.js';
import type { MemberRow } from '../../stores/member-store.js';
import type { MemoryColumn, MemoryRow } from '../../stores/memory/memory-row.js';
import type { PrefetchedPages } from '../../stores/project/project-page.js';
import { toCalendarDay } from '../../validate.js';
import { getProject } from './get-project.js';
import type { OwnProject } from './own-project.js';

/** First pages to read with a project, 1 to 100 rows each. */
export interface FirstPages {
  readonly members?: { readonly first: number };
  readonly memories?: { readonly first: number; readonly columns: readonly MemoryColumn[] };
}

/** A project with the first pages that the caller may read, each with one row more if there are more. */
export interface ProjectPage {
  readonly project: OwnProject;
  readonly members?: readonly MemberRow[];
  readonly memories?: readonly MemoryRow[];
}

/** Returns a project and first pages of its lists, in one statement. @throws NotFoundError */
export async function getProjectPage(ctx: AppContext, id: string, pages: FirstPages): Promise<ProjectPage> {
  requireCaller(ctx);
  const read = await readPages(ctx, id, pages);
  const project = await getProject(ctx, id);
  const [members, memories] = await Promise.all([
    read.members && isAllowed(enterProject(ctx, 'project:member:read', id)),
    read.memories && isAllowed(enterProject(ctx, 'memory:read', id)),
  ]);
  return {
    project,
    ...(members && read.members && { members: read.members.rows }),
    ...(memories && read.memories && { memories: read.memories.rows }),
  };
}

async function readPages(ctx: AppContext, id: string, { members, memories }: FirstPages): Promise<PrefetchedPages> {
  const { user, key } = ctx.caller;
  const identity = { userId: user?.id ?? null, keyProjectId: key?.projectId ?? null };
  const found = await ctx.stores.access.projectWith(id, identity, {
    ...(members && { members: { limit: members.first + 1 } }),
    ...(memories && {
      memories: { limit: memories.first + 1, columns: memories.columns, expiredBefore: toCalendarDay(ctx.now()) },
    }),
  });
  ctx.access.prime(id, found?.access ?? null);
  // The rows may contain memories of a deletion that is not marked yet.
  return found && !found.access.hasUnmarkedDeletion ? found.pages : {};
}
