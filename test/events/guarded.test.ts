import { describe, expect, it } from 'vitest';
import { guarded, type Guard } from '../../src/events/guarded.js';
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
