import {
  CORRECTED_SHARE,
  correctSpelling,
  hasCompounds,
  isCompoundOf,
  listMisspeltForms,
  mayBeMisspelt,
  toCompoundPart,
  type PoolMemory,
  type QueryLexemes,
  type QueryPlan,
  type QueryTopics,
} from '@memory-gateway/memory-engine';
import type { AppContext } from '../../context.js';
import type { MemoryScope } from '../../stores/memory/memory-scope.js';
import type { WordLexeme } from '../../stores/search/search-scope.js';

/** Adds the scope's own words for those of a query that no memory contains: "Lisbn" finds "Lisbon", "Säge" finds "Motorsäge". */
export async function correctForms(
  ctx: AppContext,
  memories: MemoryScope,
  query: {
    text: string;
    read: readonly PoolMemory[];
    lexemes: readonly WordLexeme[];
    forms: ReadonlyMap<string, string>;
    topics: QueryTopics;
  },
): Promise<ReadonlyMap<string, string>> {
  const { text, read, lexemes, forms, topics } = query;
  if (read.length === 0) return forms;
  const known = new Set(read.flatMap(({ counts }) => Object.keys(counts ?? {})));
  const asked = new Set(topics.words);
  const mainWord = (word: string) => (asked.has(word) ? word : (forms.get(word) ?? topics.stated.get(word) ?? word));
  const found = new Set(lexemes.flatMap(({ word, lexeme }) => (known.has(lexeme) ? [mainWord(word)] : [])));
  const unknown = lexemes.filter((each) => asked.has(each.word) && !found.has(each.word));
  const misspelt = unknown.filter(mayBeMisspelt);
  const parts = hasCompounds(text) ? unknown.flatMap(({ lexeme }) => toCompoundPart(lexeme) ?? []) : [];
  if (misspelt.length + parts.length === 0) return forms;
  const words = await ctx.stores.vectors.listScopeWords(memories, {
    letters: [...new Set(misspelt.map(({ lexeme }) => lexeme.charAt(0)))],
    parts,
  });
  const corrected = new Map(forms);
  for (const { word, lexeme } of unknown) {
    const compounds = parts.length > 0 ? words.filter((each) => isCompoundOf(lexeme, each)) : [];
    for (const form of compounds.length > 0 ? compounds : listRightForms(lexeme, misspelt, words))
      corrected.set(form, word);
  }
  return corrected;
}

function listRightForms(lexeme: string, misspelt: readonly WordLexeme[], words: readonly string[]): readonly string[] {
  if (!misspelt.some((each) => each.lexeme === lexeme)) return [];
  const right = correctSpelling(lexeme, words);
  return right === undefined ? listMisspeltForms(lexeme) : [right];
}

/** Lowers the weight of words that are probably misspelt, and of what the scope has instead. */
export function doubtCorrected(
  plan: QueryPlan,
  {
    own,
    forms,
    corrected,
  }: { own: QueryLexemes; forms: ReadonlyMap<string, string>; corrected: ReadonlyMap<string, string> },
): QueryPlan {
  if (corrected.size === forms.size) return plan;
  const words = new Set([...corrected].flatMap(([form, word]) => (forms.has(form) ? [] : [word])));
  const doubtful = new Set(own.lexemes.flatMap(({ word, lexeme }) => (words.has(word) ? [lexeme] : [])));
  const lower = (term: QueryPlan['terms'][number]) =>
    doubtful.has(term.lexeme) ? { ...term, weight: CORRECTED_SHARE * term.weight } : term;
  return { ...plan, terms: plan.terms.map(lower) };
}
