import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { summarize } from '../../engine/profile-groups.js';
import type { MemoryModel } from '../../engine/profile-model.js';
import { memoryModel } from '../profile/memory-model.js';
import { createMemoryQuery } from '../memory/list-memories.js';
import { readFilter } from '../memory/read-filter.js';

export interface MemorySummary {
  /** Null: there is nothing to sum up. */
  readonly text: string | null;
  /** How many memories fit the filter. */
  readonly memories: number;
  /** How many of them, the newest, the text was made of. */
  readonly used: number;
}

/** How many memories, the newest, a summary is made of. */
const memoriesMax = 200;

/**
 * Sums up the memories that fit a filter (in the filter language; absent: all of the project).
 * @param model says it in its own words: the configured one. Without one the memories are told by category as they stand
 * @throws ValidationError under `filters`; UpstreamFailedError when the model fails; what `authorize` throws
 */
export async function summarizeMemories(
  ctx: AppContext,
  input: { projectId: string; filters?: unknown },
  model: MemoryModel | undefined = memoryModel(ctx.llm()),
): Promise<MemorySummary> {
  const query = createMemoryQuery(ctx, { filter: readFilter(input.filters) });
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const newest = {
    order: { field: 'createdAt', direction: 'desc' },
    window: { limit: memoriesMax - 1, backward: false, key: null },
  } as const;
  const [memories, total] = await Promise.all([
    ctx.stores.memories.list(scope, query, newest),
    ctx.stores.memories.count(scope, query),
  ]);
  if (memories.length === 0) return { text: null, memories: 0, used: 0 };
  const text = model ? await model.summarize(memories.map((memory) => memory.text)) : summarize(memories);
  return { text, memories: total, used: memories.length };
}
