import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createNativeGate, enterNativeGate } from '../src/native-gate.js';
import { createWorkerEmbedder, type LocalEmbedder } from '../src/worker-embedder.js';

/** A worker without a model. A text's vector is its length; some texts cause failures. */
const workerSource = `
  const { parentPort, workerData } = require('node:worker_threads');
  if (workerData.refuse) throw new Error('no model here');
  parentPort.on('message', ({ texts }) => {
    if (texts.includes('exit')) process.exit(7);
    if (texts.includes('throw')) throw new Error('out of luck');
    if (texts.includes('fail')) return parentPort.postMessage({ type: 'failed', reason: 'cannot read this' });
    const values = Float32Array.from(texts.flatMap((text) => [text.length, 1]));
    parentPort.postMessage({ type: 'vectors', values }, [values.buffer]);
  });
  parentPort.postMessage({ type: 'ready', engine: { name: 'wasm' } });
`;

let started = 0;
let embedder: LocalEmbedder;

function open(options: { refuse?: boolean } = {}): LocalEmbedder {
  started = 0;
  embedder = createWorkerEmbedder({
    id: 'test',
    dimension: 2,
    start: () => {
      started += 1;
      return new Worker(workerSource, { eval: true, workerData: options });
    },
  });
  return embedder;
}

const firstNumbers = (vectors: Float32Array[]) => vectors.map((vector) => vector[0]);

describe('an embedder in a worker thread', () => {
  afterEach(() => embedder.close());

  it('starts no worker before it is used, and one for many calls', async () => {
    open();
    expect(started).toBe(0);
    await embedder.ready();
    const calls = Array.from({ length: 20 }, (_, index) => embedder.embed(['x'.repeat(index), 'yy']));
    expect((await Promise.all(calls)).map(firstNumbers)).toEqual(calls.map((_, index) => [index, 2]));
    expect(started).toBe(1);
  });

  it.each([
    ['exits', 'exit', 'The embedding worker stopped: exit code 7'],
    ['throws', 'throw', 'The embedding worker stopped: out of luck'],
  ])('rejects all waiting calls when the worker %s, and starts another for the next call', async (_, text, message) => {
    open();
    const calls = [embedder.embed([text]), embedder.embed(['1', '2', '3', '4', '5', '6'])];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'fulfilled'))).toEqual([
      `Error: ${message}`,
      `Error: ${message}`,
    ]);
    expect(firstNumbers(await embedder.embed(['later']))).toEqual([5]);
    expect(started).toBe(2);
  });

  it('rejects one batch when the engine fails and serves the others from a new worker', async () => {
    open();
    const failing = embedder.embed(['fail', '2', '3', '4']);
    const sound = embedder.embed(['good']);
    await expect(failing).rejects.toThrow('The embedding engine failed: cannot read this');
    expect(firstNumbers(await sound)).toEqual([4]);
    expect(started).toBe(2);
  });

  it('tells every caller why the model could not be loaded', async () => {
    open({ refuse: true });
    await expect(embedder.ready()).rejects.toThrow('The embedding worker stopped: no model here');
    await expect(embedder.embed(['a'])).rejects.toThrow('no model here');
    await expect(embedder.engine()).rejects.toThrow('no model here');
    expect(started).toBe(3);
  });

  it('passes on at most the first sixteen thousand characters', async () => {
    open();
    expect(firstNumbers(await embedder.embed(['x'.repeat(1_000_000)]))).toEqual([16_000]);
  });

  it('rejects what waits when it is closed, and everything afterwards', async () => {
    open();
    await embedder.ready();
    const waiting = embedder.embed(['1', '2', '3', '4', '5']);
    const [outcome] = await Promise.allSettled([waiting, embedder.close()]);
    expect(outcome.status === 'rejected' && String(outcome.reason)).toBe('Error: The local embedder was closed.');
    await expect(embedder.embed(['a'])).rejects.toThrow('The local embedder is closed.');
    await expect(embedder.ready()).rejects.toThrow('The local embedder is closed.');
    await embedder.close();
    expect(started).toBe(1);
  });

  it('leaves no listener on the process behind', async () => {
    const before = process.listenerCount('exit');
    open();
    await embedder.ready();
    expect(process.listenerCount('exit')).toBe(before + 1);
    await embedder.close();
    expect(process.listenerCount('exit')).toBe(before);
  });
});

describe('a process with an embedder', () => {
  const module = new URL('../src/worker-embedder.ts', import.meta.url).href;
  const runScript = (body: string) => {
    const script = `
      import { Worker } from 'node:worker_threads';
      import { createWorkerEmbedder } from ${JSON.stringify(module)};
      const start = () => new Worker(${JSON.stringify(workerSource)}, { eval: true, workerData: {}, execArgv: [] });
      const embedder = createWorkerEmbedder({ id: 'test', dimension: 2, start });
      ${body}`;
    return promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      timeout: 20_000,
    });
  };

  it('lives until the vectors are there and then ends by itself, with the embedder left open', async () => {
    const { stdout } = await runScript(`embedder.embed(['four']).then(([vector]) => console.log(vector[0]));`);
    expect(stdout.trim()).toBe('4');
  });
});

describe('the native gate', () => {
  it('lets work through, and none after it was shut', async () => {
    const gate = createNativeGate();
    const inGate = enterNativeGate(gate.memory);
    expect(await inGate(async () => 'done')).toBe('done');
    await expect(inGate(() => Promise.reject(new Error('work failed')))).rejects.toThrow('work failed');

    gate.shut();
    let begun = false;
    await expect(inGate(async () => (begun = true))).rejects.toThrow('The embedding worker is being closed.');
    expect(begun).toBe(false);
  });

  it('is not waited for when no caller uses it', () => {
    const gate = createNativeGate();
    gate.shutAndWait();
    expect(new Int32Array(gate.memory)[0]).toBe(0);
  });

  it('blocks until the work inside is over', async () => {
    const gate = createNativeGate();
    // Enters the gate, reports it, and leaves only after the main thread has shut the gate.
    const source = `
      const { parentPort, workerData } = require('node:worker_threads');
      const cells = new Int32Array(workerData);
      Atomics.store(cells, 0, 1);
      parentPort.postMessage('inside');
      while (Atomics.load(cells, 1) === 0);
      Atomics.store(cells, 0, 0);
      Atomics.notify(cells, 0);`;
    const worker = new Worker(source, { eval: true, workerData: gate.memory });
    await new Promise((resolve) => worker.once('message', resolve));
    gate.shutAndWait();
    expect(new Int32Array(gate.memory)[0]).toBe(0);
    await worker.terminate();
  });
});
