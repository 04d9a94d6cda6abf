// Measures how well memories are categorized, by words and by the built-in embedding model:
//
//   npx tsx bench/categories.ts
//
// Measures the everyday facts of bench/categories/everyday.txt, everyday-held-out.txt, everyday-seven.txt and everyday-seven-held-out.txt, then those of
// statements.txt. --learn chooses the thresholds five times on four fifths of these statements and reports the rest.
// --wrong prints each wrong or missing category of statements.txt and everyday.txt.
import {
  categorize,
  type Category,
  CATEGORY_THRESHOLDS,
  categoryTexts,
  refineCategories,
  type CategoryThresholds,
} from '@memory-gateway/memory-engine';
import { createLocalEmbedder } from '@memory-gateway/models';
import { readStatements, type Statement } from './categories/statements.js';

interface Embedded extends Statement {
  readonly cosines: readonly number[];
  readonly vector: Float32Array;
}

interface Figures {
  right: number;
  given: number;
  wanted: number;
}

/** Counts categories. Ignores `misc`, which means no category. */
function score(statements: readonly Embedded[], sort: (statement: Embedded) => readonly string[]): Figures {
  const figures: Figures = { right: 0, given: 0, wanted: 0 };
  for (const statement of statements) {
    const given = sort(statement).filter((name) => name !== 'misc' && !statement.accepted.has(name));
    figures.right += given.filter((name) => statement.wanted.has(name)).length;
    figures.given += given.length;
    figures.wanted += statement.wanted.size;
  }
  return figures;
}

const precision = ({ right, given }: Figures) => (given === 0 ? 1 : right / given);
const recall = ({ right, wanted }: Figures) => (wanted === 0 ? 1 : right / wanted);
// A wrong category is worse than a missing one.
const quality = (figures: Figures) => {
  const [p, r] = [precision(figures), recall(figures)];
  return p + r === 0 ? 0 : (1.25 * p * r) / (0.25 * p + r);
};
const show = (name: string, figures: Figures) =>
  console.log(
    `${name.padEnd(28)} precision ${(100 * precision(figures)).toFixed(1)} %, recall ${(100 * recall(figures)).toFixed(1)} %`,
  );

const byWords = ({ text, catalog }: Statement) => categorize(text, catalog);
const byBoth = (thresholds: CategoryThresholds) => (statement: Embedded) =>
  refineCategories(byWords(statement), { ...statement, thresholds });

function learn(statements: readonly Embedded[]): CategoryThresholds {
  let best: CategoryThresholds = CATEGORY_THRESHOLDS;
  let most = -1;
  for (let withWord = -0.1; withWord <= 0.35; withWord += 0.025)
    for (let alone = 0.1; alone <= 0.6; alone += 0.025)
      for (let behind = 0; behind <= 0.3; behind += 0.05) {
        const found = quality(score(statements, byBoth({ ...CATEGORY_THRESHOLDS, withWord, alone, behind })));
        if (found > most) [most, best] = [found, { ...CATEGORY_THRESHOLDS, withWord, alone, behind }];
      }
  return best;
}

function printLearned(embedded: readonly Embedded[]): void {
  const heldOut: Figures = { right: 0, given: 0, wanted: 0 };
  for (let fold = 0; fold < 5; fold += 1) {
    const thresholds = learn(embedded.filter((_, index) => index % 5 !== fold));
    const found = score(
      embedded.filter((_, index) => index % 5 === fold),
      byBoth(thresholds),
    );
    for (const name of ['right', 'given', 'wanted'] as const) heldOut[name] += found[name];
  }
  show('the same, held out', heldOut);
  console.log('learned from all:', learn(embedded));
}

const embedder = createLocalEmbedder();
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
const byCatalog = new Map<readonly Category[], Float32Array[]>();

async function readEmbedded(name: string): Promise<Embedded[]> {
  const statements = await readStatements(name);
  const vectors = await embedder.embed(statements.map(({ text }) => text));
  for (const { catalog } of statements)
    if (!byCatalog.has(catalog)) byCatalog.set(catalog, await embedder.embed(categoryTexts(catalog)));
  return statements.map((statement, index) => {
    const vector = vectors[index] ?? new Float32Array();
    return { ...statement, vector, cosines: (byCatalog.get(statement.catalog) ?? []).map((each) => dot(each, vector)) };
  });
}

function printWrong(statements: readonly Embedded[]): void {
  for (const statement of statements) {
    const given = byBoth(CATEGORY_THRESHOLDS)(statement).filter((name) => name !== 'misc');
    const missing = [...statement.wanted].filter((name) => !given.includes(name)).map((name) => `-${name}`);
    const wrong = given.filter((name) => !statement.wanted.has(name) && !statement.accepted.has(name));
    if (missing.length + wrong.length > 0)
      console.log(`  ${statement.text}  ${[...missing, ...wrong.map((name) => `+${name}`)].join(' ')}`);
  }
}

const showsWrong = process.argv.includes('--wrong');
for (const name of [
  'everyday',
  'everyday-held-out',
  'everyday-seven',
  'everyday-seven-held-out',
  'everyday-seven-unseen',
]) {
  const facts = await readEmbedded(name);
  show(`${name}, words`, score(facts, byWords));
  show(`${name}, both`, score(facts, byBoth(CATEGORY_THRESHOLDS)));
  if (showsWrong && !/held-out$|unseen$/u.test(name)) printWrong(facts);
}
const embedded = await readEmbedded('statements');
show('words', score(embedded, byWords));
show('words and embeddings', score(embedded, byBoth(CATEGORY_THRESHOLDS)));
if (showsWrong) printWrong(embedded);
if (process.argv.includes('--learn')) printLearned(embedded);
await embedder.close();
