import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createProcessEmbedder, type LocalEmbedder } from '../src/process-embedder.js';

/** A process without a model. A text's vector is its length; some texts cause failures. */
const source = `
  const stop = (reason) => process.send({ type: 'stopped', reason }, () => process.exit(1));
  process.on('message', ({ texts }) => {
    if (texts.includes('exit')) process.exit(7);
    if (texts.includes('kill')) process.kill(process.pid, 'SIGKILL');
    if (texts.includes('throw')) return stop('out of luck');
    if (texts.includes('fail')) return process.send({ type: 'failed', reason: 'cannot read this' });
    process.send({ type: 'vectors', values: texts.map((text) => Float32Array.of(text.length, 1)) });
  });
  if (process.argv[1] === 'refuse') stop('no model here');
  else process.send({ type: 'ready', engine: { name: 'wasm' } });
`;
const startChild = (mode: string) =>
  spawn(process.execPath, ['-e', source, mode], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });

let started = 0;
let embedder: LocalEmbedder;

function open(options: { refuse?: boolean } = {}): LocalEmbedder {
  started = 0;
  embedder = createProcessEmbedder({
    id: 'test',
    dimension: 2,
    start: () => {
      started += 1;
      return startChild(options.refuse === true ? 'refuse' : 'serve');
    },
  });
  return embedder;
}

const firstNumbers = (vectors: Float32Array[]) => vectors.map((vector) => vector[0]);

describe('an embedder in a process of its own', () => {
  afterEach(() => embedder.close());

  it('starts no process before it is used, and one for many calls', async () => {
    open();
    expect(started).toBe(0);
    await embedder.ready();
    const calls = Array.from({ length: 20 }, (_, index) => embedder.embed(['x'.repeat(index), 'yy']));
    expect((await Promise.all(calls)).map(firstNumbers)).toEqual(calls.map((_, index) => [index, 2]));
    expect(started).toBe(1);
  });

  it.each([
    ['exits', 'exit', 'The embedding process stopped: exit code 7'],
    ['is killed', 'kill', 'The embedding process stopped: SIGKILL'],
    ['throws', 'throw', 'The embedding process stopped: out of luck'],
  ])(
    'rejects all waiting calls when the process %s, and starts another for the next call',
    async (_, text, message) => {
      open();
      const calls = [embedder.embed([text]), embedder.embed(['1', '2', '3', '4', '5', '6'])];
      const outcomes = await Promise.allSettled(calls);
      expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'fulfilled'))).toEqual(
        [`Error: ${message}`, `Error: ${message}`],
      );
      expect(firstNumbers(await embedder.embed(['later']))).toEqual([5]);
      expect(started).toBe(2);
    },
  );

  it('rejects one batch when the engine fails and serves the others from another process', async () => {
    open();
    const failing = embedder.embed(['fail', '2', '3', '4']);
    const sound = embedder.embed(['good']);
    await expect(failing).rejects.toThrow('The embedding engine failed: cannot read this');
    expect(firstNumbers(await sound)).toEqual([4]);
    expect(started).toBe(2);
  });

  it('tells every caller why the model could not be loaded', async () => {
    open({ refuse: true });
    await expect(embedder.ready()).rejects.toThrow('The embedding process stopped: no model here');
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
});

describe('a process with an embedder', () => {
  const module = new URL('../src/local-embedder.ts', import.meta.url).href;
  const args = (body: string) => {
    const script = `import { createLocalEmbedder } from ${JSON.stringify(module)};
      const embedder = createLocalEmbedder({ engine: 'wasm' });
      ${body}`;
    return ['--import', 'tsx', '--input-type=module', '-e', script];
  };

  it('lives until the vectors are there and then ends by itself, with the embedder left open', async () => {
    const script = args(`embedder.embed(['four']).then(([vector]) => console.log(vector.length));`);
    const { stdout } = await promisify(execFile)(process.execPath, script, { timeout: 60_000 });
    expect(stdout.trim()).toBe('384');
  });

  it.runIf(process.platform === 'linux')(
    'ends the process of its model with it, also when it is killed',
    async () => {
      const script = args(`await embedder.ready(); console.log('ready'); setInterval(() => undefined, 1_000);`);
      const parent = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(parent.stdout, 'data');
      const [child = 0] = await listChildren(parent.pid ?? 0);
      expect(getPriority(child)).toBeGreaterThanOrEqual(10);
      // Ctrl-C reaches both: the server still has requests to answer.
      process.kill(child, 'SIGINT');
      process.kill(child, 'SIGTERM');
      expect(existsSync(`/proc/${child}`)).toBe(true);
      parent.kill('SIGKILL');
      await expect.poll(() => existsSync(`/proc/${child}`)).toBe(false);
    },
    60_000,
  );
});

/** Returns the processes that a process started. */
async function listChildren(pid: number): Promise<number[]> {
  const lists = (await readdir(`/proc/${pid}/task`)).map((thread) =>
    readFile(`/proc/${pid}/task/${thread}/children`, 'utf8'),
  );
  return (await Promise.all(lists)).join('').trim().split(' ').map(Number);
}
