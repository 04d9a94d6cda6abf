/** Parses `Retry-After` (seconds or a date) to milliseconds, at most a day. Null if absent or invalid. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, longestMs) : null;
}

const longestMs = 24 * 60 * 60 * 1_000;
