import type { AnswerKind } from './answer-kind.js';
import type { KeywordTerm } from './query-plan.js';
import type { Period } from '../time/period.js';
import type { SignalName } from './weights.js';

/** Bits of `PoolMemory.traits`, which `readTraits` reads from a text. */
export const TRAITS = {
  asks: 1,
  mentionsTime: 2,
  mentionsName: 4,
  firstPerson: 8,
  holdsQuestion: 16,
  instruction: 32,
  preference: 64,
  /** Of a former state alone. 128 is the database's own. */
  former: 256,
} as const;

/** A memory as ranking sees it. A pool holds the candidates of a search and their neighbors. */
export interface PoolMemory {
  readonly id: string;
  /** Cosine similarity, -1..1. Null without an embedding. */
  readonly semantic: number | null;
  readonly counts: Readonly<Record<string, number>> | null;
  /** Lexemes of the query that name a kind of thing, and that the memory contains or has examples of. Default: none. */
  readonly examples?: ReadonlySet<string> | null;
  readonly tokens: number;
  readonly statementTokens: number;
  /** Sum of {@link TRAITS}. */
  readonly traits: number;
  /** Memories without a run form sessions by time. */
  readonly run: string | null;
  readonly owner: string;
  readonly sequence: number;
  /** Epoch milliseconds of the event, or else of the statement. */
  readonly datedAt: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly actor: string | null;
  readonly role: string | null;
  /** Id of the memory that holds the message from which this one was extracted, if the pool contains both. */
  readonly source: string | null;
  /** Equal for memories of a run that were extracted from the same message, or of a stored message. Null for messages and facts. */
  readonly origin: string | null;
}

export interface RankQuery {
  readonly terms: readonly KeywordTerm[];
  readonly keywordIdeal: number;
  readonly averageLength: number;
  readonly actor: string | null;
  readonly period: Period | null;
  readonly asksFor: QueryAim;
  /** What an answer must contain. Default: anything. */
  readonly answerKind?: AnswerKind | null;
  /** Which of several memories that match as well comes first. Default: any. */
  readonly order?: 'newest' | 'oldest' | null;
  /** Cosines of unrelated and of clearly related texts for the embedding model. Default: MiniLM. */
  readonly cosineRange?: CosineRange;
  readonly keywordOnly?: boolean;
  /** Whether the pool holds only candidates of a large scope, which resemble the query. */
  readonly isSelection?: boolean;
}

export interface QueryAim {
  /** A time: "When did…", "What year…". */
  readonly time: boolean;
  /** A name of a person, place or work: "Who…", "Where…", "Which book…". */
  readonly name: boolean;
  /** Whose statements the query is about: `assistant` for "What did you recommend?". */
  readonly role: 'user' | 'assistant';
  /** A former state: "Where did I live?" */
  readonly past: boolean;
}

export interface CosineRange {
  readonly floor: number;
  readonly ceiling: number;
}

export type Signals = Readonly<Record<SignalName, number>>;
