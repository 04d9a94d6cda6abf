import { authorizeInOrganization, authorizeOrganization, requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import { callerName } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { NotFoundError, nullFor, orNotFound, ValidationError } from '../../errors.js';
import { isUuid } from '../../ids.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { DeletionRow } from '../../stores/deletion/deletion-row.js';
import { toTimeAndIdWindow } from '../memory/list-key.js';

/**
 * Returns the receipt of a deletion, even if its project was deleted. Visible to OWNERs of the project and its
 * organization, admins, and the caller who requested the deletion.
 * @throws ValidationError if `id` is not a UUID; NotFoundError; ForbiddenError for READERs
 */
export async function getDeletion(ctx: AppContext, input: { id: string }): Promise<DeletionRow> {
  const caller = requireCaller(ctx);
  if (!isUuid(input.id)) throw new ValidationError({ id: ['must be a UUID.'] });
  const deletion = orNotFound(await ctx.stores.deletions.find(input.id), 'Deletion');
  const { projectId, organizationId, requestedBy } = deletion;
  const isUnbound = !caller.key?.projectId;
  const mayReadAll = isUnbound && (caller.isAdmin || (caller.user !== null && requestedBy === callerName(caller)));
  if (mayReadAll) return deletion;
  if (projectId !== null && (await enterProject(ctx, 'deletion:read', projectId).catch(nullFor(NotFoundError))))
    return deletion;
  await authorizeInOrganization(ctx, 'organization:deletion:read', { organizationId, noun: 'Deletion' });
  return deletion;
}

/** Deletions of a project, or of an organization with all of its projects, including deleted ones. */
export interface DeletionListInput {
  readonly projectId?: string | null | undefined;
  readonly organizationId?: string | null | undefined;
}

/** Lists deletion receipts, newest first. @throws ValidationError unless exactly one place is given */
export async function listDeletions(ctx: AppContext, input: PageArgs & DeletionListInput): Promise<Page<DeletionRow>> {
  const { projectId, organizationId } = input;
  if ((projectId == null) === (organizationId == null))
    throw new ValidationError({ projectId: ['Give projectId or organizationId.'] });
  const window = toTimeAndIdWindow(pageWindow(input));
  const place =
    projectId != null
      ? await enterProject(ctx, 'deletion:read', projectId)
      : await authorizeOrganization(ctx, 'organization:deletion:read', organizationId ?? '');
  const rows = await ctx.stores.deletions.list(place, window);
  return toPage(window, rows, {
    key: (row) => [row.requestedAt.toISOString(), row.id],
    total: () => ctx.stores.deletions.count(place),
  });
}
