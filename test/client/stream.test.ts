import { describe, expect, it } from 'vitest';
import { createStream, type Sink } from '../../client/stream.js';

/** Creates a stream whose source is controlled by the test. */
function driven() {
  const seen = { started: 0, stopped: 0 };
  let source: Sink<number> | undefined;
  const stream = createStream<number>((sink) => {
    seen.started += 1;
    source = sink;
    return () => (seen.stopped += 1);
  });
  const sink = () => {
    if (!source) throw new Error('The source was not started.');
    return source;
  };
  return { stream, seen, sink };
}

describe('a stream', () => {
  it('starts its source at the first read and yields everything in order', async () => {
    const { stream, seen, sink } = driven();
    expect(seen.started).toBe(0);
    const reads = [stream.next(), stream.next(), stream.next()];
    await Promise.resolve();
    [1, 2].forEach((value) => sink().next(value));
    sink().complete();
    expect(await Promise.all(reads)).toEqual([
      { done: false, value: 1 },
      { done: false, value: 2 },
      { done: true, value: undefined },
    ]);
    expect(seen).toEqual({ started: 1, stopped: 1 });
  });

  it('throws the error of its source once, behind what came before it', async () => {
    const { stream, sink, seen } = driven();
    const first = stream.next();
    await Promise.resolve();
    sink().next(1);
    sink().error(new Error('gone'));
    sink().next(2);
    expect(await first).toEqual({ done: false, value: 1 });
    await expect(stream.next()).rejects.toThrow('gone');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(seen.stopped).toBe(1);
  });

  it('can be ended during a pending read', async () => {
    const { stream, seen } = driven();
    const waiting = stream.next();
    await Promise.resolve();
    await stream.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(seen).toEqual({ started: 1, stopped: 1 });
  });

  it('never starts if it was ended before the first read', async () => {
    const { stream, seen } = driven();
    await stream.return?.();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(seen).toEqual({ started: 0, stopped: 0 });
  });

  it('ends with a source that ends while it is started', async () => {
    let stopped = 0;
    const stream = createStream<number>((sink) => {
      sink.next(1);
      sink.complete();
      return () => (stopped += 1);
    });
    expect(await stream.next()).toEqual({ done: false, value: 1 });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(stopped).toBe(1);
  });
});
