import { authorize } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import type { MemoryFilter } from '../../engine/filter.js';
import type { MemoryRow } from '../../stores/memory-row.js';
import { memoryQuery } from './list-memories.js';
import { numberedPage } from './numbered-page.js';

/** What to list. */
export interface ListMemoriesByPageInput {
  readonly projectId: string;
  /** Made by `readFilter`. Default: all memories of the project. */
  readonly filter?: MemoryFilter | null | undefined;
  /** From 1. */
  readonly page: number;
  /** 1 to 200. */
  readonly pageSize: number;
  /** Default false: expired memories are left out. */
  readonly showExpired?: boolean | null | undefined;
}

/** One page of a project's memories by number, newest first. A page beyond the end is empty. @throws ValidationError, and what `authorize` throws */
export async function listMemoriesByPage(
  ctx: AppContext,
  input: ListMemoriesByPageInput,
): Promise<{ rows: readonly MemoryRow[]; total: number }> {
  const scope = await authorize(ctx, 'memory:read', input.projectId);
  const page = numberedPage(input);
  const query = memoryQuery(ctx, input);
  const [rows, total] = await Promise.all([ctx.stores.memories.page(scope, query, page), ctx.stores.memories.count(scope, query)]);
  return { rows, total };
}
