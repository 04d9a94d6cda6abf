import {
  addressNames,
  expectNameScope,
  findNames,
  listNames,
  namedActor,
  toBareName,
  type KnownNames,
  type NameScope,
  type QueryNames,
  type TermFrequency,
} from '../words/names.js';

export interface KeywordTerm {
  readonly lexeme: string;
  /** The word of the query. */
  readonly word: string;
  /** Inverse document frequency in scope, times the share that a name keeps. Greater than 0. */
  readonly weight: number;
  /** 1, or the share of its weight that a name keeps. Does not depend on the scope's other memories. */
  readonly share: number;
  /** A name by its capital letter. */
  readonly isName?: true;
}

export interface QueryPlan {
  /** Text to embed: the query with "you" for names, or without them. Never empty. */
  readonly denseQuery: string;
  /** Terms to look up. Empty if the query consists of stop words. */
  readonly terms: readonly KeywordTerm[];
  /** Keyword score of a memory of average length with each term once: the sum of the weights. */
  readonly keywordIdeal: number;
  readonly actor: string | null;
  readonly names: readonly string[];
}

/** BM25 constants of the search SQL, measured as best for short memories. */
export const BM25 = { k1: 0.9, b: 0.4 } as const;

/** A frequent word that looks like a name may be the topic, so it keeps this share of its weight. */
const FREQUENT_NAME_SHARE = 0.25;

/**
 * Prepares a query for search. Removes known actors from the embedded text and the keywords. Names guessed from
 * frequency are removed from the embedded text only, and keep a quarter of their keyword weight.
 */
export function planQuery(query: string, scope: NameScope): QueryPlan {
  const found = findNames(query, scope);
  const names = [...found.known, ...found.frequent];
  const denseQuery = addressNames(query, names);
  const masked = denseQuery !== query;
  const terms = keywordTerms(scope, { ...(masked ? found : NO_NAMES), listed: listNames(query) });
  return {
    denseQuery,
    terms,
    keywordIdeal: terms.reduce((sum, term) => sum + term.weight, 0),
    actor: namedActor(query, scope.actors),
    names: masked ? names : [],
  };
}

/** Returns the text that {@link planQuery} will probably embed, judged by the names that an earlier query found. */
export function expectDenseQuery(query: string, known: KnownNames): string {
  const found = findNames(query, expectNameScope(known, query));
  return addressNames(query, [...found.known, ...found.frequent]);
}

/** Returns the inverse document frequency of BM25, in the form that is never negative. */
export function getInverseDocumentFrequency(memories: number, documents: number): number {
  const contained = Math.max(0, Math.min(documents, memories));
  return Math.log(1 + (memories - contained + 0.5) / (contained + 0.5));
}

interface TermNames extends QueryNames {
  /** Every name by its capital letter. */
  readonly listed: readonly string[];
}

const NO_NAMES: QueryNames = { known: [], frequent: [] };

function keywordTerms(scope: NameScope, names: TermNames): KeywordTerm[] {
  const terms = new Map<string, KeywordTerm>();
  for (const term of scope.terms) {
    const share = nameShare(term, names);
    const weight = share * getInverseDocumentFrequency(scope.memories, term.documents);
    const known = terms.get(term.lexeme);
    const isName = names.listed.includes(toBareName(term.word));
    if (!known || weight > known.weight)
      terms.set(term.lexeme, { lexeme: term.lexeme, word: term.word, weight, share, ...(isName && { isName }) });
  }
  const kept = [...terms.values()].filter((term) => term.weight > 0);
  // A query whose lexemes are all names must still find something.
  return kept.length > 0 || names.known.length === 0 ? kept : keywordTerms(scope, { ...names, ...NO_NAMES });
}

function nameShare(term: TermFrequency, names: QueryNames): number {
  const bare = toBareName(term.word);
  if (names.known.includes(bare)) return 0;
  return names.frequent.includes(bare) ? FREQUENT_NAME_SHARE : 1;
}
