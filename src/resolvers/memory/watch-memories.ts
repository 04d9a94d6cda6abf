import { enterProject } from '../../auth/enter-project.js';
import type { Caller } from '../../auth/caller.js';
import type { ProjectScope } from '../../auth/scope.js';
import { createContext, type AppContext } from '../../context.js';
import { everything, type MemoryFilter } from '../../engine/filter.js';
import { relaxFilter } from '../../engine/relax-filter.js';
import { createFrameQueue, mapFrames } from '../../events/frame-queue.js';
import { guarded } from '../../events/guarded.js';
import type { BusMessages } from '../../events/types.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';

/** What a reader of changes receives. */
export type MemoryChangeFrame =
  /** `memory` is null when it is gone by now. */
  | {
      readonly kind: 'changed';
      readonly change: 'ADD' | 'UPDATE' | 'DELETE';
      readonly memoryId: string;
      readonly memory: MemoryRow | null;
    }
  /** The reader was too slow: this many changes were left out here. */
  | { readonly kind: 'dropped'; readonly count: number };

/** Input of {@link watchMemories}. */
export interface WatchMemoriesInput {
  readonly projectId: string;
  /** Only changes of memories for which this holds; of a deleted one, what its history says counts. */
  readonly filter?: MemoryFilter | null;
  readonly recheck?: () => Promise<Caller>;
  /** Changes kept for a slow reader. Default 1,000. */
  readonly maxBuffered?: number;
}

type Change = Pick<BusMessages['memoryChanged'], 'change'> & { readonly id: string };

/**
 * Changes of memories in a project from now on, in the order in which they were committed here. Rights are looked at again while the
 * stream is open.
 * @throws what `authorize` throws
 */
export async function watchMemories(
  ctx: AppContext,
  input: WatchMemoriesInput,
): Promise<AsyncIterableIterator<MemoryChangeFrame>> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const filter = input.filter ?? everything;
  const unsubscribe = ctx.bus.subscribe('memoryChanged', ({ projectId, memoryIds, change }) => {
    if (projectId === scope.projectId) for (const id of memoryIds) queue.push({ id, change });
  });
  const queue = createFrameQueue<Change>({ max: input.maxBuffered ?? 1_000, onEnd: unsubscribe });
  const frames = mapFrames(queue.frames, async (frame) => {
    if (frame.kind === 'dropped') return { values: [frame] };
    const found = await read(ctx, scope, { change: frame.item, filter });
    return { values: found ? [found] : [] };
  });
  const check = async () => {
    const caller = (await input.recheck?.()) ?? ctx.caller;
    await enterProject(createContext(ctx, { caller, requestId: ctx.requestId }), 'memory:read', scope.projectId);
  };
  const reader = { userId: ctx.caller.user?.id ?? null, keyId: ctx.caller.key?.id ?? null };
  return guarded(frames, { check, everyMs: ctx.config.auth.recheckMs, bus: ctx.bus, reader });
}

interface Read {
  readonly change: Change;
  readonly filter: MemoryFilter;
}

async function read(
  ctx: AppContext,
  scope: ProjectScope,
  { change: { id, change }, filter }: Read,
): Promise<MemoryChangeFrame | null> {
  const isFiltered = filter !== everything && !(filter.kind === 'and' && filter.filters.length === 0);
  const memory = change === 'DELETE' ? null : await ctx.stores.memories.get(scope, id);
  const frame = { kind: 'changed', change, memoryId: id, memory } as const;
  if (!isFiltered) return frame;
  const fits = memory
    ? await ctx.stores.memories.count(scope, {
        filter: { kind: 'and', filters: [{ kind: 'ids', values: [id] }, filter] },
        expiredBefore: null,
      })
    : await ctx.stores.deletions.countInHistory(scope, { memoryId: id, ...ofDeleted(filter) });
  return fits > 0 ? frame : null;
}

// What is not known of a deleted memory counts as matching: for subscribers, one deletion too many is better than one too few.
function ofDeleted(filter: MemoryFilter) {
  return {
    ofContent: relaxFilter(filter, ({ kind }) => kind !== 'time' && kind !== 'expiration'),
    ofOwner: relaxFilter(filter, ({ kind }) => kind === 'entity' || kind === 'ids'),
  };
}
