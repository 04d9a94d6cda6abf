import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEcho, type Echo } from '../src/echo.js';

let echo: Echo | undefined;
afterEach(() => {
  echo?.close();
  told.length = 0;
  vi.useRealTimers();
});

const told: string[] = [];
/** As a database does. */
const later = async (work: () => unknown) => {
  await Promise.resolve();
  work();
};
const tell = { onFault: (fault: string) => void told.push(fault), onRecovery: () => void told.push('recovered') };

describe('the echo of notifications', () => {
  it('has no fault while its own notifications arrive', async () => {
    echo = createEcho({ ...tell, send: (payload) => later(() => echo?.hear(payload)) });
    await echo.check();
    expect(echo.fault()).toBeNull();
    expect(told).toEqual([]);
  });

  it('takes no message of others, and of echoes only its own', async () => {
    echo = createEcho({ ...tell, send: (payload) => later(() => echo?.hear(payload)) });
    expect(echo.hear('{"from":"another","topic":"jobQueued","message":{"name":""}}')).toBe(false);
    expect(echo.hear('{"echo":"another"}')).toBe(true);
    await echo.check();
  });

  it('names the cause while they are lost, once, and says when they arrive again', async () => {
    vi.useFakeTimers();
    let isLost = true;
    echo = createEcho({ ...tell, send: (payload) => later(() => isLost || echo?.hear(payload)) });
    const first = echo.check();
    await vi.advanceTimersByTimeAsync(10_000);
    await first;
    await vi.advanceTimersByTimeAsync(130_000);
    expect(echo.fault()).toMatch(
      /do not come back. DATABASE_DIRECT_URL must reach the database of DATABASE_URL without a pooler/,
    );
    expect(told).toHaveLength(1);
    isLost = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(echo.fault()).toBeNull();
    expect(told.at(-1)).toBe('recovered');
  });
});
