// Learns how the vector of a question is moved towards statements that answer it, with the built-in embedding model, and writes
// packages/local-embedder/src/query-map-values.ts. Learned from the questions and typical answers of bench/retrieval/typical-answers and of
// bench/query-map/contrasts.txt, which has wrong answers too, and from the people of bench/retrieval/facts (part "many") and bench/retrieval/pairs
// (part "pairs"), whose other facts are wrong answers. Takes a minute. From the root of the repository:
//
//   npx tsx bench/learn-query-map.ts [--rounds 6]
//
// Measure with the other parts of bench/retrieval/facts: npx tsx bench/defaults.ts.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLocalEmbedder } from '@memory-gateway/local-embedder';
import { say } from '../scripts/lib/terminal.js';
import { learnQueryMap, type Answers } from './query-map/training.js';
import { readFactSets } from './retrieval/facts.js';
import { readPairedPeople } from './retrieval/pairs.js';

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
async function readAnswers(file: string): Promise<Answers> {
  const kinds = (await readLines(file)).map((line) => line.split(' = ').map(split));
  return {
    questions: await embedKinds(kinds.map(([questions = []]) => questions)),
    statements: await embedKinds(kinds.map(([, answers = []]) => answers)),
  };
}

/** Reads contrasts: as above, with wrong answers after ` ≠ `. The questions of a line are compared with its statements only. */
async function readContrasts(file: string): Promise<Answers[]> {
  const groups: Answers[] = [];
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

/** Reads the people: each question is compared with the facts of its person. */
async function readPeople(): Promise<Answers[]> {
  const groups: Answers[] = [];
  for (const { turns, questions } of await readFactSets('many')) {
    const vectors = await embedder.embed(turns.map(({ text }) => text));
    const asked = await embedder.embed(questions.map(({ question }) => question));
    groups.push(
      ...questions.map(({ evidence }, index) => ({
        questions: [{ kind: 1, vector: asked[index] ?? new Float32Array() }],
        statements: turns.map(({ id }, place) => ({
          kind: Number(evidence.includes(id)),
          vector: vectors[place] ?? new Float32Array(),
        })),
      })),
    );
  }
  for (const { background, pairs } of await readPairedPeople('pairs')) {
    groups.push({
      questions: await embedKinds(pairs.map(({ question }) => [question])),
      statements: [
        ...(await embedKinds(pairs.map(({ answer }) => [answer]))),
        ...(await embedKinds([...pairs.map(() => []), [...background, ...pairs.flatMap(({ other }) => other ?? [])]])),
      ],
    });
  }
  return groups;
}

/** Rounds numbers to a byte each. */
function toBytes(rows: readonly Float32Array[]): { scale: number; bytes: string } {
  const values = rows.flatMap((row) => [...row]);
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
  const bytes = Int8Array.from(values, (value) => Math.round(value / scale));
  return { scale, bytes: Buffer.from(bytes.buffer).toString('base64') };
}

const typical = await readContrasts(folder('query-map/contrasts.txt'));
for (const file of await listFiles('retrieval/typical-answers')) typical.push(await readAnswers(file));
const people = await readPeople();
await embedder.close();
// What is typical counts twice: the questions of people are more.
const map = learnQueryMap([...typical, ...typical, ...people], {
  rounds: Number(options.rounds ?? 6),
  onRound: (loss) => {
    say(`loss ${loss.toFixed(3)}`);
  },
});
const [down, up] = [toBytes(map.down), toBytes(map.up)];
const file = folder('../packages/local-embedder/src/query-map-values.ts');
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
