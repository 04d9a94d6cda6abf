import { requireCaller } from '../../auth/authorize.js';
import { enterProject, enterProjectOf } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { ValidationError, orNotFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { ProfileJobRow } from '../../stores/profile/profile-job-store.js';

/** Returns a profile job, optionally within a project. @throws NotFoundError; ValidationError for a malformed id */
export async function getProfileJob(
  ctx: AppContext,
  input: { id: string; projectId?: string | undefined },
): Promise<ProfileJobRow> {
  requireCaller(ctx);
  const scope = input.projectId === undefined ? null : await enterProject(ctx, 'memory:read', input.projectId);
  if (!isUuid(input.id)) throw new ValidationError({ id: ['must be a UUID.'] });
  if (scope) return read(ctx, scope, input.id);
  const place = await ctx.stores.profileJobs.projectOf(input.id);
  return read(ctx, await enterProjectOf(ctx, 'memory:read', { place, noun: 'Profile job' }), input.id);
}

async function read(ctx: AppContext, scope: ProjectScope, id: string): Promise<ProfileJobRow> {
  return orNotFound(await ctx.stores.profileJobs.get(scope, id), 'Profile job');
}
