// Learns how the vector of a question is moved towards statements that answer it, with the built-in embedding model, from the questions and
// typical answers of bench/retrieval/typical-answers, and writes packages/local-embedder/src/query-map-values.ts. Takes some minutes. From
// the root of the repository:
//
//   npx tsx bench/learn-query-map.ts [--rounds 6]
//
// Questions and facts of bench/retrieval/facts are not learned from. Measure with bench/defaults.ts.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLocalEmbedder } from '@memory-gateway/local-embedder';
import { say } from '../scripts/lib/terminal.js';
import { learnQueryMap, type TypicalAnswers } from './query-map/training.js';

const { values: options } = parseArgs({ options: { rounds: { type: 'string' } } });
const folder = fileURLToPath(new URL('retrieval/typical-answers', import.meta.url));
const embedder = createLocalEmbedder();

/** Reads a language: a line is a kind, with its questions before ` = ` and their answers after it, separated by ` / `. */
async function readAnswers(name: string): Promise<TypicalAnswers> {
  const lines = (await readFile(join(folder, name), 'utf8')).trim().split('\n');
  const kinds = lines.map((line) => line.split(' = ').map((part) => part.split(' / ').map((text) => text.trim())));
  const embed = async (part: 0 | 1) => {
    const texts = kinds.flatMap((kind, index) => (kind[part] ?? []).map((text) => ({ kind: index, text })));
    const vectors = await embedder.embed(texts.map(({ text }) => text));
    return texts.map(({ kind }, index) => ({ kind, vector: vectors[index] ?? new Float32Array() }));
  };
  return { questions: await embed(0), statements: await embed(1) };
}

/** Share of the learned way: the whole way costs short queries in odd words more than it gives the others. */
const STRENGTH = 0.6;

/** Rounds numbers to a byte each. */
function toBytes(rows: readonly Float32Array[]): { scale: number; bytes: string } {
  const values = rows.flatMap((row) => [...row]);
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
  const bytes = Int8Array.from(values, (value) => Math.round(value / scale));
  return { scale, bytes: Buffer.from(bytes.buffer).toString('base64') };
}

const names = (await readdir(folder)).sort();
const groups: TypicalAnswers[] = [];
for (const name of names) groups.push(await readAnswers(name));
await embedder.close();
const map = learnQueryMap(groups, Number(options.rounds ?? 6), (loss) => {
  say(`loss ${loss.toFixed(3)}`);
});
const [down, up] = [toBytes(map.down), toBytes(map.up.map((row) => row.map((value) => STRENGTH * value)))];
const file = fileURLToPath(new URL('../packages/local-embedder/src/query-map-values.ts', import.meta.url));
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
