// Learns how much the reader of answers counts beside the ranking (`answerability.readFacts` in weights.ts), from the parts "second" and "third",
// which the reader was not learned from, and prints how answerability does with and without the reader on every part. From the root of the repository:
//
//   npx tsx bench/learn-answer-weight.ts [--cache DIR]
//
// The three first facts are read and ordered as in a search. Copy the printed numbers. For the cache see bench/learn-answerability.ts.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLocalEmbedder } from '@memory-gateway/local-embedder';
import {
  estimateAnswerability,
  listFactsToRead,
  orderByReadings,
  rankMemories,
  readAnswerKind,
} from '@memory-gateway/memory-engine';
import { say } from '../scripts/lib/terminal.js';
import { readFactSets, type FactPart } from './retrieval/facts.js';
import { fitLogistic, type LogisticModel } from './scores/logistic.js';
import { poolOf, readPool } from './weights/pools.js';

const { values: options } = parseArgs({ options: { cache: { type: 'string' } } });
const cache = options.cache ?? join(tmpdir(), 'memory-gateway-scores');
const PENALTY = 0.001;
const LEARNED: ReadonlySet<FactPart> = new Set(['second', 'third']);
/** The reader has seen these. */
const SEEN: ReadonlySet<FactPart> = new Set(['choose', 'many', 'pairs']);

interface Asked {
  readonly part: FactPart;
  readonly isTrue: boolean;
  /** Log-odds by the ranking, and by the reader. */
  readonly values: readonly [number, number];
}

const toLogit = (probability: number) => Math.log(probability / (1 - probability));
const embedder = createLocalEmbedder();
const asked: Asked[] = [];
for (const set of await readFactSets()) {
  if (SEEN.has(set.part)) continue;
  const pool = await readPool(
    { ...set, questions: [...set.questions, ...set.unanswerable] },
    { cache, content: 'plain' },
  );
  for (const own of pool.questions) {
    if (own.kind !== 'single' && own.kind !== 'none') continue;
    const query = { ...own.query, answerKind: readAnswerKind(own.text) };
    const { leading, answer } = rankMemories(poolOf(pool, own), query, { count: 1, threshold: null });
    const textOf = (id: string | undefined) => pool.texts[pool.memories.findIndex((memory) => memory.id === id)] ?? '';
    const readings = new Map<string, number>();
    for (const { memory } of listFactsToRead(leading, own.text, query)) {
      const reading = await embedder.readAnswer?.(own.text, textOf(memory.id));
      if (reading == null) throw new Error('The reader needs ONNX Runtime: npm run native-runtime');
      readings.set(memory.id, reading);
    }
    const answers = readings.get(orderByReadings(leading, readings)[0]?.memory.id ?? '');
    if (answers === undefined) continue;
    const ranking = toLogit(estimateAnswerability(answer, query, { text: textOf(answer?.first.id) }));
    asked.push({ part: set.part, isTrue: own.kind === 'single', values: [ranking, answers] });
  }
}
await embedder.close();

/** Learns with the same weight for answered and other questions. */
function learn(): LogisticModel {
  const learned = asked.filter(({ part }) => LEARNED.has(part));
  const count = (isTrue: boolean) => learned.filter((own) => own.isTrue === isTrue).length;
  const [answered, others] = [count(true), count(false)];
  return fitLogistic(
    learned.map((own) => ({ ...own, weight: 1 / (own.isTrue ? answered : others) })),
    PENALTY,
  );
}

function report(part: FactPart, scoreOf: (own: Asked) => number): string {
  const [single = [], none = []] = [true, false].map((isTrue) =>
    asked.filter((own) => own.part === part && own.isTrue === isTrue).map(scoreOf),
  );
  const over = (scores: readonly number[]) =>
    ((100 * scores.filter((logit) => logit > 0).length) / Math.max(1, scores.length)).toFixed(1);
  const wins = single.flatMap((right) => none.map((wrong) => (right === wrong ? 0.5 : Number(right > wrong))));
  const auc = wins.reduce((sum, win) => sum + win, 0) / Math.max(1, wins.length);
  return `${over(none)}, ${over(single)}; ${auc.toFixed(3)}`;
}

const { constant: fitted, weights } = learn();
const sum = (constant: number, { values }: Asked) =>
  values.reduce((total, value, index) => total + value * (weights[index] ?? 0), constant);
/** The highest tenth with which at most a fifth of the unanswerable questions of each learned part are over .5. */
const constant = Array.from({ length: 30 }, (_, step) => Math.round(10 * fitted + step) / 10).findLast((tenth) =>
  [...LEARNED].every((part) => {
    const none = asked.filter((own) => own.part === part && !own.isTrue);
    return none.filter((own) => sum(tenth, own) > 0).length <= none.length / 5;
  }),
);
const both = (own: Asked) => sum(constant ?? fitted, own);
say('| Part | Ranking: unanswerable, single over .5; AUC | With the reader |', '|---|---|---|');
for (const part of new Set(asked.map((own) => own.part)))
  say(`| ${part} | ${report(part, ({ values }) => values[0])} | ${report(part, both)} |`);
const [ranking = 0, reader = 0] = weights;
say('', `constant ${constant ?? fitted}, ranking ${ranking.toFixed(2)}, reader ${reader.toFixed(2)}`);
