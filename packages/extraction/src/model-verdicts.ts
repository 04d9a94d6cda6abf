import { isStorable, outdatedProbability } from '@memory-gateway/memory-engine';
import type { Embedder } from '@memory-gateway/models';
import type { KnownMemory, Verdict } from './types.js';
import type { ModelFact } from './model-facts.js';
import { countSharedWords } from './shared-words.js';

/** Minimum confidence at which a verdict takes effect. Less certain verdicts wait for a review. */
export const CONFIRM_CONFIDENCE = 0.8;

/** Number of memories that one fact replaces by itself. Others wait for a review: a sentence that was slipped in must not hide everything. */
const replacedMax = 2;
/** Characters that are embedded, which are enough to find the topic. */
const embeddedMax = 1_000;
/** Cosine from which two texts are about the same. */
const nearMin = 0.6;
/** Rules that find a correction less probable call it impossible: of 275 corrections, 3 are that, and of 237 pairs that are both true, 159. */
const possibleMin = 0.02;
/** Less than what takes effect, and less than what leaves a memory out of the latest ones. */
const suggested = Math.min(0.6, CONFIRM_CONFIDENCE);

/** How near a fact and a stored memory are. Null: they cannot be compared. */
export type Nearness = (fact: ModelFact, older: KnownMemory) => number | null;

/** Embeds facts and the memories that they relate to. */
export async function compareRelated(
  embedder: Embedder | null,
  facts: readonly ModelFact[],
  { known, signal }: { known: readonly KnownMemory[]; signal?: AbortSignal | undefined },
): Promise<Nearness> {
  const related = facts.flatMap(({ text, relations }) => {
    const olders = relations.flatMap(({ memory }) => known[memory - 1]?.text ?? []);
    return olders.length > 0 ? [text, ...olders] : [];
  });
  const texts = [...new Set(related)];
  const beginnings = texts.map((text) => text.slice(0, embeddedMax));
  const vectors = embedder && texts.length > 0 ? await embedder.embed(beginnings, { signal }) : [];
  const vectorOf = new Map(texts.map((text, index) => [text, vectors[index]]));
  return ({ text }, older) => {
    const [one, other] = [vectorOf.get(text), vectorOf.get(older.text)];
    return one && other ? cosineOf(one, other) : null;
  };
}

/** Whether a model says that a stored memory says the same, and may be right. What it takes for the same by mistake would be lost. */
export function isKnown(fact: ModelFact, known: readonly KnownMemory[], nearness: Nearness): boolean {
  return fact.relations.some(({ memory, relation }) => {
    const older = known[memory - 1];
    return relation === 'same' && older !== undefined && (nearness(fact, older) ?? 1) >= nearMin;
  });
}

/** Returns what a model said of the stored memories that it was shown, most certain first. */
export function verdictsOf(fact: ModelFact, known: readonly KnownMemory[], nearness: Nearness): Verdict[] {
  const judged = fact.relations.flatMap(({ memory, relation, reason, confidence }) => {
    const older = known[memory - 1];
    if (!older || relation === 'same') return [];
    const sure = Math.max(0, Math.min(1, confidence ?? fact.confidence ?? 0.5));
    const effect = relation === 'refines' ? ('MERGES' as const) : ('SUPERSEDES' as const);
    const kept = reason !== null && isStorable(reason) ? reason : null;
    const certainty = isPossible(fact.text, older, nearness(fact, older)) ? sure : Math.min(sure, suggested);
    return [{ olderId: older.id, relation: effect, confidence: certainty, reason: kept }];
  });
  return judged
    .sort((left, right) => right.confidence - left.confidence)
    .map((verdict, index) =>
      index < replacedMax ? verdict : { ...verdict, confidence: Math.min(verdict.confidence, suggested) },
    );
}

/** Small models take facts on one topic for corrections. Two sentences about "the user" have that word in common, so words tell little. */
function isPossible(text: string, older: KnownMemory, cosine: number | null): boolean {
  if (cosine === null) return (older.cosine ?? 0) >= nearMin || countSharedWords(text, older.text) > 0;
  return cosine >= nearMin || outdatedProbability({ older: older.text, newer: text, cosine }) >= possibleMin;
}

function cosineOf(one: Float32Array, other: Float32Array): number {
  const product = (left: Float32Array, right: Float32Array) =>
    left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  return product(one, other) / (Math.sqrt(product(one, one) * product(other, other)) || 1);
}
