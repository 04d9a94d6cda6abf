import { computeSignals, findRepeats, signalNames, type SignalWeights } from '@memory-gateway/memory-engine/training';
import { poolOf, type ConversationPool } from './pools.js';

/** The signals of all memories for one question, and which memories hold the answer. */
export interface Example {
  readonly conversation: string;
  /** Whether the question names a time. */
  readonly hasTime: boolean;
  readonly size: number;
  /** `size` rows of one number per signal. */
  readonly signals: Float64Array;
  /** Points of each row that no weight changes. Default: none. */
  readonly known?: Float64Array;
  /** For each turn with the answer, the rows of the memories that hold it. */
  readonly evidence: readonly (readonly number[])[];
  /** Row of the message that each memory was extracted from. */
  readonly sources: readonly (number | null)[];
}

const width = signalNames.length;

/** Computes the signals of every question of a conversation, as ranking does. */
export function toExamples(pool: ConversationPool): Example[] {
  return pool.questions.map((question) => {
    const { signals, sources } = computeSignals(poolOf(pool, question), question.query);
    const values = new Float64Array(signals.length * width);
    signals.forEach((own, row) => signalNames.forEach((name, column) => (values[row * width + column] = own[name])));
    return {
      conversation: pool.id,
      hasTime: question.query.period !== null,
      size: signals.length,
      signals: values,
      evidence: question.evidence,
      sources,
    };
  });
}

/** Sums of weighted signals, one per memory. */
function sumsOf({ size, signals, known }: Example, weights: readonly number[]): Float64Array {
  const sums = known ? Float64Array.from(known) : new Float64Array(size);
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < width; column += 1)
      sums[row] = (sums[row] ?? 0) + (weights[column] ?? 0) * (signals[row * width + column] ?? 0);
  return sums;
}

/** How to learn. Signals that no training question has keep their weight. */
export interface Learning {
  readonly start: SignalWeights;
  readonly rounds: number;
  /** Pull towards the start, per question. */
  readonly pull: number;
  readonly fixed: ReadonlySet<string>;
}

/**
 * Learns weights by softmax regression: each question ranks all memories of its conversation, and the probability of its evidence should
 * grow. Gradient descent with a step of its own for each weight (Adam), over all questions at once.
 */
export function learnWeights(examples: readonly Example[], { start, rounds, pull, fixed }: Learning): number[] {
  const initial = signalNames.map((name) => start[name]);
  const weights = [...initial];
  const reduced = examples.map((example) => reduce(example, initial));
  const [mean, square] = [weights.map(() => 0), weights.map(() => 0)];
  for (let round = 1; round <= rounds; round += 1) {
    const gradient = sumGradients(reduced, weights);
    const rate = 0.08 * (1 - 0.8 * (round / rounds));
    gradient.forEach((sum, column) => {
      if (fixed.has(signalNames[column] ?? '')) return;
      const slope = sum / examples.length + pull * ((weights[column] ?? 0) - (initial[column] ?? 0));
      mean[column] = 0.9 * (mean[column] ?? 0) + 0.1 * slope;
      square[column] = 0.98 * (square[column] ?? 0) + 0.02 * slope ** 2;
      const step = (mean[column] ?? 0) / (1 - 0.9 ** round);
      const scale = Math.sqrt((square[column] ?? 0) / (1 - 0.98 ** round)) + 1e-8;
      weights[column] = (weights[column] ?? 0) - (rate * step) / scale;
    });
  }
  return weights;
}

/** Memories of one question that learning looks at: the best ones by the first weights, and the evidence. */
const ROWS_MAX = 150;

/** Keeps the rows that compete for the first places; the others add next to nothing to the gradient. */
function reduce(example: Example, weights: readonly number[]): Example {
  const sums = sumsOf(example, weights);
  const evidence = example.evidence.flat();
  const best = [...sums.keys()].sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0)).slice(0, ROWS_MAX);
  const rows = [...new Set([...evidence, ...best])];
  const signals = new Float64Array(rows.length * width);
  rows.forEach((row, place) => signals.set(example.signals.subarray(row * width, (row + 1) * width), place * width));
  const known = Float64Array.from(rows, (row) => example.known?.[row] ?? 0);
  return {
    ...example,
    size: rows.length,
    signals,
    known,
    evidence: [evidence.map((row) => rows.indexOf(row))],
    sources: [],
  };
}

function sumGradients(examples: readonly Example[], weights: readonly number[]): number[] {
  const gradient = weights.map(() => 0);
  for (const example of examples) {
    const rows = example.evidence.flat();
    if (rows.length === 0) continue;
    const sums = sumsOf(example, weights);
    const top = sums.reduce((most, sum) => Math.max(most, sum), -Infinity);
    const powers = sums.map((sum) => Math.exp(sum - top));
    const total = powers.reduce((sum, power) => sum + power, 0);
    powers.forEach((power, row) => {
      if (power / total < 1e-5) return;
      for (let column = 0; column < width; column += 1)
        gradient[column] = (gradient[column] ?? 0) + (power / total) * (example.signals[row * width + column] ?? 0);
    });
    for (const row of rows)
      for (let column = 0; column < width; column += 1)
        gradient[column] = (gradient[column] ?? 0) - (example.signals[row * width + column] ?? 0) / rows.length;
  }
  return gradient;
}

/** Ranks of the evidence of a question, from 1; Infinity outside the pool. */
export function ranksOf(example: Example, weights: readonly number[]): number[] {
  const sums = sumsOf(example, weights);
  findRepeats(sums, example.sources).forEach((lost, row) => (sums[row] = (sums[row] ?? 0) - lost));
  const rank = (row: number) => {
    const own = sums[row] ?? 0;
    return 1 + sums.reduce((better, sum, other) => better + (sum > own || (sum === own && other < row) ? 1 : 0), 0);
  };
  return example.evidence.map((rows) => Math.min(...rows.map(rank)));
}
