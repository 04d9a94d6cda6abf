// Learns the score of a memory (`SCORE_WEIGHTS` in score.ts) and the answerability of a search in conversations (`answerability.messages` in weights.ts), and
// prints how both do on what they were not learned from. `bench/learn-answerability.ts` learns the answerability of facts. From the root of the repository:
//
//   npx tsx bench/learn-scores.ts --data DIR [--cache DIR] [--penalty 0.003]
//
// DIR has turns.jsonl and questions.jsonl in the LoCoMo format. Facts are those of bench/retrieval/facts: learned from the part "choose",
// judged on the part "judge". Conversations are held out one by one. Half of the weight of scores is on conversations, half on facts. The table of
// answerability was learned from both, too, before facts had a table of their own. Negative samples of
// answerability: questions of other conversations with the names of the speakers replaced; questions whose evidence was removed, with three
// memories on each side; questions that were written without an answer. What ranking knows of each question is kept in the cache folder; delete
// it after a change of the embedding model, the query plan or the database functions. The tables are not written: copy the printed numbers.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConversations, type Conversation } from '../scripts/lib/conversation.js';
import { say } from '../scripts/lib/terminal.js';
import { RANK_WEIGHTS, SCORE_WEIGHTS, scoreValueNames } from '@memory-gateway/memory-engine/training';
import { readFactSets } from './retrieval/facts.js';
import { percentile } from './retrieval/measure.js';
import { fitLogistic, predict, type LogisticModel, type Observation } from './scores/logistic.js';
import { answerValueNames, toSamples, type QuestionSample } from './scores/samples.js';
import { listQuestions } from './scores/questions.js';
import { readPool } from './weights/pools.js';

const text = { type: 'string' } as const;
const { values: options } = parseArgs({ options: { data: text, cache: text, penalty: text } });
if (!options.data) throw new Error('--data is missing: the folder of turns.jsonl and questions.jsonl.');
const penalty = Number(options.penalty ?? 0.003);
const cache = options.cache ?? join(tmpdir(), 'memory-gateway-scores');

const given = (await readConversations(join(options.data, 'turns.jsonl'))).filter(
  ({ questions }) => questions.length > 0,
);
const grouped = given.map((own) => ({ ...own, group: 'data set' }));
const conversations: QuestionSample[] = [];
for (const conversation of grouped)
  conversations.push(
    ...(await sample(
      conversation,
      listQuestions(conversation, grouped).filter(({ kind }) => kind !== 'naive'),
      'turns',
    )),
  );
const facts: QuestionSample[] = [];
const judged: QuestionSample[] = [];
for (const set of [...(await readFactSets('choose')), ...(await readFactSets('judge'))]) {
  const asked = [...set.questions, ...set.unanswerable].map((question) => ({
    ...question,
    kind: kindOf(question.evidence),
  }));
  (set.part === 'choose' ? facts : judged).push(...(await sample(set, asked, 'plain')));
}

function kindOf(evidence: readonly string[]): 'own' | 'never' {
  return evidence.length > 0 ? 'own' : 'never';
}

async function sample(
  conversation: Conversation,
  questions: ReturnType<typeof listQuestions>,
  content: 'turns' | 'plain',
) {
  const pool = await readPool({ ...conversation, questions }, { cache, content });
  if (pool.questions.length !== questions.length) throw new Error(`Delete ${cache}: the questions have changed.`);
  say(`${pool.id}: ${pool.memories.length} memories, ${questions.length} questions`);
  return toSamples(pool, questions);
}

/** Gives a set of observations this total weight. */
function share(observations: readonly Observation[], total: number): Observation[] {
  const sum = observations.reduce((before, { weight }) => before + weight, 0);
  return observations.map((own) => ({ ...own, weight: (own.weight * total) / Math.max(1e-9, sum) }));
}

const pairsOf = (samples: readonly QuestionSample[]) =>
  samples.filter(({ kind }) => kind === 'own').flatMap(({ pairs }) => pairs);
const learnScore = (from: readonly QuestionSample[]) =>
  fitLogistic([...share(pairsOf(from), 0.5), ...share(pairsOf(facts), 0.5)], 0.0001);

/** A fifth of the negatives lack their evidence, so that resembling memories remain. */
function answerObservations(samples: readonly QuestionSample[]): Observation[] {
  const of = (kinds: readonly string[], isTrue: boolean) =>
    samples.filter(({ kind }) => kinds.includes(kind)).map(({ values }) => ({ values, isTrue, weight: 1 }));
  return [
    ...share(of(['own'], true), 1),
    ...share(of(['borrowed', 'never'], false), 0.8),
    ...share(of(['removed'], false), 0.2),
  ];
}
const learnAnswer = (from: readonly QuestionSample[]) => fitLogistic(answerObservations(from), penalty);

