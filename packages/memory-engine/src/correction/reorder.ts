/** A link between two memories: the newer one makes the older one outdated. */
export interface OutdatedLink {
  readonly newerId: string;
  readonly olderId: string;
  readonly isConfirmed: boolean;
}

interface Scored {
  readonly id: string;
  readonly score: number;
}

/** Links affect only pairs among this many top results. */
export const LINKED_RESULTS = 10;
/** A suggested link does not raise a memory with less than this share of the other score: it is probably irrelevant. */
const minimumShare = 0.2;
const step = 0.0001;

/** Raises the newer memory (`isPast`: the older) of linked top results above the other. @returns score increases */
export function raiseByLinks(
  results: readonly Scored[],
  links: readonly OutdatedLink[],
  { isPast }: { isPast: boolean },
): Map<string, number> {
  const given = new Map(results.slice(0, LINKED_RESULTS).map(({ id, score }) => [id, score]));
  const scores = new Map(given);
  // Chains of links settle within as many rounds as there are links.
  for (let round = 0; round < Math.min(links.length, LINKED_RESULTS); round += 1) {
    const isChanged = links.some((link) => {
      const [raised, passed] = isPast ? [link.olderId, link.newerId] : [link.newerId, link.olderId];
      const [own, other] = [scores.get(raised), scores.get(passed)];
      if (own === undefined || other === undefined || own > other) return false;
      if (!link.isConfirmed && (given.get(raised) ?? 0) < minimumShare * other) return false;
      scores.set(raised, Math.min(1, other + step));
      return own < scores.get(raised)!;
    });
    if (!isChanged) break;
  }
  return new Map(
    [...scores].flatMap(([id, score]) => (score > (given.get(id) ?? 0) ? [[id, score - (given.get(id) ?? 0)]] : [])),
  );
}
