import { SearchMemoriesDocument, type Client } from '../../client/index.js';
import type { Conversation, Question } from '../../scripts/lib/conversation.js';
import { readQueryTime } from '@memory-gateway/memory-engine';
import type { TurnsByMemory } from './load.js';
import { createRandom } from './random.js';

/** Ranks of the evidence of one question, and the search latency. */
export interface Outcome {
  readonly conversation: string;
  /** Id of the question. */
  readonly question: string;
  readonly category: string;
  /** Whether the question names a time. */
  readonly hasTime: boolean;
  readonly isAnswerable: boolean;
  /** Rank of each evidence turn, from 1. Infinity if it was not found. Empty for questions without evidence. */
  readonly ranks: readonly number[];
  /** Null if the server does not estimate it. */
  readonly answerability: number | null;
  /** Number of results. */
  readonly results: number;
  readonly latencyMs: number;
}

/** Figures over a set of questions, in percent except `mrr`. */
export interface Summary {
  readonly questions: number;
  readonly r5: number;
  readonly r10: number;
  readonly r20: number;
  /** Means something if 40 results were asked for. */
  readonly r40: number;
  readonly mrr: number;
}

/** Asks every question once, one after another: those with evidence, then the unanswerable ones without evidence. Sends only what is given. */
export async function measure(
  client: Client,
  { id, questions, unanswerable }: Conversation,
  how: { userId: string; turns: TurnsByMemory; onAsked: () => void; topK?: number; threshold?: number },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const never = new Set(unanswerable.map(({ qid }) => qid));
  for (const question of [...questions, ...unanswerable.filter(({ evidence }) => evidence.length === 0)]) {
    const startedAt = performance.now();
    const variables = {
      query: question.question,
      filter: { userId: { eq: how.userId } },
      ...(how.topK !== undefined && { topK: how.topK }),
      ...(how.threshold !== undefined && { threshold: how.threshold }),
    };
    const { searchMemories } = await client.request(SearchMemoriesDocument, variables);
    const latencyMs = performance.now() - startedAt;
    const found = searchMemories.results.map(({ memory }) => how.turns.get(memory.id) ?? []);
    outcomes.push({
      ...describeQuestion(id, question),
      isAnswerable: !never.has(question.qid),
      ranks: ranksOf(question, found),
      answerability: searchMemories.answerability,
      results: searchMemories.results.length,
      latencyMs,
    });
    how.onAsked();
  }
  return outcomes;
}

/** Returns what an outcome says of its question. */
export function describeQuestion(
  conversation: string,
  { qid, cat, question }: Question,
): Pick<Outcome, 'conversation' | 'question' | 'category' | 'hasTime'> {
  const hasTime = readQueryTime(question, Date.now()).period !== null;
  return { conversation, question: qid, category: cat, hasTime };
}

/** Returns the rank of each evidence turn among the found turns. */
export function ranksOf({ evidence }: Pick<Question, 'evidence'>, found: ReadonlyArray<readonly string[]>): number[] {
  return evidence.map((turn) => {
    const index = found.findIndex((turns) => turns.includes(turn));
    return index < 0 ? Infinity : index + 1;
  });
}

/** Returns the best rank of each piece of evidence by the sums of the memories, the earlier memory first. Null: left out. */
export function rankPlaces(sums: readonly (number | null)[], evidence: readonly (readonly number[])[]): number[] {
  const found = [...sums.keys()].filter((index) => sums[index] !== null);
  found.sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b);
  const ranks = new Map(found.map((index, place) => [index, place + 1]));
  return evidence.map((places) => Math.min(Infinity, ...places.map((index) => ranks.get(index) ?? Infinity)));
}

/** Computes means over the questions. Recall@k: share of the evidence in the first k results. MRR: 1 / first rank. */
export function summarize(outcomes: readonly Pick<Outcome, 'ranks'>[]): Summary {
  const recall = (k: number) =>
    100 * mean(outcomes.map(({ ranks }) => ranks.filter((rank) => rank <= k).length / ranks.length));
  const mrr = mean(outcomes.map(({ ranks }) => 1 / Math.min(...ranks)));
  return { questions: outcomes.length, r5: recall(5), r10: recall(10), r20: recall(20), r40: recall(40), mrr };
}

/** Returns the nearest-rank percentile. `share` is 0 to 1. 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

interface Difference {
  readonly name: string;
  readonly difference: number;
  /** Limits of the 95 % interval. */
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2_000;

/** Returns the differences of the figures of pairs of outcomes, with intervals by paired bootstrap over the questions. */
export function bootstrapDifference(
  pairs: readonly (readonly [Pick<Outcome, 'ranks'>, Pick<Outcome, 'ranks'>])[],
): Difference[] {
  const figures = (of: Pick<Outcome, 'ranks'>) => {
    const { r5, r10, r20, mrr } = summarize([of]);
    return [r5, r10, r20, mrr];
  };
  const names = ['R@5', 'R@10', 'R@20', 'MRR'];
  const differences = pairs.map(([own, other]) => {
    const theirs = figures(other);
    return figures(own).map((value, index) => value - (theirs[index] ?? 0));
  });
  const random = createRandom(1);
  const samples = Array.from({ length: RESAMPLES }, () => {
    const drawn = differences.map(() => differences[random.below(differences.length)] ?? []);
    return names.map((_, index) => mean(drawn.map((values) => values[index] ?? 0)));
  });
  return names.map((name, index) => {
    const values = samples.map((sample) => sample[index] ?? 0);
    const difference = mean(differences.map((own) => own[index] ?? 0));
    return { name, difference, low: percentile(values, 0.025), high: percentile(values, 0.975) };
  });
}
