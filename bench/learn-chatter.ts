// Learns whether a short statement of a chat is chatter that states nothing that lasts, from its vector by the built-in embedding model, with the
// lines of bench/chatter and the statements of bench/categories/learned.txt, and writes packages/memory-engine/src/extraction/learned-values.ts.
// A second model, of the lines short-facts.txt and short-chatter.txt, tells whether two words are a fact.
// From the root of the repository:
//
//   npx tsx bench/learn-chatter.ts [--folds]
//
// With --folds, prints instead how lines are sorted that were held out, and those of test/extraction/data that nothing was learned from.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLocalEmbedder } from '@memory-gateway/local-embedder';
import { say } from '../scripts/lib/terminal.js';
import { readStatements } from './categories/statements.js';
import { descend, predict, toBytes, type LogisticModel } from './scores/logistic.js';

const { values: options } = parseArgs({ options: { folds: { type: 'boolean' } } });
const PENALTY = 0.0001;
const FOLDS = 5;
const ROUNDS = 400;

const root = new URL('../', import.meta.url);
const embedder = createLocalEmbedder();

interface Example {
  readonly values: readonly number[];
  readonly isTrue: boolean;
}

/** Reads the lines of a file, without comments and without marks of what is kept. */
async function readLines(path: string): Promise<string[]> {
  const file = await readFile(new URL(path, root), 'utf8');
  return file
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replaceAll(/\[\[|\]\]/gu, ''));
}

async function embed(texts: readonly string[], isTrue: boolean): Promise<Example[]> {
  const vectors = await embedder.embed(texts);
  return vectors.map((vector) => ({ values: [...vector], isTrue }));
}

const data = (names: readonly string[]) =>
  Promise.all(names.map((name) => readLines(`test/extraction/data/${name}.txt`))).then((all) => all.flat());
/** Lines on which rules were chosen, too. */
const chatter = [
  ...(await readLines('bench/chatter/chatter.txt')),
  ...(await data(['chatter-choose', 'chatter-daily', 'chatter-leaving-choose', 'greeting-nothing-choose'])),
];
const facts = [
  ...(await readLines('bench/chatter/facts.txt')),
  ...(await readStatements('learned')).map(({ text }) => text),
  ...(await data(['resembling-facts-choose', 'chatter-facts', 'benign-typed-choose', 'greeting-facts-choose'])),
];
const examples = [...(await embed(chatter, true)), ...(await embed(facts, false))];
const short = [
  ...(await embed(await readLines('bench/chatter/short-facts.txt'), true)),
  ...(await embed(await readLines('bench/chatter/short-chatter.txt'), false)),
];

/** Chatter counts as much as facts, of which there are more. */
function learn(known: readonly Example[]): LogisticModel {
  const share = known.filter(({ isTrue }) => !isTrue).length / known.filter(({ isTrue }) => isTrue).length;
  return descend(
    known.map((example) => ({ ...example, weight: example.isTrue ? share : 1 })),
    { penalty: PENALTY, rounds: ROUNDS, constant: 0 },
  );
}

/** Lines that were written one after the other are alike, so that they are in the same fold. */
const foldOf = (index: number): number => Math.floor(index / 8) % FOLDS;

function predictHeldOut(known: readonly Example[]): { isTrue: boolean; probability: number }[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const model = learn(known.filter((_example, index) => foldOf(index) !== fold));
    return known
      .filter((_example, index) => foldOf(index) === fold)
      .map(({ values, isTrue }) => ({ isTrue, probability: predict(model, values) }));
  }).flat();
}

async function printFolds(): Promise<void> {
  const held = predictHeldOut(examples);
  const model = learn(examples);
  const unseen = {
    chatter: await data(['chatter-learned-judge', 'chatter-judge', 'chatter-leaving-judge', 'greeting-nothing-judge']),
    facts: await data([
      'chatter-learned-facts-judge',
      'resembling-facts-judge',
      'benign-typed-judge',
      'greeting-facts-judge',
    ]),
  };
  const judged = [...(await embed(unseen.chatter, true)), ...(await embed(unseen.facts, false))].map(
    ({ values, isTrue }) => ({ isTrue, probability: predict(model, values) }),
  );
  for (const threshold of [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95])
    for (const [name, rows] of Object.entries({ held, unseen: judged })) {
      const share = (isTrue: boolean) => {
        const own = rows.filter((row) => row.isTrue === isTrue);
        return `${own.filter(({ probability }) => probability >= threshold).length} of ${own.length}`;
      };
      say(`${name}, from ${threshold}: chatter left out ${share(true)}, facts lost ${share(false)}`);
    }
  const heldShort = predictHeldOut(short);
  for (const threshold of [0.6, 0.7, 0.8, 0.85, 0.9]) {
    const share = (isTrue: boolean) => {
      const own = heldShort.filter((row) => row.isTrue === isTrue);
      return `${own.filter(({ probability }) => probability >= threshold).length} of ${own.length}`;
    };
    say(`short, from ${threshold}: facts kept ${share(true)}, chatter kept ${share(false)}`);
  }
  const lost = unseen.facts.filter((_text, index) => (judged[unseen.chatter.length + index]?.probability ?? 0) >= 0.8);
  say(`Facts lost from 0.8: ${lost.join(' | ')}`);
}

function printModel(name: string, { constant, weights }: LogisticModel): string {
  const { scale, bytes } = toBytes(weights);
  return `export const ${name} = {
  constant: ${constant.toPrecision(6)},
  scale: ${scale.toPrecision(6)},
  bytes:
    '${bytes}',
};
`;
}

async function writeValues(): Promise<void> {
  const file = fileURLToPath(new URL('packages/memory-engine/src/extraction/learned-values.ts', root));
  await writeFile(
    file,
    `// Written by bench/learn-chatter.ts. 384 numbers a model, a byte each, in base64.
${printModel('LEARNED_CHATTER', learn(examples))}
${printModel('LEARNED_SHORT_FACT', learn(short))}`,
  );
  say(file);
}

if (options.folds) await printFolds();
else await writeValues();
await embedder.close();
