import type { KeywordTerm } from '../query-plan.js';
import type { ScopeTerms } from './scope-terms.js';

/**
 * A random sample of a scope that is too large to be read whole: the memories with the lowest hashes of their ids. The share of all
 * hashes that lie below the last one tells how many memories there are: with 2,000 of them, the standard error is 2.2 %.
 */
export interface ScopeSample {
  /** Memories in the sample. */
  readonly size: number;
  /** Share of all possible hashes up to the last one of the sample, 0..1. */
  readonly hashShare: number;
  /** Mean number of content words. */
  readonly averageLength: number;
  /** Names of those who said something. */
  readonly actors: readonly string[];
  /** Which lexemes of the query occur together, and in how many memories of the sample. */
  readonly matches: readonly (readonly [lexemes: readonly string[], memories: number])[];
}

export type LexemeSet = readonly string[];

/** Terms that choose candidates: the heaviest ones. The others only add to scores. */
const MAX_CHOOSING_TERMS = 8;

/** Estimates the number of memories of a scope from its sample. */
export function estimateScopeSize({ size, hashShare }: ScopeSample): number {
  return hashShare > 0 ? Math.round((size - 1) / hashShare) : size;
}

/**
 * Estimates what a query plan needs to know of a scope. A lexeme that is not in the sample counts as half a memory of it: such words
 * are rare, and all of them weigh the same.
 */
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

/**
 * Chooses which memories the word index should propose: those whose lexemes weigh at least so much that, by the sample, about
 * `budget` memories reach the weight. A memory is proposed when it matches any of the returned sets; each set is minimal.
 */
export function chooseLexemeSets(sample: ScopeSample, terms: readonly KeywordTerm[], budget: number): LexemeSet[] {
  const chosen = [...terms].sort((a, b) => b.weight - a.weight).slice(0, MAX_CHOOSING_TERMS);
  if (chosen.length === 0) return [];
  return minimalSets(chosen, leastWeight(sample, { terms: chosen, budget }));
}

/** The least weight of matched terms that about `budget` memories reach; at least that of the lightest term. */
function leastWeight(
  sample: ScopeSample,
  { terms, budget }: { terms: readonly KeywordTerm[]; budget: number },
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

/** All sets of terms that reach a weight and would miss it without any one of their terms. `terms` has the heaviest first. */
function minimalSets(terms: readonly KeywordTerm[], least: number): LexemeSet[] {
  const sets: LexemeSet[] = [];
  const extend = (from: number, set: readonly KeywordTerm[], weight: number): void => {
    for (let index = from; index < terms.length; index += 1) {
      const term = terms[index];
      if (!term) return;
      const sum = weight + term.weight;
      // Terms come heaviest first, so the last one is the lightest: without it the set misses the weight.
      if (sum >= least - 1e-9) sets.push([...set, term].map(({ lexeme }) => lexeme));
      else extend(index + 1, [...set, term], sum);
    }
  };
  extend(0, [], 0);
  return sets;
}
