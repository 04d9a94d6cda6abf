import type { KeywordTerm } from '../query-plan.js';
import type { Period } from '../period.js';
import type { SignalName } from './weights.js';

/** Bits of `PoolMemory.traits`, computed by the SQL function `memory_traits`. */
export const TRAITS = { asks: 1, mentionsTime: 2, mentionsName: 4, firstPerson: 8, holdsQuestion: 16 } as const;

/** What ranking knows about one memory. The pool holds the candidates of a search and the memories around them. */
export interface PoolMemory {
  readonly id: string;
  /** Cosine similarity, -1..1; null when the memory has no embedding. */
  readonly semantic: number | null;
  /** How often each lexeme of the query occurs in the memory; null when none does. */
  readonly counts: Readonly<Record<string, number>> | null;
  /** Number of content words: the document length of BM25. */
  readonly tokens: number;
  /** Number of content words outside questions. */
  readonly statementTokens: number;
  /** Sum of {@link TRAITS}. */
  readonly traits: number;
  /** The run; memories without a run belong to the session that their times form. */
  readonly run: string | null;
  /** Who owns the memory: user, agent and app as one string. */
  readonly owner: string;
  /** Order of insertion. */
  readonly sequence: number;
  /** When the content happened or was said, epoch milliseconds. */
  readonly datedAt: number;
  /** When the memory was created, epoch milliseconds. */
  readonly createdAt: number;
  readonly actor: string | null;
  readonly role: string | null;
}

export interface RankQuery {
  readonly terms: readonly KeywordTerm[];
  /** Sum of the weights of the terms. */
  readonly keywordIdeal: number;
  /** Mean of `tokens` over the scope. */
  readonly averageLength: number;
  /** The single actor that the query names, or null. */
  readonly actor: string | null;
  /** The time that the query names, or null. */
  readonly period: Period | null;
  /** What kind of answer the query asks for. */
  readonly asksFor: QueryAim;
  /** Cosines that mean "unrelated" and "clearly related" for the embedding model; the default suits MiniLM. */
  readonly cosineRange?: CosineRange;
  /** Leaves embeddings out. */
  readonly keywordOnly?: boolean;
}

export interface QueryAim {
  /** A time: "When did…", "What year…". */
  readonly time: boolean;
  /** A name of a person, place or work: "Who…", "Where…", "Which book…". */
  readonly name: boolean;
  /** Whose words the query is about: `assistant` for "What did you recommend?". */
  readonly role: 'user' | 'assistant';
}

/** Cosines that count as 0 and as 1. */
export interface CosineRange {
  readonly floor: number;
  readonly ceiling: number;
}

/** Every signal of one memory, 0..1. */
export type Signals = Readonly<Record<SignalName, number>>;
