// Measures what a text costs on each engine of the local embedding model:
//
//   npx tsx bench/embedding-cpu.ts [--rounds 5] [--texts 20] [--json]
//
// ONNX Runtime and WebAssembly embed the same texts of 15 words and of 2,000 characters one after another, by turns, each in a process of its
// own. Prints medians: CPU time for a text on all threads, and the resident memory that the loaded model adds.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLocalEmbedder, type LocalEmbedderOptions } from '@memory-gateway/local-embedder';
import { median } from './bench-app.js';
import { readProcessorSeconds, readResidentMegabytes } from './overload/threads.js';
import { printReport } from './report-tables.js';

type Engine = NonNullable<LocalEmbedderOptions['engine']>;

interface Cost {
  /** Milliseconds of processor time for a text. */
  readonly short: number;
  readonly long: number;
  readonly megabytes: number;
}

const engines: readonly (readonly [string, Engine])[] = [
  ['ONNX Runtime', 'onnx'],
  ['WebAssembly', 'wasm'],
];
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    texts: { type: 'string', default: '20' },
    engine: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [rounds, count] = [Number(options.rounds), Number(options.texts)];
const guide = new URL('../docs/getting-started.md', import.meta.url);
const words = readFileSync(guide, 'utf8').match(/[a-z]{3,12}/gi) ?? [];
const takeWords = (from: number, length: number) =>
  Array.from({ length }, (_, index) => words[(from * 31 + index * 7) % words.length]).join(' ');

/** Embeds all texts on one engine in this process. */
async function measure(engine: Engine): Promise<Cost> {
  const before = readResidentMegabytes(process.pid);
  const embedder = createLocalEmbedder({ engine });
  await embedder.embed([takeWords(0, 15), takeWords(0, 500).slice(0, 2_000)]);
  const cpuOf = async (makeText: (from: number) => string) => {
    const used = readProcessorSeconds(process.pid);
    for (let from = 1; from <= count; from += 1) await embedder.embed([makeText(from)]);
    return ((readProcessorSeconds(process.pid) - used) * 1_000) / count;
  };
  const short = await cpuOf((from) => takeWords(from, 15));
  const long = await cpuOf((from) => takeWords(from, 500).slice(0, 2_000));
  const megabytes = readResidentMegabytes(process.pid) - before;
  await embedder.close();
  return { short, long, megabytes };
}

function measureElsewhere(engine: Engine): Cost {
  const args = ['--import', 'tsx', fileURLToPath(import.meta.url), '--engine', engine, '--texts', options.texts];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Cost;
}

function report(): void {
  const costs = engines.map((): Cost[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, [, engine]] of engines.entries()) costs[index]?.push(measureElsewhere(engine));
  const rows = engines.map(([name], index) => {
    const middle = (key: keyof Cost) => median((costs[index] ?? []).map((cost) => cost[key])).toFixed(0);
    return [name, `${middle('short')} ms`, `${middle('long')} ms`, `${middle('megabytes')} MB`];
  });
  const taken = `Medians of ${rounds} interleaved rounds of ${count} texts of each length, in a process for each engine and round`;
  printReport(
    { tables: [{ columns: ['', '15 words', '2,000 characters', 'Resident'], rows }], rounds: taken },
    options.json,
  );
}

const own = engines.find(([, engine]) => engine === options.engine)?.[1];
if (own === undefined) report();
else console.log(JSON.stringify(await measure(own)));
