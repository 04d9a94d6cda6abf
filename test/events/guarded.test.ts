import { describe, expect, it } from 'vitest';
import { guarded, type Guard } from '../../src/events/guarded.js';
import { subscribeToLog } from '@memory-gateway/live-log';
import type { LogRow, Receiver } from '../../packages/live-log/src/tailer.js';
import { createMemoryBus } from '../helpers/memory-bus.js';

/** A source that the test feeds. */
function pipe() {
  const frames: string[] = [];
  let wake: () => void = () => undefined;
  let isOver = false;
  const source: AsyncIterableIterator<string> = {
    async next() {
      while (frames.length === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve));
      return isOver ? { done: true, value: undefined } : { done: false, value: frames.shift() ?? '' };
    },
    async return() {
      isOver = true;
      wake();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => source,
  };
  const push = (frame: string) => {
    frames.push(frame);
    wake();
  };
  return { source, push, isOver: () => isOver };
}

function watch(check: () => Promise<void>, change: Partial<Guard> = {}) {
  const bus = createMemoryBus();
  const { source, push, isOver } = pipe();
  const frames = guarded(source, {
    check,
    everyMs: 3_600_000,
    bus,
    reader: { userId: 'ada', keyId: 'key' },
    ...change,
  });
  return { bus, frames, push, isOver };
}

describe('a guarded stream', () => {
  it('passes frames on and ends when its reader leaves', async () => {
    const { frames, push, isOver } = watch(async () => undefined);
    push('one');
    expect(await frames.next()).toEqual({ done: false, value: 'one' });
    const pending = frames.next();
    await frames.return?.();
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(isOver()).toBe(true);
  });

  it('checks when the reader is concerned, and only then', async () => {
    let checks = 0;
    const { bus, frames, push } = watch(async () => void (checks += 1));
    await bus.publish('credentialChanged', { userId: 'bob' });
    await bus.publish('credentialChanged', { keyId: 'another' });
    expect(checks).toBe(0);
    for (const message of [{ userId: 'ada' }, { keyId: 'key' }, {}]) {
      await bus.publish('credentialChanged', message);
      push('frame');
      await frames.next();
    }
    expect(checks).toBe(3);
    await frames.return?.();
  });

  it('ends with the error of a failed check, and drops items that arrived meanwhile', async () => {
    let refuse: (error: Error) => void = () => undefined;
    const { bus, frames, push, isOver } = watch(() => new Promise<void>((_resolve, reject) => (refuse = reject)));
    await bus.publish('credentialChanged', { keyId: 'key' });
    push('secret');
    const pending = frames.next();
    refuse(new Error('The key was revoked.'));
    await expect(pending).rejects.toThrow('The key was revoked.');
    expect(await frames.next()).toEqual({ done: true, value: undefined });
    expect(isOver()).toBe(true);
  });

  it('ends a reader that waits, when the check at an interval fails', async () => {
    const { frames } = watch(() => Promise.reject(new Error('The session has expired.')), { everyMs: 1 });
    await expect(frames.next()).rejects.toThrow('The session has expired.');
  });
});

/** Pushes the frames of a log into an array. `pause` makes the sink pause after each frame. */
async function pushed(check: () => Promise<void>, { pause = false } = {}) {
  const bus = createMemoryBus();
  const receivers = new Set<Receiver<LogRow>>();
  const source = subscribeToLog<LogRow>({
    tailer: {
      settledEnd: async () => 0,
      attach(receiver) {
        receivers.add(receiver);
        return 0;
      },
      detach: (receiver) => void receivers.delete(receiver),
    },
    listAfter: async () => [],
    oldestId: async () => 1,
    toCursor: String,
    after: null,
    matches: () => true,
    maxBuffered: 2,
    onEnd: () => undefined,
  });
  const frames = guarded(source.frames, { check, everyMs: 3_600_000, bus, reader: { userId: 'ada', keyId: 'key' } });
  const accepted: unknown[] = [];
  const ends: unknown[] = [];
  const push = frames.pushTo({
    accept(frame) {
      accepted.push(frame.kind === 'logged' ? frame.row.id : frame);
      return !pause;
    },
    end: (error) => void ends.push(error ?? null),
  });
  const log = (id: number) => {
    for (const receiver of receivers) receiver.receive({ id }, { kind: 'logged', cursor: String(id), row: { id } });
  };
  return { bus, frames, accepted, ends, push, log, receivers };
}

describe('a guarded stream that is pushed', () => {
  it('passes rows on at once and ends when its reader leaves', async () => {
    const { frames, accepted, ends, log, receivers } = await pushed(async () => undefined);
    log(1);
    expect(accepted).toEqual([1]);
    await frames.return?.();
    log(2);
    expect({ accepted, ends, receivers: receivers.size }).toEqual({ accepted: [1], ends: [null], receivers: 0 });
  });

  it('pauses with its reader, then passes on the rows of the pause and the number of skipped ones', async () => {
    const { accepted, push, log } = await pushed(async () => undefined, { pause: true });
    for (const id of [1, 2, 3, 4, 5]) log(id);
    expect(accepted).toEqual([1]);
    push.resume();
    push.resume();
    expect(accepted).toEqual([1, 2, 3]);
    push.resume();
    expect(accepted.at(-1)).toEqual({ kind: 'dropped', reason: 'SLOW_SUBSCRIBER', count: 2, resumeAfter: '3' });
  });

  it('passes nothing on during a check, and everything after it', async () => {
    let allow: () => void = () => undefined;
    const { bus, accepted, ends, log } = await pushed(() => new Promise<void>((resolve) => (allow = resolve)));
    await bus.publish('credentialChanged', { keyId: 'key' });
    for (const id of [1, 2]) log(id);
    expect(accepted).toEqual([]);
    allow();
    await new Promise((resolve) => setImmediate(resolve));
    expect({ accepted, ends }).toEqual({ accepted: [1, 2], ends: [] });
  });

  it('ends once with the error of a failed check, without the rows that arrived meanwhile', async () => {
    let refuse: (error: Error) => void = () => undefined;
    const { bus, accepted, ends, log } = await pushed(() => new Promise<void>((_resolve, reject) => (refuse = reject)));
    await bus.publish('credentialChanged', { keyId: 'key' });
    log(1);
    refuse(new Error('The key was revoked.'));
    await new Promise((resolve) => setImmediate(resolve));
    log(2);
    expect({ accepted, ends }).toEqual({ accepted: [], ends: [new Error('The key was revoked.')] });
  });

  it('ends a paused reader when the stream is left', async () => {
    const { frames, ends, log } = await pushed(async () => undefined, { pause: true });
    log(1);
    await frames.return?.();
    expect(ends).toEqual([null]);
  });

  it('ends with the error of its reader, and leaves the log', async () => {
    const { receivers, log, ends, frames } = await pushed(async () => undefined);
    const fault = new Error('The reader failed.');
    frames.pushTo({
      accept() {
        throw fault;
      },
      end: (error) => void ends.push(error),
    });
    log(1);
    expect({ ends, receivers: receivers.size }).toEqual({ ends: [fault], receivers: 0 });
  });
});
