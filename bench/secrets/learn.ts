// Logistic regression over features that a word has or has not.
import {
  featureCount,
  featuresOf,
  finishSteps,
  readLikelyWords,
  wordsBefore,
} from '@memory-gateway/memory-engine/training';
import type { Case } from './read-cases.js';

const EPOCHS = 8;
const RATE = 0.15;
/** Features that are seen less often say little of other texts. */
const COUNT_MIN = 4;
/** Smaller weights are left out. */
const WEIGHT_MIN = 0.1;

export interface Example {
  readonly features: readonly number[];
  readonly isSecret: boolean;
}

/** Returns whether a part of a text lies in one of the values. */
export function coversOf(text: string, values: readonly string[]): (at: number, length: number) => boolean {
  const plain = text.toLowerCase();
  const spans = values.flatMap((value) => {
    const found: { from: number; to: number }[] = [];
    for (let from = plain.indexOf(value.toLowerCase()); from >= 0; from = plain.indexOf(value.toLowerCase(), from + 1))
      found.push({ from, to: from + value.length });
    return found;
  });
  return (at, length) => spans.some(({ from, to }) => from < at + length && to > at);
}

/** Returns the candidates of a conversation. @param unrelated what was said before it, of another matter */
function toExamples({ messages, secrets }: Case, unrelated = ''): Example[] {
  return messages.flatMap((text, place) => {
    const words = finishSteps(readLikelyWords(text));
    const before = finishSteps(readLikelyWords(messages[place - 1] ?? unrelated)).slice(-wordsBefore);
    const isSecret = coversOf(text, secrets);
    return words.flatMap(({ at, text: word, isCandidate }, index) =>
      isCandidate ? [{ features: featuresOf(words, index, before), isSecret: isSecret(at, word.length) }] : [],
    );
  });
}

/** Learns each conversation as the first one, and after another of the same set. */
export function toBoth(cases: readonly Case[], index: number): Example[] {
  const one = cases[index];
  if (!one) return [];
  const previous = cases[index - 1]?.messages.at(-1);
  const isLone = one.messages.length === 1 && previous !== undefined;
  return [...toExamples(one), ...(isLone ? toExamples(one, previous) : [])];
}

/** Shuffles with numbers of a generator with a seed, so that each run learns the same. */
function shuffle<T>(items: T[], seed: number): T[] {
  let state = seed;
  for (let index = items.length - 1; index > 0; index -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (index + 1);
    [items[index], items[other]] = [items[other] as T, items[index] as T];
  }
  return items;
}

/** Leaves features out that are rare. */
function toRows(examples: readonly Example[]) {
  const counts = new Uint32Array(featureCount);
  for (const { features } of examples) for (const feature of features) counts[feature] = (counts[feature] ?? 0) + 1;
  return examples.map(({ features, isSecret }) => ({
    isSecret,
    features: Int32Array.from(features.filter((feature) => (counts[feature] ?? 0) >= COUNT_MIN)),
  }));
}

export interface Learned {
  readonly scale: number;
  /** One for each feature, in units of `scale`. */
  readonly weights: Int8Array;
}

/** Fits the weights by stochastic descent with a rate for each feature (Adagrad). */
export function learn(examples: readonly Example[]): Learned {
  const rows = toRows(examples);
  const weights = new Float64Array(featureCount);
  const squares = new Float64Array(featureCount).fill(1e-8);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1)
    for (const { features, isSecret } of shuffle([...rows], epoch + 1)) {
      const sum = features.reduce((total, feature) => total + (weights[feature] ?? 0), 0);
      const step = 1 / (1 + Math.exp(-sum)) - (isSecret ? 1 : 0);
      if (Math.abs(step) < 0.01) continue;
      for (const feature of features) {
        squares[feature] = (squares[feature] ?? 0) + step * step;
        weights[feature] = (weights[feature] ?? 0) - (RATE * step) / Math.sqrt(squares[feature] ?? 1);
      }
    }
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const rounded = Int8Array.from(weights, (weight) => (Math.abs(weight) < WEIGHT_MIN ? 0 : Math.round(weight / scale)));
  return { scale, weights: rounded };
}
