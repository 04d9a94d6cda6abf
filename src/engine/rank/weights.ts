/**
 * How much each signal adds to a score. Learned by softmax regression over 564 LoCoMo questions, each of which ranks all turns of its
 * conversation. Held out by conversation: R@5 74.9, R@10 81.9, R@20 87.9, MRR .650 with names, times and runs; 74.0, 79.1, 84.4, .609
 * with text alone. `role` was set by hand, since those conversations have no assistant. Raise the version with every change.
 */
export const RANK_WEIGHTS = {
  /** Version of this table. */
  version: 2,
  signals: {
    /** Cosine of query and memory, scaled to the range of the scope. */
    semantic: 2.25,
    /** BM25 of query and memory. */
    keyword: 1.2,
    /** Text score of the previous memory when that one ends in a question: an answer follows its question. */
    answer: 2.2,
    /** Share of the query's words in the memory and its two neighbors. */
    coverage: 1.8,
    /** BM25 of the memory and three memories on each side. */
    nearby: 1.8,
    /** Mean cosine of the memory and three memories on each side. */
    nearbySemantic: 1.7,
    /** BM25 of the memory and eight memories on each side. */
    passage: 1.5,
    /** BM25 of the whole session. */
    session: 0.6,
    /** Said by the one person that the query names. */
    actor: 1.0,
    /** Dated in the time that the query names. */
    date: 4.1,
    /** Mentions a time, for a query that asks for one. */
    time: 2.0,
    /** Mentions a name, for a query that asks for one. */
    name: 1.0,
    /** Speaks in the first person: most facts are told that way. */
    firstPerson: 0.7,
    /** Written by the side that the query is about. */
    role: 0.6,
    /** Penalty: holds a question and hardly anything else. */
    asksOnly: -0.65,
  },
} as const;

/** Name of a signal. */
export type SignalName = keyof typeof RANK_WEIGHTS.signals;

/** Weights of all signals. */
export type SignalWeights = Readonly<Record<SignalName, number>>;

/** Names of all signals, in the order of the table. */
export const signalNames = Object.keys(RANK_WEIGHTS.signals) as readonly SignalName[];
