import type { ProjectScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { DomainError } from '../errors.js';
import { isFinalFailure, isOutage } from '@memory-gateway/models';
import type { JobPayloads } from './types.js';

type Outage = NonNullable<JobPayloads['extractMemories']['outage']>;

/** The next round of attempts at an extraction. */
export interface NextRound {
  readonly retryAt: Date;
  readonly outage: Outage;
}

const minuteMs = 60_000;
const pauseMaxMs = 15 * minuteMs;
/** The queue repeats a failed job within this time on its own. */
const queuePauseMs = 30_000;

/**
 * Plans when to try again after a failure of the provider: when the attempts of the queue are used up, or when the provider asks for a
 * longer pause. The pauses grow from one minute to fifteen.
 * @returns null for any other failure, and when the provider was away for too long
 */
export function planNextRound(
  services: Services,
  { error, isLast, outage }: { error: unknown; isLast: boolean; outage: Outage | undefined },
): NextRound | null {
  const { outageLimitMs } = services.config.providers;
  if (!isOutage(error) || isFinalFailure(error) || outageLimitMs === 0) return null;
  const askedMs = 1_000 * (error instanceof DomainError ? (error.retryAfterSeconds ?? 0) : 0);
  if (!isLast && !outage && askedMs <= queuePauseMs) return null;
  const now = services.now();
  const { since, rounds } = outage ?? { since: now.toISOString(), rounds: 0 };
  const pauseMs = Math.max(askedMs, Math.min(pauseMaxMs, minuteMs * 2 ** Math.min(rounds, 10)));
  const retryAt = new Date(now.getTime() + pauseMs);
  if (retryAt.getTime() - Date.parse(since) > outageLimitMs) return null;
  return { retryAt, outage: { since, rounds: rounds + 1 } };
}

/** Sets the event back to PENDING and queues its job for the next round. Does nothing for an event that has ended. */
export function postponeExtraction(
  services: Services,
  scope: ProjectScope,
  { eventId, error, next: { retryAt, outage } }: { eventId: string; error: unknown; next: NextRound },
): Promise<void> {
  const reason = error instanceof DomainError ? error.reason : undefined;
  services.log.warn(
    { err: error, eventId, retryAt },
    'The language model is unavailable; an extraction is retried later.',
  );
  return transact(services, async (unit) => {
    const waiting = await unit.stores.events.postpone(scope, eventId, { at: services.now(), reason, retryAt });
    if (!waiting) return;
    const afterMs = retryAt.getTime() - services.now().getTime();
    await unit.enqueue('extractMemories', { eventId, projectId: scope.projectId, outage }, { afterMs });
  });
}
