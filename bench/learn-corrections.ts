// Learns the weights by which a later statement makes an earlier one outdated (`WEIGHTS` in probability.ts), and prints how they do, also on the
// parts that no choice sees, beside the table of today. From the root of the repository:
//
//   npx tsx bench/learn-corrections.ts [--data DIR]
//
// Learns from bench/corrections, from the part "choose" of bench/corrections/everyday, and, with --data, from triples.txt (earlier | later) and
// both-true.txt (earlier || later) in DIR. Statements of other rows are false pairs, unless both are about the same slot. The table is not written.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLocalEmbedder } from '@memory-gateway/local-embedder';
import { LINK_CANDIDATES, LINK_COSINE_MIN, LINK_THRESHOLD, outdatedProbability } from '@memory-gateway/memory-engine';
import { compareSlots, measurePair } from '@memory-gateway/memory-engine/training';
import { say } from '../scripts/lib/terminal.js';
import {
  everydayParts,
  readEveryday,
  readThirdPerson,
  readTruePairs,
  readUpdates,
  thirdPersonParts,
  type TruePair,
} from './corrections/data.js';
import { fitLogistic, predict, type Observation } from './scores/logistic.js';

/** Weights of an everyday row and of a pair that is both true: few of them stand for many, and a wrong link costs more than a missing one. */
const EVERYDAY_WEIGHT = 3;
const TRUE_PAIR_WEIGHT = 5;
const OTHER_WEIGHT = 0.5;
const PENALTY = 0.001;
/** False pairs of each later statement, nearest first: some more than an add compares. */
const OTHERS = LINK_CANDIDATES + 3;
/** Statements as near as this say the same. */
const SAME_COSINE = 0.6;

const GIVEN = 'given corrections';

const { values: options } = parseArgs({ options: { data: { type: 'string' } } });

interface Row {
  readonly older: string;
  readonly newer: string;
}

interface RowSet {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly isCorrection: boolean;
  readonly weight: number;
  readonly isLearned: boolean;
}

function readSets(): RowSet[] {
  const sets: RowSet[] = [];
  const add = (
    name: string,
    rows: readonly Row[],
    how: { isCorrection: boolean; weight: number; isLearned: boolean },
  ) => sets.push({ name, rows, ...how });
  const toRows = (pairs: readonly TruePair[]) => pairs.map(({ first, second }) => ({ older: first, newer: second }));
  add('corrections', readUpdates(), { isCorrection: true, weight: 1, isLearned: true });
  add('both true', toRows(readTruePairs()), { isCorrection: false, weight: 1, isLearned: true });
  for (const part of everydayParts)
    for (const { language, updates, truePairs } of readEveryday(part)) {
      const how = { weight: EVERYDAY_WEIGHT, isLearned: part === 'choose' };
      add(`everyday ${part}, ${language}`, updates, { isCorrection: true, ...how });
      add(`everyday both true ${part}, ${language}`, toRows(truePairs), { isCorrection: false, ...how });
    }
  for (const part of thirdPersonParts)
    for (const { language, updates, truePairs } of readThirdPerson(part)) {
      const how = { weight: EVERYDAY_WEIGHT, isLearned: false };
      add(`third person ${part}, ${language}`, updates, { isCorrection: true, ...how });
      add(`third person both true ${part}, ${language}`, toRows(truePairs), { isCorrection: false, ...how });
    }
  const given = (file: string, separator: string) => {
    const path = join(options.data ?? '', file);
    if (options.data === undefined || !existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [older = '', newer = ''] = line.split(separator).map((cell) => cell.trim());
        return newer === '' ? [] : [{ older, newer }];
      });
  };
  add(GIVEN, given('triples.txt', '|'), { isCorrection: true, weight: 1, isLearned: true });
  add('given both true', given('both-true.txt', '||'), { isCorrection: false, weight: 1, isLearned: true });
  return sets.filter(({ rows }) => rows.length > 0);
}

interface Measured extends Observation {
  readonly set: string;
  readonly isLinkedToday: boolean;
  readonly isLearned: boolean;
}

const sets = readSets();
const texts = [...new Set(sets.flatMap(({ rows }) => rows.flatMap(({ older, newer }) => [older, newer])))];
const vectors = new Map<string, ArrayLike<number>>();
const embedder = createLocalEmbedder();
for (let from = 0; from < texts.length; from += 32) {
  const batch = texts.slice(from, from + 32);
  (await embedder.embed(batch)).forEach((vector, index) => vectors.set(batch[index] ?? '', vector));
}
let names: string[] = [];
const observations = sets.flatMap((set) => set.rows.flatMap((row) => observe(set, row)));
const model = fitLogistic(
  observations.filter(({ isLearned }) => isLearned),
  PENALTY,
);

function cosineOf(one: string, other: string): number {
  const [a, b] = [vectors.get(one) ?? [], vectors.get(other) ?? []];
  return Array.from(a).reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function observe(set: RowSet, { older, newer }: Row): Measured[] {
  const { name, rows, isCorrection, weight, isLearned } = set;
  const toObservation = (text: string, isTrue: boolean, own: { set: string; weight: number }): Measured[] => {
    const cosine = cosineOf(text, newer);
    const features = cosine < LINK_COSINE_MIN ? null : measurePair({ older: text, newer, cosine });
    if (!features) return [];
    names = Object.keys(features);
    const isLinkedToday = outdatedProbability({ older: text, newer, cosine }) >= LINK_THRESHOLD;
    return [{ values: Object.values(features), isTrue, isLinkedToday, isLearned, ...own }];
  };
  const isSameSlot = (text: string) => {
    const { slot, openSlot } = compareSlots(
      { older: text, newer: older },
      { isChanged: true, isEnded: false, isNamed: false, isTakenBack: false, isStopped: false },
    );
    return isCorrection && slot + openSlot > 0;
  };
  // The triples have many rows about each slot, which only their order tells apart.
  const candidates = name === GIVEN ? [] : rows.map((row) => row.older);
  const others = [...new Set(candidates)]
    .filter((text) => text !== older && cosineOf(text, older) < SAME_COSINE && !isSameSlot(text))
    .sort((a, b) => cosineOf(b, newer) - cosineOf(a, newer))
    .slice(0, OTHERS);
  return [
    ...toObservation(older, isCorrection, { set: name, weight: isCorrection ? weight : weight * TRUE_PAIR_WEIGHT }),
    ...others.flatMap((text) => toObservation(text, false, { set: `${name}, other rows`, weight: OTHER_WEIGHT })),
  ];
}

for (const set of new Set(observations.map((own) => own.set))) {
  const own = observations.filter((each) => each.set === set);
  const linked = own.filter(({ values }) => predict(model, values) >= LINK_THRESHOLD).length;
  const today = own.filter(({ isLinkedToday }) => isLinkedToday).length;
  say(`${set.padEnd(44)} linked ${String(linked).padStart(4)} of ${String(own.length).padStart(4)}, today ${today}`);
}
say('', `constant ${model.constant.toFixed(3)}`);
names.forEach((name, index) => say(`  ${name}: ${(model.weights[index] ?? 0).toFixed(3)},`));
