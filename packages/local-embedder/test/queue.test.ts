import { describe, expect, it } from 'vitest';
import { createEmbedQueue } from '../src/embed-queue.js';

/** An engine controlled by the test. The vector of a text is its length. */
function manualEngine() {
  const batches: { texts: readonly string[]; finish(): void; fail(error: Error): void }[] = [];
  const run = (texts: readonly string[]) =>
    new Promise<Float32Array[]>((resolve, reject) => {
      batches.push({ texts, finish: () => resolve(texts.map((text) => Float32Array.of(text.length))), fail: reject });
    });
  /** Finishes batches in turn until none is left. */
  const finishAll = async () => {
    for (let index = 0; await started(index); index += 1) batches[index]?.finish();
  };
  /** Waits until the batch at the index has started, or the queue is idle. */
  const started = async (index: number) => {
    for (let turn = 0; turn < 20 && batches.length <= index; turn += 1) await Promise.resolve();
    return batches.length > index;
  };
  return { run, batches, started, finishAll, texts: () => batches.map((batch) => batch.texts) };
}

const lengths = (vectors: Float32Array[]) => vectors.map((vector) => vector[0]);

describe('the embedding queue', () => {
  it('gives the vectors in the order of the texts', async () => {
    const engine = manualEngine();
    const vectors = createEmbedQueue(engine.run).add(['ccc', 'a', 'bb', 'ccc']);
    await engine.finishAll();
    expect(lengths(await vectors)).toEqual([3, 1, 2, 3]);
  });

  it('answers a call without texts without the engine', async () => {
    const engine = manualEngine();
    expect(await createEmbedQueue(engine.run).add([])).toEqual([]);
    expect(engine.batches).toEqual([]);
  });

  it('puts calls of the same tick into one batch and embeds each distinct text once', async () => {
    const engine = manualEngine();
    const queue = createEmbedQueue(engine.run);
    const both = Promise.all([queue.add(['a', 'bb']), queue.add(['bb', 'ccc'])]);
    await engine.finishAll();
    expect((await both).map(lengths)).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(engine.texts()).toEqual([['a', 'bb', 'ccc']]);
  });

  it('lets a call share a text that is being embedded', async () => {
    const engine = manualEngine();
    const queue = createEmbedQueue(engine.run);
    const first = queue.add(['a']);
    await engine.started(0);
    const second = queue.add(['a'], { priority: 'query' });
    await engine.finishAll();
    expect(lengths([...(await first), ...(await second)])).toEqual([1, 1]);
    expect(engine.texts()).toEqual([['a']]);
  });

  it('gives every caller arrays of its own', async () => {
    const engine = manualEngine();
    const queue = createEmbedQueue(engine.run);
    const both = Promise.all([queue.add(['a', 'a']), queue.add(['a'])]);
    await engine.finishAll();
    expect(new Set((await both).flat()).size).toBe(3);
  });

  it('splits many texts into batches of four and long texts into batches of about a thousand characters', async () => {
    const engine = manualEngine();
    const queue = createEmbedQueue(engine.run);
    const short = queue.add(['1', '2', '3', '4', '5']);
    const long = queue.add(['x'.repeat(600), 'y'.repeat(600), 'z'.repeat(5000)]);
    await engine.finishAll();
    await Promise.all([short, long]);
    expect(engine.texts().map((texts) => texts.map((text) => text.length))).toEqual([
      [1, 1, 1, 1],
      [1, 600],
      [600],
      [5000],
    ]);
  });

  it('takes queries ahead of waiting texts and never into the same batch', async () => {
    const engine = manualEngine();
    const queue = createEmbedQueue(engine.run);
    const bulk = queue.add(['1', '2', '3', '4', '5', '6']);
    await engine.started(0);
    const query = queue.add(['question'], { priority: 'query' });
    await engine.finishAll();
    await Promise.all([bulk, query]);
    expect(engine.texts()).toEqual([['1', '2', '3', '4'], ['question'], ['5', '6']]);
  });

  it('moves a waiting text forward when a query asks for it', async () => {
    const engine = manualEngine();
    const queue = createEmbedQueue(engine.run);
    const bulk = queue.add(['1', '2', '3', '4', '5', '6']);
    await engine.started(0);
    const query = queue.add(['6'], { priority: 'query' });
    await engine.finishAll();
    await Promise.all([bulk, query]);
    expect(engine.texts()).toEqual([['1', '2', '3', '4'], ['6'], ['5']]);
  });

  it('lets other texts in after eight batches of queries in a row', async () => {
    const engine = manualEngine();
    const queue = createEmbedQueue(engine.run);
    const queries = queue.add(
      Array.from({ length: 40 }, (_, index) => `query ${index}`),
      { priority: 'query' },
    );
    const other = queue.add(['other']);
    await engine.finishAll();
    await Promise.all([queries, other]);
    expect(engine.texts().findIndex((texts) => texts.includes('other'))).toBe(8);
    expect(engine.texts()).toHaveLength(11);
  });

  it('rejects only the calls of a batch that failed and goes on with the others', async () => {
    const engine = manualEngine();
    const queue = createEmbedQueue(engine.run);
    const failing = queue.add(['a', 'b', 'c', 'd', 'e']);
    const sound = queue.add(['f']);
    await engine.started(0);
    engine.batches[0]?.fail(new Error('broken'));
    await expect(failing).rejects.toThrow('broken');
    await engine.started(1);
    engine.batches[1]?.finish();
    expect(lengths(await sound)).toEqual([1]);
    expect(engine.texts()[1]).toContain('f');
  });

  it('rejects a call whose signal is aborted already, without the engine', async () => {
    const engine = manualEngine();
    const call = createEmbedQueue(engine.run).add(['a'], { signal: AbortSignal.abort(new Error('too late')) });
    await expect(call).rejects.toThrow('too late');
    expect(engine.batches).toEqual([]);
  });

  it('drops the waiting texts of an aborted call, except those that others wait for', async () => {
    const engine = manualEngine();
    const queue = createEmbedQueue(engine.run);
    const controller = new AbortController();
    const first = queue.add(['1', '2', '3', '4']);
    await engine.started(0);
    const aborted = queue.add(['mine', 'shared'], { signal: controller.signal });
    const patient = queue.add(['shared']);
    controller.abort(new Error('gave up'));
    await expect(aborted).rejects.toThrow('gave up');
    await engine.finishAll();
    await Promise.all([first, patient]);
    expect(engine.texts()).toEqual([['1', '2', '3', '4'], ['shared']]);
  });

  it('rejects everything on request and works again afterwards', async () => {
    const engine = manualEngine();
    const queue = createEmbedQueue(engine.run);
    const running = queue.add(['1', '2', '3', '4', '5']);
    const waiting = queue.add(['6']);
    await engine.started(0);
    queue.failAll(new Error('crashed'));
    await expect(running).rejects.toThrow('crashed');
    await expect(waiting).rejects.toThrow('crashed');

    const later = queue.add(['7']);
    await engine.finishAll();
    expect(lengths(await later)).toEqual([1]);
    expect(engine.texts()).toEqual([['1', '2', '3', '4'], ['7']]);
  });
});
