import { systemScope, type ProjectScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { generateProfile, type ProfileWish, type MemoryModel } from '@memory-gateway/memory-engine';
import { isFinalFailure, isOutage } from '@memory-gateway/models';
import { DomainError } from '../errors.js';
import { markDeletions } from '../auth/mark-deletions.js';
import { currentMemoriesOf } from '../resolvers/profile/get-profile.js';
import { memoryModel } from '@memory-gateway/extraction';
import { acceptProfiles } from '../resolvers/profile/order-profiles.js';
import type { ProfileJobRow } from '../stores/profile/profile-job-store.js';
import type { ProfileOutcome } from '../stores/profile/profile-store.js';
import type { JobHandler } from './handler.js';
import { scopeOf } from './scope-of.js';
import type { JobPayloads } from './types.js';

/** Number of the user's newest memories that a profile is generated from. */
const memoriesMax = 200;
/** Maximum number of profiles that one round of housekeeping queues. */
const refreshMax = 200;

/** Generates the profiles of a job one after the other. An attempt after a crash resumes where the last one ended. */
export const generateProfiles: JobHandler<'generateProfiles'> = (services, payload, { signal, lastAttempt: isLast }) =>
  makeProfiles(services, payload, { signal, isLast, model: memoryModel(services.llm(), signal) });

interface ProfileAttempt {
  readonly signal: AbortSignal;
  /** Without a model, rules generate the profiles. */
  readonly model?: MemoryModel | undefined;
  /** Whether the profiles of an unavailable model fail. Default true: another attempt makes them otherwise. */
  readonly isLast?: boolean;
}

/** Runs the job with a given model. */
export async function makeProfiles(
  services: Services,
  payload: JobPayloads['generateProfiles'],
  attempt: ProfileAttempt,
): Promise<void> {
  const { signal } = attempt;
  const scope = await scopeOf(services, payload);
  // The project was deleted meanwhile.
  if (!scope) return;
  await markDeletions(services, scope);
  const { schema, customInstructions: instructions } = await services.stores.profiles.getSettings(scope);
  for (let job = await begin(services, scope, payload.jobId); job !== null;) {
    signal.throwIfAborted();
    const name = job.entityNames[done(job)];
    if (name === undefined) return finish(services, scope, job);
    const readAt = services.now();
    const outcome = await profileOf(services, scope, { name, wish: { schema, instructions }, ...attempt });
    job = await keep(services, scope, { job, name, outcome, readAt });
  }
}

/** Fails the pending profiles after the job's last attempt. */
export async function failProfiles(
  services: Services,
  { jobId, projectId }: JobPayloads['generateProfiles'],
): Promise<void> {
  const scope = await scopeOf(services, { projectId });
  if (!scope) return;
  await transact(services, async ({ stores, audit }) => {
    const now = services.now();
    const error = 'The profiles could not be made.';
    // Ended by an earlier attempt.
    if (!(await stores.events.finish(scope, jobId, { at: now, error }))) return;
    await stores.profiles.failPending(scope, { eventId: jobId, error, now });
    await audit({ action: 'profile_job.finish', targetId: jobId, place: scope, after: { status: 'FAILED' } });
  });
}

/** Queues outdated profiles: older than the user's latest memory, or generated from memories that were changed, deleted or expired since. */
export async function refreshProfiles(services: Services): Promise<void> {
  const outdated = await services.stores.profiles.outdated(refreshMax, services.now());
  for (const { projectId, organizationId, names } of outdated) {
    await acceptProfiles(services, systemScope({ projectId, organizationId }), {
      operation: 'refresh',
      entityNames: names,
      requestedBy: 'system',
      idempotencyKey: null,
    });
  }
}

const done = (job: ProfileJobRow) => job.succeeded + job.failed + job.skipped;

/** @returns null if the job is finished or deleted */
function begin(services: Services, scope: ProjectScope, id: string): Promise<ProfileJobRow | null> {
  return transact(services, async ({ stores }) => {
    const at = services.now();
    if (!(await stores.events.start(scope, id, at))) return null;
    const job = await stores.profileJobs.get(scope, id);
    if (!job) return null;
    await stores.events.progress(scope, id, { total: job.entityNames.length, completed: done(job), at });
    return job;
  });
}

async function profileOf(
  services: Services,
  scope: ProjectScope,
  { name, wish, model, signal, isLast = true }: ProfileAttempt & { name: string; wish: ProfileWish },
): Promise<ProfileOutcome> {
  const newest = {
    order: { field: 'createdAt', direction: 'desc' },
    window: { limit: memoriesMax - 1, backward: false, key: null },
  } as const;
  const memories = await services.stores.memories.list(scope, currentMemoriesOf(services, name), newest);
  if (memories.length === 0) return { status: 'INSUFFICIENT_DATA' };
  try {
    return {
      status: 'SUCCEEDED',
      profile: await generateProfile(memories, wish, model),
      sourceIds: memories.map(({ id }) => id),
    };
  } catch (error) {
    // The next attempt makes the profile.
    signal.throwIfAborted();
    if (!isLast && isOutage(error) && !isFinalFailure(error)) throw error;
    services.log.warn({ err: error }, 'A profile could not be made.');
    return {
      status: 'FAILED',
      error: (error instanceof DomainError ? error.message : 'The profile could not be made.').slice(0, 2000),
    };
  }
}

const counted = { SUCCEEDED: 'succeeded', FAILED: 'failed', INSUFFICIENT_DATA: 'skipped' } as const;

/** @returns the updated job, or null if another attempt was faster */
function keep(
  services: Services,
  scope: ProjectScope,
  { job, name, ...made }: { job: ProfileJobRow; name: string; outcome: ProfileOutcome; readAt: Date },
): Promise<ProfileJobRow | null> {
  return transact(services, async ({ stores, announce }) => {
    const now = services.now();
    const isThere = await stores.profiles.save(scope, name, made);
    const next = await stores.profileJobs.advance(scope, job.id, {
      done: done(job),
      came: isThere ? counted[made.outcome.status] : 'skipped',
    });
    if (!next) return null;
    await stores.events.progress(scope, job.id, { total: job.entityNames.length, completed: done(next), at: now });
    if (isThere) await announce('profileChanged', { projectId: scope.projectId, userId: name });
    return next;
  });
}

function finish(services: Services, scope: ProjectScope, job: ProfileJobRow): Promise<void> {
  const { succeeded, failed, skipped } = job;
  return transact(services, async ({ stores, audit }) => {
    const results = [{ operation: job.operation, entity_type: 'user', succeeded, failed, skipped }];
    // Ended by another attempt.
    if (!(await stores.events.finish(scope, job.id, { at: services.now(), results }))) return;
    const after = { status: 'SUCCEEDED', succeeded, failed, skipped };
    await audit({ action: 'profile_job.finish', targetId: job.id, place: scope, after });
  });
}
