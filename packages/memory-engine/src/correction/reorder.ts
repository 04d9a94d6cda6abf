/** A link between two memories: the newer one makes the older one outdated. */
export interface OutdatedLink {
  readonly newerId: string;
  readonly olderId: string;
}

interface Ranked {
  readonly id: string;
  readonly rank: number;
}

/** Links raise the other memory of this many top results. */
export const LINKED_RESULTS = 10;
const STEP = 0.0001;

/**
 * Raises the newer memory (`isPast`: the older) of linked results above the other. A memory without a rank is one that the search did not
 * find.
 * @returns the rank of each raised memory, and the result that it was raised above
 */
export function raiseByLinks(
  results: readonly Ranked[],
  links: readonly OutdatedLink[],
  { isPast }: { isPast: boolean },
): Map<string, { readonly rank: number; readonly above: string }> {
  const ranks = new Map(results.map(({ id, rank }) => [id, rank]));
  const acting = new Set(results.slice(0, LINKED_RESULTS).map(({ id }) => id));
  const raised = new Map<string, { rank: number; above: string }>();
  // Chains of links settle within as many rounds as there are links.
  for (let round = 0; round < Math.min(links.length, LINKED_RESULTS); round += 1) {
    let isChanged = false;
    for (const link of links) {
      const [id, above] = isPast ? [link.olderId, link.newerId] : [link.newerId, link.olderId];
      const [own, other] = [ranks.get(id) ?? -Infinity, ranks.get(above)];
      if (other === undefined || own > other || !acting.has(above)) continue;
      ranks.set(id, other + STEP);
      raised.set(id, { rank: other + STEP, above });
      acting.add(id);
      isChanged = true;
    }
    if (!isChanged) break;
  }
  return raised;
}
