import type { PoolMemory } from './types.js';

/** Pool positions of memories that belong together, in the order in which they were said. */
export type Session = readonly number[];

/** Without a run, a pause of this length starts another session. */
const SESSION_GAP_MS = 30 * 60_000;

/**
 * Splits a pool into sessions: by run, or else by owner and pause. Leaves out memories extracted from a message of the
 * pool, because they are at the place of their message.
 */
export function formSessions(pool: readonly PoolMemory[], sources: readonly (number | null)[]): Session[] {
  const said = [...pool.entries()].filter(([index]) => sources[index] == null);
  const ordered = said.sort(([, a], [, b]) => a.sequence - b.sequence);
  const open = new Map<string, { session: number[]; lastAt: number }>();
  const sessions: number[][] = [];
  for (const [index, { run, owner, createdAt }] of ordered) {
    const key = run === null ? `owner\u0000${owner}` : `run\u0000${run}`;
    const current = open.get(key);
    if (current && (run !== null || Math.abs(createdAt - current.lastAt) <= SESSION_GAP_MS)) {
      current.session.push(index);
      current.lastAt = createdAt;
    } else {
      const session = [index];
      sessions.push(session);
      open.set(key, { session, lastAt: createdAt });
    }
  }
  return sessions;
}

/** Returns for each value the sum of the values within `reach` on each side, including the value itself. */
export function sumWindows(values: readonly number[], reach: number): number[] {
  const before = [0];
  let total = 0;
  for (const value of values) before.push((total += value));
  const sumBefore = (index: number) => before[Math.min(values.length, Math.max(0, index))] ?? 0;
  return values.map((_, index) => sumBefore(index + reach + 1) - sumBefore(index - reach));
}
