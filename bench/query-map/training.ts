import { createRandom } from '../retrieval/random.js';

/** Questions and statements that are compared, each with the number of its kind: the statements of a kind answer its questions. */
export interface Answers {
  readonly questions: readonly KindVector[];
  readonly statements: readonly KindVector[];
}

interface KindVector {
  readonly kind: number;
  readonly vector: Float32Array;
}

/** A map of low rank, `vector + (vector × down) × up`: for each rank, a row of `down` and one of `up`. */
export interface QueryMap {
  readonly down: readonly Float32Array[];
  readonly up: readonly Float32Array[];
}

export interface LearnOptions {
  readonly rounds: number;
  readonly onRound: (loss: number) => void;
}

const DIMENSION = 384;
const RANK = 48;
/** Sharpness of the softmax over cosines. */
const SHARPNESS = 13;
const BATCH = 64;
const RATE = 0.003;
const DECAY = 0.001;

/**
 * Learns a map that moves each question towards its answers and away from answers to other questions: softmax regression
 * over the cosines, by Adam with small batches.
 */
export function learnQueryMap(groups: readonly Answers[], { rounds, onRound }: LearnOptions): QueryMap {
  const random = createRandom(1);
  const rows = (value: () => number) =>
    Array.from({ length: RANK }, () => Float32Array.from({ length: DIMENSION }, value));
  const map = { down: rows(() => 0.2 * random.next() - 0.1), up: rows(() => 0) };
  const learning = [...map.down, ...map.up].map((row) => ({ row, mean: row.map(() => 0), square: row.map(() => 0) }));
  const asked = groups.flatMap(({ questions, statements }) =>
    questions.map((question): Asked => ({ question, statements })),
  );
  const steps = rounds * Math.ceil(asked.length / BATCH);
  let done = 0;
  for (let round = 0; round < rounds; round += 1) {
    let loss = 0;
    const shuffled = random.shuffle(asked);
    for (let from = 0; from < shuffled.length; from += BATCH) {
      const batch = shuffled.slice(from, from + BATCH);
      const slopes = [...map.down, ...map.up].map((row) => row.map((value) => DECAY * value));
      for (const own of batch) loss += addSlopes(own, { map, slopes, share: 1 / batch.length });
      done += 1;
      learning.forEach((own, index) => descend(own, slopes[index] ?? own.row, { done, steps }));
    }
    onRound(loss / asked.length);
  }
  return map;
}

interface Asked {
  readonly question: KindVector;
  readonly statements: readonly KindVector[];
}

/** Adds what one question says about the rows of the map. @returns its loss */
function addSlopes({ question, statements }: Asked, { map, slopes, share }: Slopes & { share: number }): number {
  const moved = Float32Array.from(question.vector);
  map.down.forEach((row, rank) => addScaled(moved, map.up[rank], dot(question.vector, row)));
  const length = Math.sqrt(dot(moved, moved));
  const unit = moved.map((value) => value / length);
  const powers = statements.map(({ vector }) => Math.exp(SHARPNESS * (dot(unit, vector) - 1)));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const answers = statements.filter(({ kind }) => kind === question.kind).length;
  const slope = new Float32Array(DIMENSION);
  let loss = 0;
  statements.forEach(({ kind, vector }, index) => {
    const probability = (powers[index] ?? 0) / total;
    const wanted = kind === question.kind ? 1 / answers : 0;
    if (wanted > 0) loss -= wanted * Math.log(probability);
    if (wanted > 0 || probability > 1e-5)
      addScaled(slope, vector, (share * SHARPNESS * (probability - wanted)) / length);
  });
  // The length of the moved vector does not count.
  addScaled(slope, unit, -dot(slope, unit));
  addRowSlopes(question.vector, slope, { map, slopes });
  return loss;
}

interface Slopes {
  readonly map: QueryMap;
  /** Those of the rows of `down`, then those of the rows of `up`. */
  readonly slopes: readonly Float32Array[];
}

/** Adds the slope of the moved question to those of the rows. */
function addRowSlopes(question: Float32Array, slope: Float32Array, { map, slopes }: Slopes): void {
  map.down.forEach((row, rank) => {
    addScaled(slopes[rank], question, dot(slope, map.up[rank] ?? slope));
    addScaled(slopes[RANK + rank], slope, dot(question, row));
  });
}

interface LearnedRow {
  readonly row: Float32Array;
  readonly mean: Float32Array;
  readonly square: Float32Array;
}

function descend(
  { row, mean, square }: LearnedRow,
  slope: Float32Array,
  { done, steps }: Record<'done' | 'steps', number>,
): void {
  const rate = RATE * (1 - (0.9 * done) / steps);
  for (const [index, value] of slope.entries()) {
    const average = 0.9 * (mean[index] ?? 0) + 0.1 * value;
    const power = 0.99 * (square[index] ?? 0) + 0.01 * value ** 2;
    mean[index] = average;
    square[index] = power;
    row[index] =
      (row[index] ?? 0) - (rate * average) / (1 - 0.9 ** done) / (Math.sqrt(power / (1 - 0.99 ** done)) + 1e-6);
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < DIMENSION; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function addScaled(to: Float32Array | undefined, from: Float32Array | undefined, scale: number): void {
  if (!to || !from) return;
  for (let index = 0; index < DIMENSION; index += 1) to[index] = (to[index] ?? 0) + scale * (from[index] ?? 0);
}
