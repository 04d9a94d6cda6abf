import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { everything, type MemoryFilter, relaxFilter } from '@memory-gateway/memory-engine';
import type { ChangeRow } from '../../stores/change-store.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { watchChanges, type StreamFrame, type StreamInput } from '../shared/watch-changes.js';

/** A frame of {@link watchMemories}. `value` is null if the memory no longer exists. */
export type MemoryChangeFrame = StreamFrame<MemoryRow | null>;

export interface WatchMemoriesInput extends StreamInput {
  readonly projectId: string;
  /** Streams only matching changes. For deleted memories, the filter applies to their history. */
  readonly filter?: MemoryFilter | null;
}

/** Streams changes of memories in a project. @throws ValidationError for a cursor of another stream */
export function watchMemories(
  ctx: AppContext,
  input: WatchMemoriesInput,
): Promise<AsyncIterableIterator<MemoryChangeFrame>> {
  const filter = input.filter ?? everything;
  return watchChanges(ctx, input, {
    enter: (current) => enterProject(current, 'memory:read', input.projectId),
    source: ({ projectId }) => ({ topic: 'memory', projectId }),
    read: async (scope, change) => {
      const memory = change.kind === 'DELETE' ? null : await getSharedMemory(ctx, scope, change);
      const memoryId = change.subjectId;
      return (await isMatch(ctx, scope, { memoryId, memory, filter })) ? memory : undefined;
    },
  });
}

/** Milliseconds for which subscribers share the memory that one of them has read. */
const sharedMs = 500;
const shared = new WeakMap<ChangeRow, { readonly at: number; readonly memory: Promise<MemoryRow | null> }>();

// All subscribers of a project receive the same change object, so its memory is read once.
function getSharedMemory(ctx: AppContext, scope: ProjectScope, change: ChangeRow): Promise<MemoryRow | null> {
  const known = shared.get(change);
  if (known && performance.now() - known.at < sharedMs) return known.memory;
  const memory = ctx.stores.memories.get(scope, change.subjectId);
  shared.set(change, { at: performance.now(), memory });
  return memory;
}

interface Candidate {
  readonly memoryId: string;
  readonly memory: MemoryRow | null;
  readonly filter: MemoryFilter;
}

async function isMatch(ctx: AppContext, scope: ProjectScope, { memoryId, memory, filter }: Candidate) {
  if (filter === everything || (filter.kind === 'and' && filter.filters.length === 0)) return true;
  const matches = memory
    ? await ctx.stores.memories.count(scope, {
        filter: { kind: 'and', filters: [{ kind: 'ids', values: [memoryId] }, filter] },
        expiredBefore: null,
      })
    : await ctx.stores.deletions.countInHistory(scope, { memoryId, ...ofDeleted(filter) });
  return matches > 0;
}

// Unknown values of a deleted memory count as matching: an extra deletion is harmless, a missing one is not.
function ofDeleted(filter: MemoryFilter) {
  return {
    ofContent: relaxFilter(filter, ({ kind }) => kind !== 'time' && kind !== 'expiration'),
    ofOwner: relaxFilter(filter, ({ kind }) => kind === 'entity' || kind === 'ids'),
  };
}
