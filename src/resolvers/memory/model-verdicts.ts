import { isStorable } from '@memory-gateway/memory-engine';
import { CONFIRM_CONFIDENCE, type Verdict } from '../correction/apply-verdicts.js';
import type { ModelFact } from './extraction-prompt.js';
import type { KnownMemory } from './known-memories.js';

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
    const isAbout = (older.cosine ?? 0) >= nearMin || sharesWord(text, older.text);
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

/** Whether two texts have a word in common, whatever its ending. */
function sharesWord(left: string, right: string): boolean {
  const words = (text: string) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.slice(0, 5));
  const known = new Set(words(left));
  return words(right).some((word) => known.has(word));
}
