import { enterProject } from '../../auth/enter-project.js';
import { onReplica, type AppContext } from '../../context.js';
import { everything, type MemoryFilter } from '@memory-gateway/memory-engine';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { MemoryOrder } from '../../stores/memory/memory-list.js';
import type { MemoryQuery } from '../../stores/memory/memory-store.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import type { HiddenState } from '../../stores/memory/memory-scope.js';
import { noted } from '../../stores/request-log/request-log-entry.js';
import { toCalendarDay } from '../../validate.js';
import { toTimeAndIdWindow } from './list-key.js';
import { checkReadTimes } from './read-times.js';

/** Selects memories of a project for a list or a search. */
export interface MemorySelection {
  readonly projectId: string;
  /** Filter of `readFilter`. Default: all memories of the project. */
  readonly filter?: MemoryFilter | null | undefined;
  /** Includes expired memories. Default false. */
  readonly includeExpired?: boolean | null | undefined;
  /** Excludes superseded memories, and those that a link calls outdated with a probability of .7 or more. Default false. */
  readonly latestOnly?: boolean | null | undefined;
  /** Includes merged memories. Default false. */
  readonly includeMerged?: boolean | null | undefined;
  /** Returns memories as the server knew them at this time. Default: now. */
  readonly asOf?: Date | null | undefined;
  /** Returns memories that were true at this time. Default: all. */
  readonly validAt?: Date | null | undefined;
}

export interface ListMemoriesInput extends MemorySelection, PageArgs {
  /** Default: by creation time, newest first. */
  readonly order?: MemoryOrder | null | undefined;
}

/** Lists a project's memories by cursor. @throws ValidationError on paging arguments */
export async function listMemories(given: AppContext, input: ListMemoriesInput): Promise<Page<MemoryRow>> {
  checkReadTimes(input);
  const window = toTimeAndIdWindow(pageWindow(input));
  const ctx = onReplica(given);
  const order = input.order ?? { field: 'createdAt', direction: 'desc' };
  const query = createMemoryQuery(ctx, input);
  const [scope, rows] = await ctx.admission.run('read', async () => {
    const entered = await enterProject(given, 'memory:read', input.projectId);
    return [entered, await ctx.stores.memories.list(entered, query, { order, window })] as const;
  });
  noteMemories(ctx, rows);
  return toPage(window, rows, {
    key: (row) => [(row[order.field] ?? row.createdAt).toISOString(), row.id],
    total: () => ctx.stores.memories.count(scope, query),
  });
}

/** Logs the memories that a request returns. */
export function noteMemories(ctx: AppContext, rows: readonly MemoryRow[]): void {
  ctx.noteObjects(
    'memory',
    rows.slice(0, noted.memories).map(({ id }) => id),
  );
}

/** Creates the query that selects the memories of a list. */
export function createMemoryQuery(ctx: AppContext, input: Omit<MemorySelection, 'projectId'>): MemoryQuery {
  const { asOf, validAt } = input;
  return {
    filter: input.filter ?? everything,
    expiredBefore: input.includeExpired ? null : toCalendarDay(validAt ?? asOf ?? ctx.now()),
    // A memory that was replaced later was still true at the requested time.
    hiddenStates: validAt == null ? hiddenStates(input) : [],
    asOf,
    validAt,
  };
}

function hiddenStates({
  latestOnly,
  includeMerged,
}: Pick<ListMemoriesInput, 'latestOnly' | 'includeMerged'>): HiddenState[] {
  return [
    ...(latestOnly ? (['superseded', 'outdated'] as const) : []),
    ...(includeMerged ? [] : (['merged'] as const)),
  ];
}
