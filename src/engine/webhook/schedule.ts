const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds from one attempt to the next: the schedule of Standard Webhooks. The first attempt is made at once. */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Attempts at one delivery, in all. */
export const attemptsMax = retryDelaysMs.length + 1;

const jitter = 0.1;
const retryAfterMaxMs = 24 * hour;

/**
 * How long to wait after attempt number `attempts` has failed; null: it was the last one. Up to a tenth longer by chance, so that
 * what failed together does not come back together; never sooner than what the receiver asked for.
 * @param chance 0 up to 1
 */
export function retryDelay(attempts: number, retryAfterMs: number | null, chance: number): number | null {
  const delay = retryDelaysMs[attempts - 1];
  return delay === undefined ? null : Math.max(Math.round(delay * (1 + jitter * chance)), retryAfterMs ?? 0);
}

/** What `Retry-After` asks for, in seconds or as a date, at most a day; null when it asks for nothing that can be understood. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, retryAfterMaxMs) : null;
}
