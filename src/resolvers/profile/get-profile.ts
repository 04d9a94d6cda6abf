import { enterProject } from '../../auth/enter-project.js';
import type { AppContext, Services } from '../../context.js';
import { INSTRUCTIONS_MAX, type Json } from '@memory-gateway/memory-engine';
import { NotFoundError, ValidationError } from '../../errors.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import type { MemoryQuery } from '../../stores/memory/memory-store.js';
import { findTextError, textLimits, toCalendarDay } from '../../validate.js';

/** Maximum number of instructions in a profile. */
export const instructionsMax = INSTRUCTIONS_MAX;

/** State of a profile. PENDING: not generated yet, or outdated. NOT_ENABLED: the project has profiles disabled. */
type ProfileStatus = 'SUCCEEDED' | 'PENDING' | 'FAILED' | 'NOT_ENABLED' | 'INSUFFICIENT_DATA';

export interface UserProfile {
  readonly userId: string;
  readonly status: ProfileStatus;
  /** `{}` unless `status` is SUCCEEDED. */
  readonly profile: Json;
  /** Standing instructions of the user, then preferences, newest first. At most five current memories. */
  readonly instructions: readonly MemoryRow[];
  /** How often the profile was generated. */
  readonly generationCount: number;
  readonly error: string | null;
  /** Null if it was never generated. */
  readonly updatedAt: Date | null;
}

/** Returns the profile of a user. Hides a profile that quotes deleted memories. @throws NotFoundError */
export async function getProfile(ctx: AppContext, input: { projectId: string; userId: string }): Promise<UserProfile> {
  const userId = readUserId(input.userId);
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const [isKnown, settings, row, instructions] = await Promise.all([
    ctx.stores.profiles.hasUser(scope, userId),
    ctx.stores.profiles.getSettings(scope),
    ctx.stores.profiles.get(scope, userId),
    ctx.stores.memories.instructions(scope, currentMemoriesOf(ctx, userId), instructionsMax),
  ]);
  if (!isKnown) throw createUnknownUserError();
  const made = {
    userId,
    generationCount: row?.generationCount ?? 0,
    updatedAt: row && row.generationCount + Number(row.status !== 'PENDING') > 0 ? row.updatedAt : null,
  };
  if (!settings.enabled) return { ...made, status: 'NOT_ENABLED', profile: {}, instructions: [], error: null };
  if (!row || (row.status === 'SUCCEEDED' && !row.isCurrent))
    return { ...made, status: 'PENDING', profile: {}, instructions, error: null };
  const profile = row.status === 'SUCCEEDED' ? row.profile : {};
  return { ...made, status: row.status, profile, instructions, error: row.error };
}

/** Returns the query of the memories that describe a user today. */
export function currentMemoriesOf(services: Services, userId: string): MemoryQuery {
  return {
    filter: { kind: 'entity', field: 'userId', test: 'in', values: [userId] },
    expiredBefore: toCalendarDay(services.now()),
    hiddenStates: ['superseded', 'merged', 'outdated'],
  };
}

/** Whether a memory may have this user id. */
export function isUserId(value: unknown): value is string {
  return value !== '' && findTextError(value, textLimits.name) === null;
}

/** Validates a user id. @throws ValidationError */
export function readUserId(value: unknown): string {
  if (!isUserId(value)) throw new ValidationError({ entityId: ['must be the id of a user, at most 255 characters.'] });
  return value;
}

export function createUnknownUserError(): NotFoundError {
  return new NotFoundError('Entity not found.');
}
