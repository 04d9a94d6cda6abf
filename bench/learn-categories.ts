// Learns the built-in categories of a memory from its vector by the built-in embedding model, with the statements of
// bench/categories/learned.txt, and writes packages/memory-engine/src/categories/learned-values.ts. Takes some minutes. From the root of the
// repository:
//
//   npx tsx bench/learn-categories.ts [--folds]
//
// With --folds, prints instead how statements are sorted that were held out. Measure with bench/categories.ts.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLocalEmbedder } from '@memory-gateway/local-embedder';
import { DEFAULT_CATEGORIES } from '@memory-gateway/memory-engine';
import { say } from '../scripts/lib/terminal.js';
import { readStatements, type Statement } from './categories/statements.js';
import { descend, predict, toBytes, type LogisticModel } from './scores/logistic.js';

const { values: options } = parseArgs({ options: { folds: { type: 'boolean' } } });
/** Ridge for each statement. With it, --folds has the highest recall at a precision of nine tenths. */
const PENALTY = 0.0002;
const FOLDS = 5;
const ROUNDS = 400;

const names = DEFAULT_CATEGORIES.map(({ name }) => name).filter((name) => name !== 'misc');
const statements = await readStatements('learned');
const embedder = createLocalEmbedder();
const vectors = await embedder.embed(statements.map(({ text }) => text));
await embedder.close();

interface Example extends Statement {
  readonly values: readonly number[];
}
const examples = statements.map((statement, index) => ({ ...statement, values: [...(vectors[index] ?? [])] }));

/** An accepted category is neither an example nor a counterexample. */
function learn(known: readonly Example[], name: string): LogisticModel {
  const rows = known.filter(({ accepted }) => !accepted.has(name));
  return descend(
    rows.map(({ values, wanted }) => ({ values, isTrue: wanted.has(name), weight: 1 })),
    { penalty: PENALTY, rounds: ROUNDS, constant: -2 },
  );
}

/** Statements that were written one after the other are alike, so that they are in the same fold. */
const foldOf = (index: number): number => Math.floor(index / 8) % FOLDS;

function printFolds(): void {
  const probabilities = examples.map(() => new Map<string, number>());
  for (let fold = 0; fold < FOLDS; fold += 1)
    for (const name of names) {
      const model = learn(
        examples.filter((_, index) => foldOf(index) !== fold),
        name,
      );
      for (const [index, { values }] of examples.entries())
        if (foldOf(index) === fold) probabilities[index]?.set(name, predict(model, values));
    }
  for (let threshold = 0.3; threshold < 0.8; threshold += 0.05) {
    const counts = { right: 0, given: 0, wanted: 0 };
    for (const [index, { wanted, accepted }] of examples.entries()) {
      const given = names.filter((name) => (probabilities[index]?.get(name) ?? 0) >= threshold && !accepted.has(name));
      counts.right += given.filter((name) => wanted.has(name)).length;
      counts.given += given.length;
      counts.wanted += wanted.size;
    }
    const { right, given, wanted } = counts;
    const [precision, recall] = [(100 * right) / given, (100 * right) / wanted];
    say(`from ${threshold.toFixed(2)}: precision ${precision.toFixed(1)} %, recall ${recall.toFixed(1)} %`);
  }
}

async function writeValues(): Promise<void> {
  const models = names.map((name) => learn(examples, name));
  const { scale, bytes } = toBytes(models.flatMap((model) => [...model.weights]));
  const file = fileURLToPath(new URL('../packages/memory-engine/src/categories/learned-values.ts', import.meta.url));
  await writeFile(
    file,
    `// Written by bench/learn-categories.ts. For each category, 384 numbers, a byte each, in base64.
export const LEARNED = {
  constants: {
${models.map(({ constant }, index) => `    ${names[index]}: ${constant.toPrecision(6)},`).join('\n')}
  },
  scale: ${scale.toPrecision(6)},
  bytes:
    '${bytes}',
};
`,
  );
  say(file);
}

if (options.folds) printFolds();
else await writeValues();
