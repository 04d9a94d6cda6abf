import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { getDecayFactor, touchesMax, scaleRank, type ExplainedResult } from '@memory-gateway/memory-engine';
import { getTimeOfId } from '../../ids.js';
import { readByProject, type MemoryKey } from '../shared/read-by-project.js';
import type { Database } from '@memory-gateway/database';

/** Returns the number of candidates for decay: three per requested result, at least 50. */
export function getDecayPoolSize(topK: number): number {
  return Math.max(50, 3 * topK);
}

/** Ranks search results again with decay, and cuts them to the requested number. */
export async function applyDecay<Found extends ExplainedResult & { readonly memory: { readonly id: string } }>(
  ctx: AppContext,
  scope: ProjectScope,
  { found, topK }: { found: readonly Found[]; topK: number },
): Promise<Found[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ memory }) => memory.id);
  const factors = await findDecayFactors(ctx, scope, ids);
  return found
    .map((result) => scaleRank(result, factors.get(result.memory.id) ?? 1, 'decay'))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, topK);
}

/** Returns the decay factor of each memory now. Null in projects without decay. For loaders. */
export async function listDecayFactors(
  ctx: AppContext,
  input: { memories: readonly MemoryKey[] },
): Promise<readonly (number | null)[]> {
  const found = await readByProject(ctx, input.memories, async (scope, ids) => {
    const hasDecay = (await ctx.access.project(scope.projectId))?.project.decay;
    return hasDecay ? [...(await findDecayFactors(ctx, scope, ids))] : [];
  });
  const factors = new Map(found);
  return input.memories.map(({ id }) => factors.get(id) ?? null);
}

async function findDecayFactors(
  ctx: AppContext,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const now = ctx.now();
  const rows = await ctx.stores.memoryAccess.read(scope, ids, touchesMax);
  return new Map(
    rows.map(({ memoryId, lastAt, touches, createdAt, datedAt }) => {
      // A UUIDv7 id contains its creation time, which counts as a touch. Imported ids may not.
      const stored = getTimeOfId(memoryId);
      // A backdated memory was not used when it was stored.
      const added = stored && (createdAt < stored ? createdAt : stored);
      const latest = lastAt && added ? new Date(Math.max(lastAt.getTime(), added.getTime())) : (lastAt ?? added);
      return [memoryId, getDecayFactor({ lastAt: latest, touches: touches + (added ? 1 : 0), legacyAt: datedAt }, now)];
    }),
  );
}

// Pending writes by database. Only shutdown waits for them.
const pending = new WeakMap<Database['pool'], Set<Promise<void>>>();

/** Records in the background that memories were found, without delaying the response. */
export function noteAccess(ctx: AppContext, scope: ProjectScope, memoryIds: readonly string[]): void {
  if (memoryIds.length === 0) return;
  const writes = pending.get(ctx.database.pool) ?? new Set();
  pending.set(ctx.database.pool, writes);
  const write = ctx.stores.memoryAccess
    .touch(scope, memoryIds, { at: ctx.now(), keep: touchesMax })
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'Noting that memories were found failed.'))
    .finally(() => writes.delete(write));
  writes.add(write);
}

/** Waits until all pending records are written. */
export async function waitForAccesses(database: Database): Promise<void> {
  await Promise.all([...(pending.get(database.pool) ?? [])]);
}
