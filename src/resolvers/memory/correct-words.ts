import {
  CORRECTED_SHARE,
  correctSpelling,
  getSameWords,
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

/** What a query with misspelt words looks for. */
export interface CorrectedForms {
  /** The word of the query for each other form of it. */
  readonly forms: ReadonlyMap<string, string>;
  /** The forms that are lexemes of the scope, not words. */
  readonly lexemes: ReadonlySet<string>;
  /** The right word for each misspelt one. */
  readonly spelling: ReadonlyMap<string, string>;
}

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
): Promise<CorrectedForms> {
  const { text, read, lexemes, forms, topics } = query;
  const corrected = { forms: new Map(forms), lexemes: new Set<string>(), spelling: new Map<string, string>() };
  if (read.length === 0) return corrected;
  const known = new Set(read.flatMap(({ counts }) => Object.keys(counts ?? {})));
  const asked = new Set(topics.words);
  const mainWord = (word: string) => (asked.has(word) ? word : (forms.get(word) ?? topics.stated.get(word) ?? word));
  const found = new Set(lexemes.flatMap(({ word, lexeme }) => (known.has(lexeme) ? [mainWord(word)] : [])));
  const unknown = lexemes.filter((each) => asked.has(each.word) && !found.has(each.word));
  const misspelt = unknown.filter(mayBeMisspelt);
  const parts = hasCompounds(text) ? unknown.flatMap(({ lexeme }) => toCompoundPart(lexeme) ?? []) : [];
  if (misspelt.length + parts.length === 0) return corrected;
  const words = await ctx.stores.vectors.listScopeWords(memories, {
    letters: [...new Set(misspelt.map(({ lexeme }) => lexeme.charAt(0)))],
    parts,
  });
  for (const each of unknown) {
    const compounds = parts.length > 0 ? words.filter((word) => isCompoundOf(each.lexeme, word)) : [];
    const isMisspelt = compounds.length === 0 && misspelt.includes(each);
    const { own, right } = isMisspelt ? correctWord(ctx, each, { text, words }) : {};
    for (const form of own === undefined ? compounds : [own]) {
      corrected.lexemes.add(form);
      corrected.forms.set(form, each.word);
    }
    if (right !== undefined) corrected.spelling.set(each.word, right);
    if (isMisspelt && own === undefined)
      for (const form of listRightForms(each.lexeme, right)) corrected.forms.set(form, each.word);
  }
  return corrected;
}

const listRightForms = (lexeme: string, right: string | undefined): readonly string[] =>
  right === undefined
    ? listMisspeltForms(lexeme)
    : [...listMisspeltForms(lexeme), right, ...getSameWords(right, false)];

/** Finds the scope's lexeme that a misspelt word probably means, and the right word for a model that reads by word lists. */
function correctWord(
  { embedder }: AppContext,
  { word, lexeme }: WordLexeme,
  { text, words }: { text: string; words: readonly string[] },
): { own?: string | undefined; right?: string | undefined } {
  const own = correctSpelling(lexeme, words) ?? correctSpelling(word.toLowerCase(), words);
  const right = embedder?.reading?.correct(word, text) ?? undefined;
  const isOther = own !== undefined && !right?.startsWith(own.slice(0, -1));
  return { own, right: isOther ? undefined : right };
}

/** Lowers the weight of words that are probably misspelt, and of what the scope has instead. */
export function doubtCorrected(
  plan: QueryPlan,
  { own, forms, corrected }: { own: QueryLexemes; forms: ReadonlyMap<string, string>; corrected: CorrectedForms },
): QueryPlan {
  if (corrected.forms.size === forms.size) return plan;
  const words = new Set([...corrected.forms].flatMap(([form, word]) => (forms.has(form) ? [] : [word])));
  const doubtful = new Set(own.lexemes.flatMap(({ word, lexeme }) => (words.has(word) ? [lexeme] : [])));
  const lower = (term: QueryPlan['terms'][number]) =>
    doubtful.has(term.lexeme) ? { ...term, weight: CORRECTED_SHARE * term.weight } : term;
  return { ...plan, terms: plan.terms.map(lower) };
}

export function replaceMisspelt(text: string, { spelling }: CorrectedForms): string {
  return text.replace(/[\p{L}\p{M}]+/gu, (word) => spelling.get(word) ?? word);
}
