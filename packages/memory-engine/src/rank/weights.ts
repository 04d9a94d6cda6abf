/**
 * Weight of each signal. Learned by softmax regression on 564 LoCoMo questions that each rank all turns of their
 * conversation. Held out by conversation: R@5 76.1, R@10 83.4, R@20 88.1, MRR .669 with names, times and runs. `role` was
 * chosen on written chats with an assistant, because those conversations have none; `linked` and `repeat` with the facts of the data set, so that the first
 * ten results hold the most evidence. Increment the version with every change.
 */
export const RANK_WEIGHTS = {
  version: 10,
  signals: {
    /** Cosine of query and memory, scaled to the range of the scope. */
    semantic: 2.36,
    /** BM25 of the memory, with the previous one if that ends in a question. */
    keyword: 1.71,
    /** Text score of the previous memory if it ends in a question: an answer follows its question. */
    answer: 1.66,
    /** Share of the query's words in the memory and its two neighbors. */
    coverage: 1.4,
    /** BM25 of the memory and three memories on each side. */
    nearby: 1.93,
    /** Mean cosine of the memory and three memories on each side. */
    nearbySemantic: 1.75,
    /** BM25 of the memory and eight memories on each side. */
    passage: 1.27,
    session: 0.26,
    /** Text score of the best memory extracted from the message, or of the message that the memory was extracted from. */
    linked: 2.5,
    /** The only actor that the query names said it. */
    actor: 0.98,
    /** Dated within the time that the query names. */
    date: 4.62,
    /** Mentions a time, for a query that asks for one. */
    time: 1.98,
    /** Mentions a name, for a query that asks for one. */
    name: 0.87,
    /** Mentions a name, for any query: names make a statement particular. */
    anyName: 0.2,
    /** In the first person, like most facts. */
    firstPerson: 0.53,
    /** From the side (user or assistant) that the query is about, as far as its own text matches. */
    role: 5,
    /** Penalty: contains a question and hardly anything else. */
    asksOnly: -0.65,
  },
  /**
   * Weights of a memory without a run where they differ. Learned by `bench/learn-fact-weights.ts` on questions about 74 people, because a fact stands
   * alone: what lies beside it says less of it than what lies beside a message, and its score counts its words already.
   */
  factSignals: {
    semantic: 4.54,
    keyword: 0.08,
    coverage: 0.97,
    nearby: 0.97,
    passage: 0.44,
    time: 1.54,
    name: 0.83,
    anyName: -0.43,
    firstPerson: -0.14,
  },
  /** Points that a result loses if a memory linked to it ranks higher, and the maximum share of its points. */
  repeat: { points: 5, shareMax: 0.6 },
  /** Logistic regressions of the probability that the scope contains an answer: one for a first result from a run, one for a fact on its own. */
  answerability: {
    /** Fitted by `bench/learn-scores.ts`. */
    messages: {
      constant: -7.3,
      features: {
        /** Best sum of weighted signals. */
        sum: 0.13,
        /** Highest cosine of the scope. */
        bestCosine: 3.56,
        /** Cosine of the best memory. */
        cosine: 4.49,
        /** Share of the query's words in the best memory. */
        keywordShare: 0.91,
        /** Highest share of the query's words in three neighboring memories. */
        coverage: 3.19,
        /** Whether the best memory is dated within the time that the query names. It raises the sum, but other memories are dated then, too. */
        date: 0.46,
        /** Mean and standard deviation of the cosines of the scope: a cosine means little where others are as high. */
        meanCosine: -4.23,
        spread: 45.04,
        /** More memories make a chance match more likely. */
        logMemories: -0.37,
        /** The first result shares nothing with the query but names. */
        onlyNames: -3.74,
        /** The first result does not contain what an answer must contain, such as a number. */
        lacksKind: -2.5,
      },
    },
    /** Fitted by `bench/learn-answerability.ts`, beside the weights of `date` (with its share of the sum) and `logMemories` for messages. */
    facts: {
      constant: -1.61,
      features: {
        bestCosine: 6.93,
        date: 1.06,
        meanCosine: -4.81,
        spread: 23.52,
        logMemories: -0.37,
        onlyNames: -1.24,
        /** Share of the query's words that the first result has no words but an example of: a cello is an instrument. */
        example: 2.29,
        /** The query has a name, so everything about it resembles the query. */
        namesAny: -1.21,
        /** The first result lacks a word of the query, other than those it has an example of. */
        wordMissing: -1.39,
        /** The query asks for something that an answer must contain, such as a number or a name. */
        asksKind: -1.14,
        lacksKind: -1.8,
      },
    },
    /** Facts whose first result a reader has read: of the log-odds of `facts`, and of the reader. Fitted by `bench/learn-answer-weight.ts`. */
    readFacts: { constant: 1.5, ranking: 0.47, reader: 0.7 },
  },
} as const;

export type SignalName = keyof typeof RANK_WEIGHTS.signals;

export type SignalWeights = Readonly<Record<SignalName, number>>;

/** Weights of a memory without a run in a scope of such memories. */
export const FACT_WEIGHTS: SignalWeights = { ...RANK_WEIGHTS.signals, ...RANK_WEIGHTS.factSignals };

export const signalNames = Object.keys(RANK_WEIGHTS.signals) as readonly SignalName[];

type AnswerTables = Omit<typeof RANK_WEIGHTS.answerability, 'readFacts'>;

type AnswerFeature = {
  [Table in keyof AnswerTables]: keyof AnswerTables[Table]['features'];
}[keyof AnswerTables];

export type AnswerFeatures = Readonly<Record<AnswerFeature, number>>;
