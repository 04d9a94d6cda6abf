import type { AppContext } from '../context.js';
import { NotFoundError, notFound } from '../errors.js';
import { authorize } from './authorize.js';
import { hasAccepted, markDeletions } from './mark-deletions.js';
import type { ProjectAction } from './permissions.js';
import type { ProjectScope } from './scope.js';

/**
 * Actions that do not depend on deletions inside the project. A change of members authorizes inside its transaction, in which the one that marks
 * would wait for a connection, or on the embedded database for the end of the change.
 */
const withoutMemories: ReadonlySet<ProjectAction> = new Set(['project:delete', 'project:member:write']);

/** Authorizes `action` in the project and marks memories of accepted deletions. @throws as `authorize` */
export async function enterProject(ctx: AppContext, action: ProjectAction, projectId: string): Promise<ProjectScope> {
  const scope = await authorize(ctx, action, projectId);
  if (withoutMemories.has(action)) return scope;
  // `authorize` has cached the row; this call runs no statement.
  const access = await ctx.access.project(projectId);
  if (access?.hasUnmarkedDeletion || hasAccepted(ctx, projectId)) await markDeletions(ctx, scope);
  return scope;
}

/**
 * Enters the project of an object. An object of a hidden project is missing: the error of the project would reveal that the object exists.
 * @param place the project of the object. Null: there is no such object
 * @throws NotFoundError with `noun`; ForbiddenError
 */
export async function enterProjectOf(
  ctx: AppContext,
  action: ProjectAction,
  { place, noun }: { place: { readonly projectId: string } | null; noun: string },
): Promise<ProjectScope> {
  if (!place) throw notFound(noun);
  return enterProject(ctx, action, place.projectId).catch((error: unknown) => {
    throw error instanceof NotFoundError ? notFound(noun) : error;
  });
}
