/**
 * Weight of each signal. Learned by softmax regression on 564 LoCoMo questions that each rank all turns of their
 * conversation. Held out by conversation: R@5 76.1, R@10 82.6, R@20 88.2, MRR .645 with names, times and runs. `role` was set by hand, because those conversations have no assistant; `linked`
 * and `repeat` with the facts of the data set, so that the first ten results hold the most evidence. Increment the
 * version with every change.
 */
export const RANK_WEIGHTS = {
  version: 5,
  signals: {
    /** Cosine of query and memory, scaled to the range of the scope. */
    semantic: 2.25,
    /** BM25 of the memory, with the previous one if that ends in a question. */
    keyword: 1.5,
    /** Text score of the previous memory if it ends in a question: an answer follows its question. */
    answer: 1.7,
    /** Share of the query's words in the memory and its two neighbors. */
    coverage: 1.5,
    /** BM25 of the memory and three memories on each side. */
    nearby: 1.8,
    /** Mean cosine of the memory and three memories on each side. */
    nearbySemantic: 1.7,
    /** BM25 of the memory and eight memories on each side. */
    passage: 1.4,
    session: 0.3,
    /** Text score of the best memory extracted from the message, or of the message that the memory was extracted from. */
    linked: 2.5,
    /** The only actor that the query names said it. */
    actor: 1.0,
    /** Dated within the time that the query names. */
    date: 4.4,
    /** Mentions a time, for a query that asks for one. */
    time: 2.0,
    /** Mentions a name, for a query that asks for one. */
    name: 1.0,
    /** In the first person, like most facts. */
    firstPerson: 0.7,
    /** From the side (user or assistant) that the query is about. */
    role: 0.6,
    /** Penalty: contains a question and hardly anything else. */
    asksOnly: -0.65,
  },
  /** Points that a result loses if a memory linked to it ranks higher, and the maximum share of its points. */
  repeat: { points: 5, shareMax: 0.6 },
} as const;

export type SignalName = keyof typeof RANK_WEIGHTS.signals;

export type SignalWeights = Readonly<Record<SignalName, number>>;

export const signalNames = Object.keys(RANK_WEIGHTS.signals) as readonly SignalName[];
