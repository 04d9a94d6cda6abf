import {
  withText,
  sumMemories,
  readScoreValues,
  scoreValueNames,
  RANK_WEIGHTS,
} from '@memory-gateway/memory-engine/training';
import { rankMemories, readAnswerKind } from '@memory-gateway/memory-engine';
import { poolOf, type AskedQuestion, type ConversationPool } from '../weights/pools.js';
import type { Observation } from './logistic.js';
import type { KindOfQuestion, QuestionKind } from './questions.js';

const { features: messageWeights } = RANK_WEIGHTS.answerability.messages;

/** Values of the answerability of a search in a conversation. */
export const answerValueNames = Object.keys(messageWeights) as (keyof typeof messageWeights)[];

/** One question asked of a conversation. `removed`: an own question after its evidence was removed. */
export interface QuestionSample {
  readonly conversation: string;
  readonly category: string;
  readonly kind: QuestionKind | 'removed';
  /** Values of `answerValueNames`. */
  readonly values: readonly number[];
  /** Values of `scoreValueNames` of the first five results, and whether it holds the answer. Only for own questions. */
  readonly pairs: readonly Observation[];
}

/** The score is learned on what a search returns: memories far below are easy to tell. */
const RESULTS = 5;
/** Memories removed on each side of the evidence, because they talk about the same. */
const REMOVED_REACH = 3;

/** Asks each question of the whole conversation, and own questions also without their evidence. */
export function toSamples(pool: ConversationPool, questions: readonly KindOfQuestion[]): QuestionSample[] {
  return pool.questions.flatMap((asked, index) => {
    const question = questions[index];
    if (!question) return [];
    const evidence = new Set(asked.evidence.flat());
    if (question.kind === 'own' && evidence.size === 0) return [];
    const shared = { conversation: pool.id, category: question.cat };
    const whole = ask(pool, asked, new Set());
    if (!whole) return [];
    const own = { ...shared, kind: question.kind, ...whole };
    if (question.kind !== 'own') return [{ ...own, pairs: [] }];
    const rest = ask(pool, asked, around(pool, evidence));
    return rest ? [own, { ...shared, kind: 'removed' as const, values: rest.values, pairs: [] }] : [own];
  });
}

function around({ memories }: ConversationPool, evidence: ReadonlySet<number>): Set<number> {
  const isConversation = memories.some(({ run }) => run !== null);
  const order = [...memories.keys()].sort((a, b) => (memories[a]?.sequence ?? 0) - (memories[b]?.sequence ?? 0));
  const reach = isConversation ? REMOVED_REACH : 0;
  return new Set(
    order.filter((_, place) =>
      order.slice(Math.max(0, place - reach), place + reach + 1).some((near) => evidence.has(near)),
    ),
  );
}

function ask(
  pool: ConversationPool,
  asked: AskedQuestion,
  removed: ReadonlySet<number>,
): Pick<QuestionSample, 'values' | 'pairs'> | null {
  const memories = poolOf(pool, asked).filter((_, index) => !removed.has(index));
  const { summed } = sumMemories(memories, asked.query);
  const query = { ...asked.query, answerKind: readAnswerKind(asked.text) };
  const { answer } = rankMemories(memories, query, { count: 1, threshold: 0 });
  if (!answer) return null;
  const text = pool.texts[pool.memories.findIndex(({ id }) => id === answer.first.id)];
  const features = withText(answer, query, text);
  const best = [...summed].sort((a, b) => b.sum - a.sum).slice(0, RESULTS);
  const evidence = new Set(asked.evidence.flat().map((index) => pool.memories[index]?.id));
  return {
    values: answerValueNames.map((name) => features[name]),
    pairs: best.map((own) => {
      const values = readScoreValues(own, asked.query);
      return { values: scoreValueNames.map((name) => values[name]), isTrue: evidence.has(own.memory.id), weight: 1 };
    }),
  };
}
