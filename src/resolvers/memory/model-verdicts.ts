import { isStorable } from '@memory-gateway/memory-engine';
import { CONFIRM_CONFIDENCE, type Verdict } from '../correction/apply-verdicts.js';
import type { KnownMemory } from './known-memories.js';
import type { ModelFact } from './model-facts.js';
import { countSharedWords } from './shared-words.js';

/** Number of memories that one fact replaces by itself. Others wait for a review: a sentence that was slipped in must not hide everything. */
const replacedMax = 2;
/** Cosine from which a memory and the messages are about the same. */
const nearMin = 0.6;
/** Just too unsure to take effect. */
const suggested = CONFIRM_CONFIDENCE - 0.01;

/** Returns what a model said of the stored memories that it was shown, most certain first. */
export function verdictsOf({ text, relations, confidence }: ModelFact, known: readonly KnownMemory[]): Verdict[] {
  const judged = relations.flatMap(({ memory, relation, reason, confidence: ofRelation }) => {
    const older = known[memory - 1];
    if (!older) return [];
    const sure = Math.max(0, Math.min(1, ofRelation ?? confidence ?? 0.5));
    const isAbout = (older.cosine ?? 0) >= nearMin || countSharedWords(text, older.text) > 0;
    const effect = relation === 'refines' ? ('MERGES' as const) : ('SUPERSEDES' as const);
    const kept = reason !== null && isStorable(reason) ? reason : null;
    const certainty = isAbout ? sure : Math.min(sure, suggested);
    return [{ olderId: older.id, relation: effect, confidence: certainty, reason: kept }];
  });
  return judged
    .sort((left, right) => right.confidence - left.confidence)
    .map((verdict, index) =>
      index < replacedMax ? verdict : { ...verdict, confidence: Math.min(verdict.confidence, suggested) },
    );
}
