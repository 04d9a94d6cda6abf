import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { summarize, type MemoryModel } from '@memory-gateway/memory-engine';
import { memoryModel } from '@memory-gateway/extraction';
import { createMemoryQuery } from '../memory/list-memories.js';
import { readFilter } from '../memory/read-filter.js';

export interface MemorySummary {
  /** Null if no memory matches. */
  readonly text: string | null;
  /** Number of matching memories. */
  readonly memories: number;
  /** Number of memories used for the text, the newest ones. */
  readonly used: number;
}

/** Maximum number of memories in a summary, newest first. */
const memoriesMax = 200;

/** Summarizes current memories that match a filter, or lists them by category without a model. @throws UpstreamFailedError */
export async function summarizeMemories(
  ctx: AppContext,
  input: { projectId: string; filters?: unknown },
  model: MemoryModel | undefined = memoryModel(ctx.llm()),
): Promise<MemorySummary> {
  const query = createMemoryQuery(ctx, { filter: readFilter(input.filters), latestOnly: true });
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const page = { limit: memoriesMax, from: { offset: 0 } };
  const { rows: memories, total } = await ctx.stores.memories.page(scope, query, page);
  if (memories.length === 0) return { text: null, memories: 0, used: 0 };
  const text = model ? await model.summarize(memories.map((memory) => memory.text)) : summarize(memories);
  return { text, memories: total, used: memories.length };
}
