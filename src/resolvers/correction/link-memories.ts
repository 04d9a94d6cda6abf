import type { ProjectScope } from '../../auth/scope.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import {
  chooseLinks,
  FURTHER_LINK_THRESHOLD,
  LINK_CANDIDATES,
  LINK_COSINE_MIN,
  LINKS_MAX,
  outdatedProbability,
  runInSlices,
  type Steps,
  unnamedProbability,
} from '@memory-gateway/memory-engine';
import { newId } from '../../ids.js';
import type { NewMemoryLink } from '../../stores/correction/memory-link.js';
import type { DatedPair, OwnedMemory } from '../../stores/correction/nearest-dated.js';

/** Memories whose text was just stored, with their vectors. */
export interface StoredMemories {
  readonly memories: readonly OwnedMemory[];
  /** Whether they were stored by this transaction. Then they have no links yet. */
  readonly areNew: boolean;
  /** Null if there are no vectors to compare. Then nothing is linked. */
  readonly embedder: number | null;
  readonly now: Date;
  /** Whether a language model read both, and would have named a correction. Default: none did. */
  readonly isReadByModel?: (pair: MemoryPair) => boolean;
}

/** Two memories, by their ids. */
export type MemoryPair = Pick<DatedPair, 'newerId' | 'olderId'>;

/**
 * Links new memories to the memories of the same owner that they probably outdate, keeping the best links of each. A
 * memory with an earlier date is linked as the older one.
 */
export async function linkMemories(
  unit: UnitOfWork,
  scope: ProjectScope,
  { memories, areNew, embedder, now, isReadByModel = () => false }: StoredMemories,
): Promise<void> {
  if (embedder === null || memories.length === 0) return;
  const pairs = await unit.stores.vectors.nearestDated(scope, {
    embedder,
    memories,
    limit: LINK_CANDIDATES,
    cosineMin: LINK_COSINE_MIN,
  });
  const links = await runInSlices(
    bestLinks(
      pairs.map((pair) => ({ ...pair, isReadByModel: isReadByModel(pair) })),
      now,
    ),
  );
  if (links.length === 0) return;
  await unit.stores.memoryLinks.save(scope, links);
  const withoutOthers = new Set(areNew ? memories.map(({ id }) => id) : []);
  const earlier = links.map(({ newerId }) => newerId).filter((id) => !withoutOthers.has(id));
  if (earlier.length > 0)
    await unit.stores.memoryLinks.pruneRules(scope, {
      newerIds: earlier,
      most: LINKS_MAX,
      further: FURTHER_LINK_THRESHOLD,
    });
}

type ScoredPair = DatedPair & { readonly probability: number };

function* bestLinks(
  pairs: readonly (DatedPair & { readonly isReadByModel: boolean })[],
  now: Date,
): Steps<NewMemoryLink[]> {
  // By both ids: two new memories are each found from the other.
  const ofNewer = new Map<string, Map<string, ScoredPair>>();
  for (const pair of pairs) {
    if (!isSameSpeaker(pair) || ofNewer.get(pair.newerId)?.has(pair.olderId)) continue;
    yield;
    const found = outdatedProbability({ older: pair.olderText, newer: pair.newerText, cosine: pair.cosine });
    const probability = pair.isReadByModel ? unnamedProbability(found) : found;
    const ofOlder = ofNewer.get(pair.newerId) ?? new Map<string, ScoredPair>();
    ofNewer.set(pair.newerId, ofOlder.set(pair.olderId, { ...pair, probability }));
  }
  return [...ofNewer.values()].flatMap((found) =>
    chooseLinks([...found.values()]).map((pair) => suggestion(pair, now)),
  );
}

function isSameSpeaker({ olderActor, newerActor, olderRole, newerRole }: DatedPair): boolean {
  const isSame = (one: string | null, other: string | null) => one === null || other === null || one === other;
  return isSame(olderActor, newerActor) && isSame(olderRole, newerRole);
}

function suggestion({ newerId, olderId, probability }: ScoredPair, now: Date): NewMemoryLink {
  const found = { id: newId(), newerId, olderId, probability, createdAt: now } as const;
  const open = { reason: null, decidedBy: null, decidedAt: null } as const;
  return { ...found, ...open, relation: 'SUPERSEDES', status: 'SUGGESTED', source: 'RULE' };
}
