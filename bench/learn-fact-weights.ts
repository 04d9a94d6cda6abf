// Learns the weights of the rank that differ for facts (`factSignals` in packages/memory-engine/src/rank/weights.ts), and prints how the table and weights
// that were learned from the other authors find the answers of each part of bench/retrieval/facts. From the root of the repository:
//
//   npx tsx bench/learn-fact-weights.ts [--cache DIR] [--rounds 150] [--pull 0.01]
//
// Learned by softmax regression from questions with one and with several answers of the parts "choose", "second", "third" and "many", from the weights of
// messages. The points of a fact for its score and for examples stay as they are. What ranking knows of each question is kept in the cache folder;
// delete it after a change of the embedding model, the query plan or the database functions. The table is not written: copy the printed numbers.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rankMemories } from '@memory-gateway/memory-engine';
import { FACT_WEIGHTS, RANK_WEIGHTS, signalNames } from '@memory-gateway/memory-engine/training';
import { say } from '../scripts/lib/terminal.js';
import { readFactSets, type FactPart } from './retrieval/facts.js';
import { poolOf, readPool } from './weights/pools.js';
import { learnWeights, ranksOf, toExamples, type Example, type Learning } from './weights/softmax.js';

const text = { type: 'string' } as const;
const { values: options } = parseArgs({ options: { cache: text, rounds: text, pull: text } });
const cache = options.cache ?? join(tmpdir(), 'memory-gateway-scores');

const LEARNED: readonly FactPart[] = ['choose', 'second', 'third', 'many'];
const learnedNames = new Set<string>(Object.keys(RANK_WEIGHTS.factSignals));
const learning: Learning = {
  start: RANK_WEIGHTS.signals,
  rounds: Number(options.rounds ?? 150),
  pull: Number(options.pull ?? 0.01),
  fixed: new Set(signalNames.filter((name) => !learnedNames.has(name))),
};

interface Asked extends Example {
  readonly part: FactPart;
  readonly author: string;
  readonly kind: string;
}

const asked: Asked[] = [];
for (const set of await readFactSets()) {
  const pool = await readPool(
    { ...set, questions: [...set.questions, ...set.unanswerable] },
    { cache, content: 'plain' },
  );
  const examples = toExamples(pool);
  pool.questions.forEach((own, index) => {
    const example = examples[index];
    if (!example || (own.kind !== 'single' && own.kind !== 'several')) return;
    const memories = poolOf(pool, own);
    const { ranked } = rankMemories(memories, own.query, { count: memories.length, threshold: 0 });
    const facts = new Map(ranked.map(({ memory, explain }) => [memory.id, explain.rank.fact ?? 0]));
    const known = Float64Array.from(memories, ({ id }) => facts.get(id) ?? 0);
    asked.push({ ...example, known, part: set.part, author: set.author, kind: own.kind });
  });
}

const learn = (without?: string) =>
  learnWeights(
    asked.filter(({ part, author }) => LEARNED.includes(part) && author !== without),
    learning,
  );

/** Returns the percentage of answers among the first results. */
function recall(examples: readonly Asked[], weightsOf: (own: Asked) => readonly number[], places: number): string {
  const shares = examples.map((own) => {
    const ranks = ranksOf(own, weightsOf(own));
    return ranks.filter((rank) => rank <= places).length / ranks.length;
  });
  return ((100 * shares.reduce((sum, share) => sum + share, 0)) / Math.max(1, shares.length)).toFixed(1);
}

const learned = learn();
const held = new Map(
  [...new Set(asked.filter(({ part }) => LEARNED.includes(part)).map(({ author }) => author))].map((author) => [
    author,
    learn(author),
  ]),
);
const [messages, table] = [RANK_WEIGHTS.signals, FACT_WEIGHTS].map((weights) =>
  signalNames.map((name) => weights[name]),
);
say(
  '| Part: several R@10, single R@1, R@5 | Weights of messages | Table | Learned, author held out |',
  '|---|---|---|---|',
);
for (const part of new Set(asked.map((own) => own.part))) {
  const ofKind = (kind: string) => asked.filter((own) => own.part === part && own.kind === kind);
  const cells = [() => messages ?? [], () => table ?? [], (own: Asked) => held.get(own.author) ?? learned].map(
    (weightsOf) =>
      [
        recall(ofKind('several'), weightsOf, 10),
        recall(ofKind('single'), weightsOf, 1),
        recall(ofKind('single'), weightsOf, 5),
      ].join(', '),
  );
  say(`| ${part} | ${cells.join(' | ')} |`);
}
say('');
signalNames.forEach((name, index) => {
  if (learnedNames.has(name))
    say(`  ${name.padEnd(16)} ${(learned[index] ?? 0).toFixed(2).padStart(6)}   table ${FACT_WEIGHTS[name]}`);
});
