// Learns how the vector of a question is moved further towards statements that answer it, with the built-in embedding model, and writes
// packages/local-embedder/src/second-map-values.ts. Learned from the questions and typical answers of bench/retrieval/typical-answers and of
// bench/query-map/contrasts.txt, which has wrong answers too. Questions of bench/query-map/held, about other people, appointments and more, are
// not to be moved further. The first map, query-map-values.ts, stays as it is. Takes some minutes. From the root of the repository:
//
//   npx tsx bench/learn-query-map.ts [--rounds 10]
//
// Questions and facts of bench/retrieval/facts are not learned from. Measure with bench/defaults.ts.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLocalEmbedder } from '@memory-gateway/local-embedder';
import { say } from '../scripts/lib/terminal.js';
import { moveByFirstMap } from '../packages/local-embedder/src/query-map.js';
import { learnQueryMap, type TypicalAnswers } from './query-map/training.js';

const { values: options } = parseArgs({ options: { rounds: { type: 'string' } } });
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const embedder = createLocalEmbedder();

const readLines = async (file: string) => (await readFile(file, 'utf8')).trim().split('\n');
const split = (texts: string | undefined) => (texts ?? '').split(' / ').map((text) => text.trim());

async function embedKinds(kinds: readonly (readonly string[])[]) {
  const texts = kinds.flatMap((own, kind) => own.map((text) => ({ kind, text })));
  const vectors = await embedder.embed(texts.map(({ text }) => text));
  return texts.map(({ kind }, index) => ({ kind, vector: vectors[index] ?? new Float32Array() }));
}

/** Reads a language: a line is a kind, with its questions before ` = ` and their answers after it, separated by ` / `. */
async function readAnswers(file: string): Promise<TypicalAnswers> {
  const kinds = (await readLines(file)).map((line) => line.split(' = ').map(split));
  return {
    questions: await embedKinds(kinds.map(([questions = []]) => questions)),
    statements: await embedKinds(kinds.map(([, answers = []]) => answers)),
  };
}

/** Reads contrasts: as above, with wrong answers after ` ≠ `. The questions of a line are compared with its statements only. */
async function readContrasts(file: string): Promise<TypicalAnswers[]> {
  const groups: TypicalAnswers[] = [];
  for (const line of await readLines(file)) {
    const [questions, right, wrong] = line.split(/ [=≠] /u).map(split);
    groups.push({
      questions: await embedKinds([questions ?? []]),
      statements: await embedKinds([right ?? [], wrong ?? []]),
    });
  }
  return groups;
}

const listFiles = async (path: string) => (await readdir(folder(path))).sort().map((name) => join(folder(path), name));

/** Share of the learned way: the whole way costs questions with several answers. */
const STRENGTH = 0.72;

/** Rounds numbers to a byte each. */
function toBytes(rows: readonly Float32Array[]): { scale: number; bytes: string } {
  const values = rows.flatMap((row) => [...row]);
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
  const bytes = Int8Array.from(values, (value) => Math.round(value / scale));
  return { scale, bytes: Buffer.from(bytes.buffer).toString('base64') };
}

const groups = await readContrasts(folder('query-map/contrasts.txt'));
for (const file of await listFiles('retrieval/typical-answers')) groups.push(await readAnswers(file));
const held: Float32Array[] = [];
for (const file of await listFiles('query-map/held')) held.push(...(await embedder.embed(await readLines(file))));
await embedder.close();
const map = learnQueryMap(groups, {
  rounds: Number(options.rounds ?? 10),
  move: moveByFirstMap,
  held,
  onRound: (loss) => {
    say(`loss ${loss.toFixed(3)}`);
  },
});
const [down, up] = [toBytes(map.down), toBytes(map.up.map((row) => row.map((value) => STRENGTH * value)))];
const file = folder('../packages/local-embedder/src/second-map-values.ts');
await writeFile(
  file,
  `// Written by bench/learn-query-map.ts. Rows of 384 numbers, a byte each, in base64.

export const DOWN = {
  scale: ${down.scale.toPrecision(6)},
  bytes:
    '${down.bytes}',
};

export const UP = {
  scale: ${up.scale.toPrecision(6)},
  bytes:
    '${up.bytes}',
};
`,
);
say(file);
