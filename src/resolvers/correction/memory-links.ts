import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import type { LinkQuery, LinkStatus, MemoryLinkRow } from '../../stores/correction/memory-link.js';
import { groupBy } from '../shared/group-by.js';
import { readByProject, type MemoryKey } from '../shared/read-by-project.js';
import { toTimeAndIdWindow } from '../memory/list-key.js';
import { isStorable } from '@memory-gateway/memory-engine';
import { collectFieldErrors, notStorable } from '../../validate.js';

/** Maximum number of links shown with one memory. The project's list returns all of them. */
const shownOfMemory = 20;

export interface ListMemoryLinksInput extends PageArgs {
  readonly projectId: string;
  readonly status?: LinkStatus | null | undefined;
  /** 0 to 1. With `SUGGESTED`, a low maximum lists the links that need a review. */
  readonly minProbability?: number | null | undefined;
  readonly maxProbability?: number | null | undefined;
  /** Returns only links of this memory, on either side. */
  readonly memoryId?: string | null | undefined;
  /** Returns only links between memories of this user. */
  readonly userId?: string | null | undefined;
}

/** Lists the links of a project, newest first. @throws ValidationError, and everything that `authorize` throws */
export async function listMemoryLinks(ctx: AppContext, input: ListMemoryLinksInput): Promise<Page<MemoryLinkRow>> {
  const check = collectFieldErrors();
  if (input.memoryId != null && !isUuid(input.memoryId)) check.add('memoryId', 'must be a UUID.');
  if (input.userId != null && !isStorable(input.userId)) check.add('userId', notStorable);
  for (const name of ['minProbability', 'maxProbability'] as const)
    if (input[name] != null && !(input[name] >= 0 && input[name] <= 1))
      check.add(name, 'must be a number from 0 to 1.');
  check.throwIfAny();
  const window = toTimeAndIdWindow(pageWindow(input));
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const query: LinkQuery = {
    status: input.status ?? null,
    minProbability: input.minProbability ?? null,
    maxProbability: input.maxProbability ?? null,
    memoryId: input.memoryId ?? null,
    userId: input.userId ?? null,
  };
  return toTimedPage(window, await ctx.stores.memoryLinks.list(scope, query, window), () =>
    ctx.stores.memoryLinks.count(scope, query),
  );
}

/** Returns a link of any project by its id. @throws NotFoundError if missing or hidden */
export async function getMemoryLink(ctx: AppContext, { id }: { id: string }): Promise<MemoryLinkRow> {
  requireCaller(ctx);
  const place = isUuid(id) ? await ctx.stores.memoryLinks.projectOf(id) : null;
  const scope = place && (await enterProject(ctx, 'memory:read', place.projectId));
  return orNotFound(scope && (await ctx.stores.memoryLinks.get(scope, id)), 'Memory link');
}

/** Returns the most probable link by which a newer memory makes each visible memory outdated, or null. For loaders. */
export async function outdatingLinks(
  ctx: AppContext,
  input: { memories: readonly MemoryKey[] },
): Promise<readonly (MemoryLinkRow | null)[]> {
  const links = await readByProject(ctx, input.memories, (scope, ids) => ctx.stores.memoryLinks.outdating(scope, ids));
  const byMemory = new Map(links.map((link) => [link.olderId, link]));
  return input.memories.map(({ id }) => byMemory.get(id) ?? null);
}

/** Returns up to 20 links of each visible memory, most probable first, without rejected ones. For loaders. */
export async function linksOfMemories(
  ctx: AppContext,
  input: { memories: readonly MemoryKey[] },
): Promise<readonly (readonly MemoryLinkRow[])[]> {
  const links = await readByProject(ctx, input.memories, (scope, ids) =>
    ctx.stores.memoryLinks.ofMemories(scope, ids, shownOfMemory),
  );
  const byMemory = groupBy(links, (link) => link.memoryId);
  return input.memories.map(({ id }) => byMemory.get(id) ?? []);
}
