import { type ExtractedFact, isLikelyChatter, isLikelyFact, mayBeChatter } from '@memory-gateway/memory-engine';
import type { Embedder } from '@memory-gateway/models';

/** An extracted fact, with its vector if the extraction needed it. */
export type FoundFact = ExtractedFact & {
  readonly vector?: { readonly embedder: string; readonly values: Float32Array } | undefined;
};

/** Whether the vectors of an embedding model tell chatter from facts. */
export function canTellChatter(embedder: Embedder | null): embedder is Embedder {
  return Boolean(embedder?.categoryThresholds);
}

/**
 * Leaves out what the user says that is chatter by its meaning, and gives the other short statements their vectors, so that they are embedded
 * once. Only the built-in embedding model can tell.
 */
export async function leaveOutChatter(
  embedder: Embedder | null,
  facts: readonly ExtractedFact[],
): Promise<readonly FoundFact[]> {
  if (!canTellChatter(embedder)) return facts;
  // An answer says more with its question.
  const open = facts.filter(
    ({ text, role, question, isShort }) =>
      isShort === true || (role === 'user' && question === null && mayBeChatter(text)),
  );
  if (open.length === 0) return facts;
  const vectors = await embedder.embed(open.map(({ text }) => text));
  const byFact = new Map(open.map((fact, index) => [fact, vectors[index]] as const));
  return facts.flatMap((fact): FoundFact[] => {
    const values = byFact.get(fact);
    if (!values) return [fact];
    const isKept = fact.isShort ? isLikelyFact(values) : !isLikelyChatter(fact.text, values);
    return isKept ? [{ ...fact, vector: { embedder: embedder.id, values } }] : [];
  });
}
