import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { everything, type MemoryFilter } from '../../engine/filter.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { MemoryOrder, MemoryQuery } from '../../stores/memory/memory-store.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import type { HiddenState } from '../../stores/memory/memory-scope.js';
import { toCalendarDay } from '../../validate.js';
import { toTimeAndIdWindow } from './list-key.js';
import { checkReadTimes } from './read-times.js';

export interface ListMemoriesInput extends PageArgs {
  readonly projectId: string;
  /** Made by `readFilter`. Default: all memories of the project. */
  readonly filter?: MemoryFilter | null | undefined;
  /** Default: newest first by the time of creation. */
  readonly order?: MemoryOrder | null | undefined;
  /** Default false: expired memories are left out. */
  readonly showExpired?: boolean | null | undefined;
  /** Default false: superseded memories are listed too. */
  readonly latestOnly?: boolean | null | undefined;
  /** Default false: merged memories are left out. */
  readonly includeMerged?: boolean | null | undefined;
  /** Memories as the server knew them at this time; default: now. */
  readonly asOf?: Date | null | undefined;
  /** Memories that were true at this time; default: all. */
  readonly validAt?: Date | null | undefined;
}

/** One page of a project's memories by cursor. @throws ValidationError for paging arguments, and what `authorize` throws */
export async function listMemories(ctx: AppContext, input: ListMemoriesInput): Promise<Page<MemoryRow>> {
  checkReadTimes(input);
  const window = toTimeAndIdWindow(pageWindow(input));
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const order = input.order ?? { field: 'createdAt', direction: 'desc' };
  const query = createMemoryQuery(ctx, input);
  const rows = await ctx.admission.run('read', () => ctx.stores.memories.list(scope, query, { order, window }));
  return toPage(window, rows, {
    key: (row) => [row[order.field].toISOString(), row.id],
    total: () => ctx.stores.memories.count(scope, query),
  });
}

/** The part of a list that decides which memories are in it. */
export function createMemoryQuery(
  ctx: AppContext,
  input: Pick<ListMemoriesInput, 'filter' | 'showExpired' | 'latestOnly' | 'includeMerged' | 'asOf' | 'validAt'>,
): MemoryQuery {
  const { asOf, validAt } = input;
  return {
    filter: input.filter ?? everything,
    expiredBefore: input.showExpired ? null : toCalendarDay(validAt ?? asOf ?? ctx.now()),
    // At the time that is asked about, what was replaced later was still true.
    hiddenStates: validAt == null ? hiddenStates(input) : [],
    asOf,
    validAt,
  };
}

function hiddenStates({
  latestOnly,
  includeMerged,
}: Pick<ListMemoriesInput, 'latestOnly' | 'includeMerged'>): HiddenState[] {
  return [...(latestOnly ? (['superseded'] as const) : []), ...(includeMerged ? [] : (['merged'] as const))];
}
