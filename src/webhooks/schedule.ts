const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds between attempts, from Standard Webhooks. The first attempt is immediate. */
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

const jitter = 0.1;

/** Returns the delay after a failed attempt plus up to 10 % (`chance`, 0 to 1). Null after the last attempt. */
export function retryDelay(attempts: number, retryAfterMs: number | null, chance: number): number | null {
  const delay = retryDelaysMs[attempts - 1];
  return delay === undefined ? null : Math.max(Math.round(delay * (1 + jitter * chance)), retryAfterMs ?? 0);
}
