// Learns the calibration of scores (`calibration` in packages/memory-engine/src/rank/weights.ts), and prints how well a calibration that was learned from
// the other conversations tells questions with an answer from questions without one. From the root of the repository:
//
//   npx tsx bench/learn-calibration.ts [--data DIR] [--cache DIR] [--penalty 0.003] [--keep-times]
//
// Uses the conversations of bench/retrieval/corpus, and those of DIR in the LoCoMo format. A conversation is asked its own questions and,
// with the names of the speakers replaced, those of the other conversations of its language: over all of its memories, over 100 and over 15
// that follow each other. Times that borrowed questions name are moved to those of memories, except with --keep-times. Own and borrowed questions have the same
// weight; so do the sizes. Embedding takes minutes, so what ranking knows of
// each question is kept in the cache folder; delete it after a change of the embedding model, the query plan or the database functions. The
// table is not written: copy the printed numbers and raise the version, also after every change of the weights.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConversations } from '../scripts/lib/conversation.js';
import { say } from '../scripts/lib/terminal.js';
import { answerFeatureNames, RANK_WEIGHTS } from '@memory-gateway/memory-engine/training';
import { fitLogistic, predict, type LogisticModel, type Observation } from './calibration/logistic.js';
import { listQuestions, type GroupedConversation } from './calibration/questions.js';
import { reportGroup, reportRanks, reportReliability, type Scored } from './calibration/report.js';
import { toSamples, type Sample } from './calibration/samples.js';
import { readCorpus } from './retrieval/corpus.js';
import { createRandom } from './retrieval/random.js';
import { readPool } from './weights/pools.js';

const text = { type: 'string' } as const;
const { values: options } = parseArgs({
  options: { data: text, cache: text, penalty: text, 'keep-times': { type: 'boolean' } },
});
const penalty = Number(options.penalty ?? 0.003);
const keepTimes = options['keep-times'] ?? false;
const DATA_SET = 'data set';
const ENGLISH = 'English';
const SIZES = [15, 100];
/** Weights of the groups. The data set is larger; of the other languages, the model knows less. */
const SHARES: Readonly<Record<string, number>> = { [DATA_SET]: 1, [ENGLISH]: 0.2, other: 0.4 };

async function readAll(): Promise<GroupedConversation[]> {
  const given = options.data ? await readConversations(join(options.data, 'turns.jsonl')) : [];
  const corpus = await readCorpus();
  return [
    ...given.filter(({ questions }) => questions.length > 0).map((own) => ({ ...own, group: DATA_SET })),
    ...corpus.map((own) => ({ ...own, group: own.language })),
  ];
}

async function readSamples(): Promise<Sample[]> {
  const cache = options.cache ?? join(tmpdir(), 'memory-gateway-calibration');
  const all = await readAll();
  const random = createRandom(7);
  const samples: Sample[] = [];
  for (const conversation of all) {
    const questions = listQuestions(conversation, all);
    const pool = await readPool({ ...conversation, questions }, { cache, content: 'turns' });
    if (pool.questions.length !== questions.length) throw new Error(`Delete ${cache}: the questions have changed.`);
    say(`${pool.id}: ${pool.memories.length} memories, ${questions.length} questions`);
    samples.push(...toSamples({ pool, group: conversation.group, questions }, { sizes: SIZES, random, keepTimes }));
  }
  return samples;
}

const setOf = ({ group }: Sample) => (SHARES[group] === undefined ? 'other' : group);

/** Weighs samples so that sizes, and own and borrowed questions, count alike in each set. */
function toObservations(samples: readonly Sample[]): Observation[] {
  const learned = samples.filter(({ kind }) => kind === 'own' || kind === 'borrowed');
  const keyOf = (sample: Sample) => `${setOf(sample)} ${sample.size} ${sample.kind}`;
  const counts = new Map<string, number>();
  for (const sample of learned) counts.set(keyOf(sample), (counts.get(keyOf(sample)) ?? 0) + 1);
  return learned.map((sample) => ({
    values: sample.values,
    isTrue: sample.kind === 'own',
    weight: (SHARES[setOf(sample)] ?? 0) / (counts.get(keyOf(sample)) ?? 1),
  }));
}

function scoreHeldOut(samples: readonly Sample[]): Scored[] {
  const models = new Map<string, LogisticModel>();
  for (const id of new Set(samples.map(({ conversation }) => conversation))) {
    const others = samples.filter(({ conversation }) => conversation !== id);
    models.set(id, fitLogistic(toObservations(others), penalty));
  }
  return samples.flatMap((sample) => {
    const model = models.get(sample.conversation);
    return model ? [{ sample, score: predict(model, sample.values) }] : [];
  });
}

function report(title: string, scored: readonly Scored[]): void {
  say('', title);
  const inSet = (name: string, size: Sample['size']) =>
    scored.filter(({ sample }) => setOf(sample) === name && sample.size === size);
  for (const size of ['all', ...SIZES] as const) {
    const memories = size === 'all' ? 'all memories' : `${size} memories`;
    for (const name of Object.keys(SHARES)) reportGroup(`${name}, ${memories}`, inSet(name, size));
  }
  for (const name of Object.keys(SHARES)) {
    const own = inSet(name, 'all');
    if (own.length === 0) continue;
    reportReliability(`Reliability of the best score: ${name}, all memories`, own);
    reportRanks(`Own questions by rank: ${name}, all memories`, own, decline);
  }
}

const { constant, features, decline } = RANK_WEIGHTS.calibration;
const samples = await readSamples();
report('Held out by conversation:', scoreHeldOut(samples));
const current = { constant, weights: answerFeatureNames.map((name) => features[name]) };
say('', `Table version ${RANK_WEIGHTS.version}, all memories:`);
for (const name of Object.keys(SHARES))
  reportGroup(
    name,
    samples
      .filter((sample) => setOf(sample) === name && sample.size === 'all')
      .map((sample) => ({ sample, score: predict(current, sample.values) })),
  );
const learned = fitLogistic(toObservations(samples), penalty);
say(
  '',
  'Learned from all:',
  `  ${'constant'.padEnd(16)} ${learned.constant.toFixed(2).padStart(6)}   table ${constant}`,
);
answerFeatureNames.forEach((name, index) =>
  say(`  ${name.padEnd(16)} ${(learned.weights[index] ?? 0).toFixed(2).padStart(6)}   table ${features[name]}`),
);
