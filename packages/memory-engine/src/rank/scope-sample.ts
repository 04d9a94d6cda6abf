import type { KeywordTerm } from './query-plan.js';
import type { ScopeTerms } from './scope-terms.js';

/**
 * A random sample of a scope that is too large to read: the memories with the lowest id hashes. The share of all hashes
 * below the last one estimates the scope's size; with 2,000 memories the standard error is 2.2 %.
 */
export interface ScopeSample {
  readonly size: number;
  /** Share of all possible hashes up to the last one of the sample, 0..1. */
  readonly hashShare: number;
  readonly averageLength: number;
  readonly actors: readonly string[];
  /** Lexemes of the query that occur together, with the number of memories in the sample. */
  readonly matches: readonly (readonly [lexemes: readonly string[], memories: number])[];
}

export type LexemeSet = readonly string[];

type WeightedTerm = Pick<KeywordTerm, 'lexeme' | 'weight'>;

const MAX_CHOOSING_TERMS = 8;

/** Estimates the number of memories in a scope from its sample. */
function estimateScopeSize({ size, hashShare }: ScopeSample): number {
  return hashShare > 0 ? Math.round((size - 1) / hashShare) : size;
}

/** Estimates term frequencies of a scope. A lexeme missing in the sample is rare: it counts as half a memory. */
export function estimateScopeTerms(
  sample: ScopeSample,
  lexemes: readonly { readonly word: string; readonly lexeme: string }[],
): ScopeTerms {
  const memories = estimateScopeSize(sample);
  const documents = new Map<string, number>();
  for (const [matched, count] of sample.matches)
    for (const lexeme of matched) documents.set(lexeme, (documents.get(lexeme) ?? 0) + count);
  return {
    memories,
    averageLength: sample.averageLength,
    actors: sample.actors,
    terms: lexemes.map(({ word, lexeme }) => ({
      word,
      lexeme,
      documents: Math.round(((documents.get(lexeme) ?? 0.5) / sample.size) * memories),
    })),
  };
}

/** Chooses minimal lexeme sets for the word index, of which about `budget` memories match at least one. */
export function chooseLexemeSets(sample: ScopeSample, terms: readonly WeightedTerm[], budget: number): LexemeSet[] {
  const chosen = [...terms].sort((a, b) => b.weight - a.weight).slice(0, MAX_CHOOSING_TERMS);
  if (chosen.length === 0) return [];
  return minimalSets(chosen, leastWeight(sample, { terms: chosen, budget }));
}

/** Returns the weight that about `budget` memories reach, at least that of the lightest term. */
function leastWeight(
  sample: ScopeSample,
  { terms, budget }: { terms: readonly WeightedTerm[]; budget: number },
): number {
  const weights = new Map(terms.map(({ lexeme, weight }) => [lexeme, weight]));
  const perSample = estimateScopeSize(sample) / sample.size;
  const groups = sample.matches
    .map(([lexemes, memories]) => ({
      weight: lexemes.reduce((sum, lexeme) => sum + (weights.get(lexeme) ?? 0), 0),
      memories: memories * perSample,
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const lightest = terms.reduce((least, { weight }) => Math.min(least, weight), Infinity);
  let total = 0;
  let least = groups[0]?.weight ?? lightest;
  for (const { weight, memories } of groups) {
    total += memories;
    if (total > budget) return least;
    least = weight;
  }
  return lightest;
}

/** Returns all sets of terms that reach a weight, but not without any of their terms. Heaviest terms first. */
function minimalSets(terms: readonly WeightedTerm[], least: number): LexemeSet[] {
  const sets: LexemeSet[] = [];
  const extend = (from: number, set: readonly WeightedTerm[], weight: number): void => {
    for (let index = from; index < terms.length; index += 1) {
      const term = terms[index];
      if (!term) return;
      const sum = weight + term.weight;
      // The last term is the lightest, and without it the set misses the weight.
      if (sum >= least - 1e-9) sets.push([...set, term].map(({ lexeme }) => lexeme));
      else extend(index + 1, [...set, term], sum);
    }
  };
  extend(0, [], 0);
  return sets;
}
