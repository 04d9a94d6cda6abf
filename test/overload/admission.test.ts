import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAdmission } from '@memory-gateway/load';
import { loadConfig } from '../../src/config.js';
import { OverloadedError } from '../../src/errors.js';

afterEach(() => vi.useRealTimers());

const concurrency = { add: 2, search: 1, read: 1, document: 1 };

/** Work that ends when the test says so. */
function controlled() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

describe('admission control', () => {
  it('runs work of each kind up to its limit, and the rest in the order in which it came', async () => {
    const admission = createAdmission({ concurrency, maxWaitMs: 60_000 });
    const [first, second] = [controlled(), controlled()];
    const order: string[] = [];
    const running = [admission.run('add', first.work), admission.run('add', second.work)];
    const waiting = ['third', 'fourth'].map((name) => admission.run('add', async () => void order.push(name)));
    await admission.run('read', async () => void order.push('read'));
    expect([order, admission.stats().add]).toEqual([['read'], { running: 2, waiting: 2, refused: 0 }]);
    first.end();
    await Promise.all(waiting);
    second.end();
    await Promise.all(running);
    expect([order, admission.stats().add]).toEqual([
      ['read', 'third', 'fourth'],
      { running: 0, waiting: 0, refused: 0 },
    ]);
  });

  it('refuses work at once whose expected wait is too long, and says when to try again', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const admission = createAdmission({ concurrency, maxWaitMs: 5_000 });
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 3_000));
    const known = admission.run('search', slow);
    await vi.advanceTimersByTimeAsync(3_000);
    await known;
    const accepted = [admission.run('search', slow), admission.run('search', slow)];
    const refused = await admission.run('search', slow).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OverloadedError);
    expect(refused).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 6 });
    await vi.advanceTimersByTimeAsync(6_000);
    await Promise.all(accepted);
    expect(admission.stats().search).toEqual({ running: 0, waiting: 0, refused: 1 });
  });

  it('refuses what has waited too long behind work that does not end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const admission = createAdmission({ concurrency, maxWaitMs: 1_000 });
    const endless = controlled();
    const running = admission.run('search', endless.work);
    const refused = admission.run('search', async () => 'never').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await refused).toBeInstanceOf(OverloadedError);
    endless.end();
    await running;
    expect(await admission.run('search', async () => 'later')).toBe('later');
  });

  it('says before any work whether there is room', async () => {
    const admission = createAdmission({ concurrency: { ...concurrency, read: 1 }, maxWaitMs: 1_000 });
    const endless = controlled();
    const running = admission.run('search', endless.work);
    const waiting = Array.from({ length: 32 }, () => admission.run('search', async () => 'done'));
    expect(() => admission.assertRoom('search')).toThrow(OverloadedError);
    expect(() => admission.assertRoom('read')).not.toThrow();
    endless.end();
    await Promise.all([running, ...waiting]);
    expect(() => admission.assertRoom('search')).not.toThrow();
  });

  it('expects no shorter wait after work that failed early', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const admission = createAdmission({ concurrency, maxWaitMs: 5_000 });
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 3_000));
    const forbidden = () => admission.run('search', () => Promise.reject(new Error('forbidden'))).catch(() => null);
    await forbidden();
    const known = admission.run('search', slow);
    await vi.advanceTimersByTimeAsync(3_000);
    await known;
    for (let turn = 0; turn < 60; turn += 1) await forbidden();
    const accepted = [admission.run('search', slow), admission.run('search', slow)];
    await expect(admission.run('search', slow)).rejects.toMatchObject({ retryAfterSeconds: 6 });
    await vi.advanceTimersByTimeAsync(6_000);
    await Promise.all(accepted);
  });

  it('expects a longer wait after work that failed late', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const admission = createAdmission({ concurrency, maxWaitMs: 5_000 });
    const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const quick = admission.run('search', () => after(1_000));
    await vi.advanceTimersByTimeAsync(1_000);
    await quick;
    const failed = admission.run('search', () => after(91_000).then(() => Promise.reject(new Error('away'))));
    const noted = expect(failed).rejects.toThrow('away');
    await vi.advanceTimersByTimeAsync(91_000);
    await noted;
    const running = admission.run('search', () => after(1_000));
    await expect(admission.run('search', () => after(1_000))).rejects.toMatchObject({ retryAfterSeconds: 10 });
    await vi.advanceTimersByTimeAsync(1_000);
    await running;
  });

  it('counts a held place as waiting work', async () => {
    const admission = createAdmission({ concurrency, maxWaitMs: 1_000 });
    const reservation = admission.reserve('add');
    expect(admission.stats().add).toEqual({ running: 0, waiting: 0, refused: 0 });
    reservation.hold();
    expect(admission.stats().add).toEqual({ running: 0, waiting: 1, refused: 0 });
    const { work, end } = controlled();
    const running = reservation.run('add', work);
    expect(admission.stats().add).toEqual({ running: 1, waiting: 0, refused: 0 });
    end();
    await running;
    reservation.release();
    expect(admission.stats().add).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  it('lets callers take turns, so that the queue of one is not in front of the others', async () => {
    const admission = createAdmission({ concurrency, maxWaitMs: 60_000 });
    const { work, end } = controlled();
    const order: string[] = [];
    const send = (caller: string, name: string) => admission.for(caller).run('read', async () => void order.push(name));
    const running = admission.for('ada').run('read', work);
    const waiting = ['ada 1', 'ada 2', 'ada 3'].map((name) => send('ada', name));
    const others = ['eva 1', 'eva 2'].map((name) => send('eva', name));
    const last = send('kim', 'kim 1');
    expect(admission.stats().read).toEqual({ running: 1, waiting: 6, refused: 0 });
    end();
    await Promise.all([running, ...waiting, ...others, last]);
    expect(order).toEqual(['ada 1', 'eva 1', 'kim 1', 'ada 2', 'eva 2', 'ada 3']);
    expect(admission.stats().read).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  it('refuses one caller whose queue is full, and accepts another', async () => {
    const admission = createAdmission({ concurrency, maxWaitMs: 60_000 });
    const { work, end } = controlled();
    const running = admission.for('ada').run('read', work);
    const waiting = Array.from({ length: 30 }, () => admission.for('ada').run('read', async () => undefined));
    const held = [1, 2].map(() => admission.for('ada').reserve('read'));
    held.forEach((each) => each.hold());
    expect(() => admission.for('ada').assertRoom('read')).toThrow(OverloadedError);
    const other = admission.for('eva').run('read', async () => 'eva');
    held.forEach((each) => each.release());
    waiting.push(admission.for('ada').run('read', async () => undefined));
    end();
    expect(await other).toBe('eva');
    await Promise.all([running, ...waiting]);
  });

  it('gives the turn back when the work fails', async () => {
    const admission = createAdmission({ concurrency, maxWaitMs: 1_000 });
    for (let turn = 0; turn < 3; turn += 1)
      await expect(admission.run('read', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(admission.stats().read).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  it('accepts reads only while the event loop is late', async () => {
    let isLate = true;
    const admission = createAdmission({ concurrency, maxWaitMs: 1_000, isLoopLate: () => isLate });
    await expect(admission.run('add', async () => 1)).rejects.toBeInstanceOf(OverloadedError);
    await expect(admission.run('search', async () => 1)).rejects.toBeInstanceOf(OverloadedError);
    expect(await admission.run('read', async () => 1)).toBe(1);
    isLate = false;
    expect(await admission.run('add', async () => 1)).toBe(1);
  });
});

describe('the default number of adds at a time', () => {
  const addsOf = (env: Record<string, string>) => loadConfig(env).load.concurrency.add;
  const postgres = { DATABASE_URL: 'postgresql://localhost/memories' };

  it('follows the database, and where texts are embedded', () => {
    const perCore = Math.max(4, 3 * availableParallelism());
    expect([addsOf({}), addsOf({ EMBEDDER: 'openai' })]).toEqual([4, 8]);
    expect([addsOf(postgres), addsOf({ ...postgres, EMBEDDER: 'openai' })]).toEqual([perCore, 32]);
    expect(addsOf({ ...postgres, MAX_CONCURRENT_ADDS: '9' })).toBe(9);
  });
});
