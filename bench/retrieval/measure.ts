import { SearchMemoriesDocument, type Client } from '../../client/index.js';
import type { Conversation, Question } from '../../scripts/lib/conversation.js';
import type { TurnsByMemory } from './load.js';

/** Ranks of the evidence of one question, and the search latency. */
export interface Outcome {
  readonly conversation: string;
  readonly category: string;
  /** Rank of each evidence turn, from 1. Infinity if it was not found. */
  readonly ranks: readonly number[];
  readonly latencyMs: number;
}

/** Figures over a set of questions, in percent except `mrr`. */
export interface Summary {
  readonly questions: number;
  readonly r5: number;
  readonly r10: number;
  readonly r20: number;
  readonly mrr: number;
}

/** Asks every question once, one after another. */
export async function measure(
  client: Client,
  conversation: Conversation,
  how: { turns: TurnsByMemory; onAsked: () => void },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const question of conversation.questions) {
    const startedAt = performance.now();
    const variables = { query: question.question, filter: { userId: { eq: conversation.id } }, topK: 20, threshold: 0 };
    const { searchMemories } = await client.request(SearchMemoriesDocument, variables);
    const latencyMs = performance.now() - startedAt;
    const found = searchMemories.map(({ memory }) => how.turns.get(memory.id) ?? []);
    outcomes.push({
      conversation: conversation.id,
      category: question.cat,
      ranks: ranksOf(question, found),
      latencyMs,
    });
    how.onAsked();
  }
  return outcomes;
}

/** Returns the rank of each evidence turn among the found turns. */
export function ranksOf({ evidence }: Pick<Question, 'evidence'>, found: ReadonlyArray<readonly string[]>): number[] {
  return evidence.map((turn) => {
    const index = found.findIndex((turns) => turns.includes(turn));
    return index < 0 ? Infinity : index + 1;
  });
}

/** Computes means over the questions. Recall@k: share of the evidence in the first k results. MRR: 1 / first rank. */
export function summarize(outcomes: readonly Pick<Outcome, 'ranks'>[]): Summary {
  const recall = (k: number) =>
    100 * mean(outcomes.map(({ ranks }) => ranks.filter((rank) => rank <= k).length / ranks.length));
  const mrr = mean(outcomes.map(({ ranks }) => 1 / Math.min(...ranks)));
  return { questions: outcomes.length, r5: recall(5), r10: recall(10), r20: recall(20), mrr };
}

/** Returns the nearest-rank percentile. `share` is 0 to 1. 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
