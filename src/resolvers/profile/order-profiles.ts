import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import { callerName } from '../../auth/caller.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext, Services } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ConflictError, IdempotencyKeyReusedError, ValidationError, orNotFound } from '../../errors.js';
import { newId } from '../../ids.js';
import type { ProfileJobRow, ProfileOperation } from '../../stores/profile/profile-job-store.js';
import { newEvent } from '../event/find-requesters.js';
import { readUserId, createUnknownUserError } from './get-profile.js';

export interface ProfileOrder {
  readonly projectId: string;
  /** User to generate a profile for. Default: a sample of recently active users. */
  readonly userId?: string | null | undefined;
  /** Sample size, 1 to 10. Default 10. */
  readonly limit?: number | null | undefined;
  /** 8 to 128 printable characters. The same key returns the same job. */
  readonly idempotencyKey?: string | null | undefined;
}

export interface AcceptedProfileJob {
  readonly job: ProfileJobRow;
  /** Whether the job was created earlier with the same key. */
  readonly replayed: boolean;
}

const sampleMax = 10;

/**
 * Accepts the generation of profiles by a job. Its event (type PROFILE) has the same id.
 * @throws ValidationError; NotFoundError for an unknown user; ConflictError if profiles are disabled
 * @throws IdempotencyKeyReusedError
 */
export async function orderProfiles(ctx: AppContext, input: ProfileOrder): Promise<AcceptedProfileJob> {
  requireCaller(ctx);
  const order = readOrder(input);
  const scope = await enterProject(ctx, 'profile:write', input.projectId);
  const requestedBy = callerName(ctx.caller);
  const before = await givenBefore(ctx, scope, { ...order, requestedBy });
  if (before) return before;
  if (!(await ctx.stores.profiles.getSettings(scope)).enabled)
    throw new ConflictError('Profiles are not enabled in this project.');
  const { userId } = order;
  if (userId !== null && !(await ctx.stores.profiles.hasUser(scope, userId))) throw createUnknownUserError();
  const entityNames = userId !== null ? [userId] : await ctx.stores.profiles.latestUsers(scope, order.limit);
  const job = await acceptProfiles(ctx, scope, {
    operation: userId === null ? 'sample' : 'trigger',
    entityNames,
    requestedBy,
    idempotencyKey: order.idempotencyKey,
  });
  // Another request used the same key first.
  return orNotFound(
    job === null ? await givenBefore(ctx, scope, { ...order, requestedBy }) : { job, replayed: false },
    'Profile job',
  );
}

/** Thrown to roll back if another request used the key in the meantime. */
class KeyTaken extends Error {}

export interface NewProfileOrder {
  readonly operation: ProfileOperation;
  readonly entityNames: readonly string[];
  readonly requestedBy: string;
  readonly idempotencyKey: string | null;
}

/** Stores and enqueues a profile job. @returns the queued job, or null if its key was used in the meantime */
export async function acceptProfiles(
  services: Services,
  scope: ProjectScope,
  order: NewProfileOrder,
): Promise<ProfileJobRow | null> {
  const [id, now] = [newId(), services.now()];
  const { operation, entityNames, requestedBy } = order;
  try {
    return await transact(services, async ({ stores, enqueue, audit }) => {
      const payload = { operation, entityType: 'user', entityIds: entityNames };
      await stores.events.insert(
        scope,
        newEvent(services, { id, type: 'PROFILE', payload, requestedBy, createdAt: now }),
      );
      if (!(await stores.profileJobs.insert(scope, { ...order, id, createdAt: now }))) throw new KeyTaken();
      await stores.profiles.markPending(scope, entityNames, { eventId: id, now });
      await enqueue('generateProfiles', { jobId: id, projectId: scope.projectId });
      const after = { operation, users: entityNames.length };
      await audit({ action: 'profile_job.create', targetId: id, place: scope, after });
      return await stores.profileJobs.get(scope, id);
    });
  } catch (error) {
    if (error instanceof KeyTaken) return null;
    throw error;
  }
}

interface Order {
  readonly userId: string | null;
  readonly limit: number;
  readonly idempotencyKey: string | null;
}

async function givenBefore(
  ctx: AppContext,
  scope: ProjectScope,
  { userId, idempotencyKey, requestedBy }: Order & { requestedBy: string },
): Promise<AcceptedProfileJob | null> {
  const job =
    idempotencyKey === null ? null : await ctx.stores.profileJobs.byKey(scope, { requestedBy, idempotencyKey });
  if (!job) return null;
  const isSame =
    userId === null ? job.operation === 'sample' : job.operation === 'trigger' && job.entityNames[0] === userId;
  if (!isSame) throw new IdempotencyKeyReusedError();
  return { job, replayed: true };
}

function readOrder({ userId, limit, idempotencyKey }: ProfileOrder): Order {
  const size = limit ?? sampleMax;
  if (!Number.isInteger(size) || size < 1 || size > sampleMax)
    throw new ValidationError({ limit: [`must be a whole number from 1 to ${sampleMax}.`] });
  if (idempotencyKey != null && !/^[\x21-\x7e]{8,128}$/.test(idempotencyKey))
    throw new ValidationError({
      idempotencyKey: ['must be 8 to 128 printable characters of ASCII, without blanks.'],
    });
  return { userId: userId == null ? null : readUserId(userId), limit: size, idempotencyKey: idempotencyKey ?? null };
}