function reportScore(
  title: string,
  samples: readonly QuestionSample[],
  modelOf: (sample: QuestionSample) => LogisticModel,
) {
  const scored = samples
    .filter(({ kind }) => kind === 'own')
    .flatMap((own) => own.pairs.map((pair) => ({ ...pair, score: predict(modelOf(own), pair.values) })));
  const right = scored.filter(({ isTrue }) => isTrue).map(({ score }) => score);
  const wrong = scored.filter(({ isTrue }) => !isTrue).map(({ score }) => score);
  const over = (scores: readonly number[], least: number) =>
    ((100 * scores.filter((score) => score >= least).length) / scores.length).toFixed(1);
  say(
    `${title.padEnd(28)} right: p10 ${percentile(right, 0.1).toFixed(3)} p25 ${percentile(right, 0.25).toFixed(3)} p50 ${percentile(right, 0.5).toFixed(3)} p75 ${percentile(right, 0.75).toFixed(3)}, >= .1 ${over(right, 0.1)} %, >= .3 ${over(right, 0.3)} %; wrong >= .1 ${over(wrong, 0.1)} %, >= .3 ${over(wrong, 0.3)} %`,
  );
  const bins = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.01];
  say(
    '  mean score, share right: ' +
      bins
        .slice(0, -1)
        .map((low, index) => {
          const own = scored.filter(({ score }) => score >= low && score < (bins[index + 1] ?? 2));
          const mean = own.reduce((sum, { score }) => sum + score, 0) / Math.max(1, own.length);
          return `${mean.toFixed(3)} ${(own.filter(({ isTrue }) => isTrue).length / Math.max(1, own.length)).toFixed(3)} (${own.length})`;
        })
        .join('; '),
  );
}

function reportAnswer(
  title: string,
  samples: readonly QuestionSample[],
  modelOf: (sample: QuestionSample) => LogisticModel,
) {
  const groups = new Map<string, number[]>();
  for (const own of samples)
    groups.set(`${own.kind} ${own.category}`, [
      ...(groups.get(`${own.kind} ${own.category}`) ?? []),
      predict(modelOf(own), own.values),
    ]);
  say(title);
  for (const [name, scores] of [...groups].sort())
    say(
      `  ${name.padEnd(28)} ${String(scores.length).padStart(4)}  >= .5 ${((100 * scores.filter((score) => score >= 0.5).length) / scores.length).toFixed(1).padStart(5)} %  p10 ${percentile(scores, 0.1).toFixed(2)} p50 ${percentile(scores, 0.5).toFixed(2)} p90 ${percentile(scores, 0.9).toFixed(2)}`,
    );
}

const ids = [...new Set(conversations.map(({ conversation }) => conversation))];
const without = (id: string) => conversations.filter(({ conversation }) => conversation !== id);
const scoreOf = new Map(ids.map((id) => [id, learnScore(without(id))]));
const answerOf = new Map(ids.map((id) => [id, learnAnswer(without(id))]));
const heldOut =
  (models: ReadonlyMap<string, LogisticModel>) =>
  ({ conversation }: QuestionSample) =>
    models.get(conversation) ?? { constant: 0, weights: [] };
const [score, answer] = [learnScore(conversations), learnAnswer(conversations)];
say('', 'Score');
reportScore('conversations, held out', conversations, heldOut(scoreOf));
reportScore('facts, chosen on', facts, () => score);
reportScore('facts, judged', judged, () => score);
const tableScore = {
  constant: SCORE_WEIGHTS.constant,
  weights: scoreValueNames.map((name) => SCORE_WEIGHTS.values[name]),
};
reportScore('table: conversations', conversations, () => tableScore);
reportScore('table: facts, judged', judged, () => tableScore);
say('', 'Answerability');
reportAnswer('conversations, held out', conversations, heldOut(answerOf));
const { constant, features } = RANK_WEIGHTS.answerability.messages;
const tableAnswer = { constant, weights: answerValueNames.map((name) => features[name]) };
reportAnswer('table: conversations', conversations, () => tableAnswer);
for (const [title, names, model, table] of [
  ['Score', scoreValueNames, score, tableScore.weights],
  ['Answerability', answerValueNames, answer, tableAnswer.weights],
] as const) {
  say('', `${title}: constant ${model.constant.toFixed(2)}`);
  names.forEach((name, index) =>
    say(`  ${name.padEnd(16)} ${(model.weights[index] ?? 0).toFixed(2).padStart(6)}   table ${table[index]}`),
  );
}
