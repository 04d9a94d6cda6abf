// Learns the answerability of a search whose first result is a fact (`answerability.facts` in weights.ts), and prints how the learned table and the
// present one do on every part of bench/retrieval/facts. From the root of the repository:
//
//   npx tsx bench/learn-answerability.ts [--cache DIR] [--penalty 0.02]
//
// Learned from single answers and unanswerable questions of the parts "choose" (five sevenths of the weight), "second" and "third" (a seventh each). Each of
// these people is measured with a table that was learned from the others; the other parts are only measured. What ranking knows of each question
// is kept in the cache folder; delete it after a change of the embedding model, the query plan or the database functions. The table is not written:
// copy the printed numbers.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rankMemories, readAnswerKind } from '@memory-gateway/memory-engine';
import { RANK_WEIGHTS, withText } from '@memory-gateway/memory-engine/training';
import { say } from '../scripts/lib/terminal.js';
import { readFactSets, type FactPart } from './retrieval/facts.js';
import { fitLogistic, predict, type LogisticModel, type Observation } from './scores/logistic.js';
import { poolOf, readPool } from './weights/pools.js';

const text = { type: 'string' } as const;
const { values: options } = parseArgs({ options: { cache: text, penalty: text } });
const cache = options.cache ?? join(tmpdir(), 'memory-gateway-scores');
const penalty = Number(options.penalty ?? 0.02);

/** Weight of each part that is learned from. This weight of "choose" and the penalty were chosen so that the part to judge keeps 90 % of its single answers over .5. */
const LEARNED: Partial<Record<FactPart, number>> = { choose: 5, second: 1, third: 1 };
/** The people of a part have as many memories, and hardly a date, so these weights cannot be learned from them. */
const KNOWN = ['date', 'logMemories'] as const;
const { constant, features: table } = RANK_WEIGHTS.answerability.facts;
const names = Object.keys(table) as (keyof typeof table)[];
const learnedNames = names.filter((name) => !KNOWN.some((known) => known === name));

interface Asked extends Observation {
  readonly part: FactPart;
  readonly person: string;
}

const asked: Asked[] = [];
for (const set of await readFactSets()) {
  const questions = [...set.questions, ...set.unanswerable];
  const pool = await readPool({ ...set, questions }, { cache, content: 'plain' });
  if (pool.questions.length !== questions.length) throw new Error(`Delete ${cache}: the questions have changed.`);
  for (const own of pool.questions) {
    if (own.kind !== 'single' && own.kind !== 'none') continue;
    const query = { ...own.query, answerKind: readAnswerKind(own.text) };
    const { answer } = rankMemories(poolOf(pool, own), query, { count: 1, threshold: 0 });
    if (!answer) continue;
    const features = withText(answer, query, pool.texts[pool.memories.findIndex(({ id }) => id === answer.first.id)]);
    asked.push({
      part: set.part,
      person: set.id,
      values: learnedNames.map((name) => features[name]),
      known: KNOWN.reduce((sum, name) => sum + table[name] * features[name], 0),
      isTrue: own.kind === 'single',
      weight: LEARNED[set.part] ?? 0,
    });
  }
}

/** Learns with the same weight for single answers and unanswerable questions of a part. */
function learn(from: readonly Asked[]): LogisticModel {
  const learned = from.filter(({ weight }) => weight > 0);
  return fitLogistic(
    learned.map((own) => ({
      ...own,
      weight: own.weight / learned.filter(({ part, isTrue }) => part === own.part && isTrue === own.isTrue).length,
    })),
    penalty,
  );
}

const toLogit = (probability: number) => Math.log(probability / (1 - probability));
const score = (model: LogisticModel, { values, known = 0 }: Asked) => toLogit(predict(model, values)) + known;

function report(part: FactPart, scoreOf: (own: Asked) => number): string {
  const [single, none] = [true, false].map((isTrue) =>
    asked.filter((own) => own.part === part && own.isTrue === isTrue).map(scoreOf),
  );
  if (!single?.length || !none?.length) return '-';
  const over = (scores: readonly number[]) =>
    ((100 * scores.filter((logit) => logit > 0).length) / scores.length).toFixed(1);
  const wins = single.flatMap((right) => none.map((wrong) => (right === wrong ? 0.5 : Number(right > wrong))));
  const auc = wins.reduce((sum, win) => sum + win, 0) / wins.length;
  return `${over(none)}, ${over(single)}; ${auc.toFixed(3)}`;
}

const model = learn(asked);
const held = new Map(
  [...new Set(asked.map(({ person }) => person))].map((person) => [
    person,
    learn(asked.filter((own) => own.person !== person)),
  ]),
);
const present = { constant, weights: learnedNames.map((name) => table[name]) };
say('| Part | Table: unanswerable, single over .5; AUC | Learned, each person held out |', '|---|---|---|');
for (const part of new Set(asked.map((own) => own.part)))
  say(
    `| ${part} | ${report(part, (own) => score(present, own))} | ${report(part, (own) => score(held.get(own.person) ?? model, own))} |`,
  );
say('', `constant: ${model.constant.toFixed(2)}`);
learnedNames.forEach((name, index) =>
  say(`  ${name.padEnd(14)} ${(model.weights[index] ?? 0).toFixed(2).padStart(6)}   table ${table[name]}`),
);
