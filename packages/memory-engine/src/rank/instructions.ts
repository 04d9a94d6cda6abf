import { TRAITS, type PoolMemory } from './types.js';

/** Maximum number of instructions beside the results of a search. */
export const INSTRUCTIONS_MAX = 5;
/** Least cosine of a preference with a query about its subject. An instruction needs none: it says how to answer anything. */
const SUBJECT_COSINE = 0.2;
/** What an instruction has over a preference that is as near to the query. */
const INSTRUCTION_LEAD = 0.1;

/**
 * Returns the standing instructions of the user ("always …", "from now on …") and the preferences about the subject of a query, at most
 * five, the nearest first. They need not resemble the query.
 */
export function pickInstructions(pool: readonly PoolMemory[]): PoolMemory[] {
  const found = pool.flatMap((memory) => {
    const { traits, role, semantic } = memory;
    if (role === 'assistant') return [];
    const cosine = semantic ?? 0;
    if ((traits & TRAITS.instruction) !== 0) return [{ memory, points: cosine + INSTRUCTION_LEAD }];
    return (traits & TRAITS.preference) !== 0 && cosine >= SUBJECT_COSINE ? [{ memory, points: cosine }] : [];
  });
  found.sort((a, b) => b.points - a.points || b.memory.sequence - a.memory.sequence);
  return found.slice(0, INSTRUCTIONS_MAX).map(({ memory }) => memory);
}
