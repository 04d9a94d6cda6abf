import { z } from 'zod';
import type { AppContext } from '../../src/context.js';
import { NotFoundError, nullFor, ValidationError } from '../../src/errors.js';
import { requireLevel } from '../../src/resolvers/user/require-user.js';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { findMemory } from '../../src/resolvers/memory/find-memory.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { listMemoriesByPage } from '../../src/resolvers/memory/list-memories-by-page.js';
import { listMemoryHistory } from '../../src/resolvers/memory/memory-history.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import type { MemoryRow } from '../../src/stores/memory/memory-row.js';
import { readRows } from '../shared/read-every-row.js';
import { flag, jsonObject, ownerQuery, wholeNumber, messageSchema } from './fields.js';
import { readOwners } from './owners.js';
import { getContext, type SelfHostedRoutes, getCurrentProjectId, type RestScope } from './plugin.js';
import { toCells, toSelfHostedHistory, toSelfHostedMemory, toSelfHostedListedMemory } from './present.js';
import { describeRoute } from './responses.js';
import { HistoryEntry, Memory, MemoryList, UpdatedMemory } from './schemas.js';
import { findUnknownFields } from './unknown-fields.js';

const ListQuery = z.object({
  ...ownerQuery,
  top_k: wholeNumber(0, 1000),
  show_expired: flag(),
  page: wholeNumber(1, 1_000_000),
  page_size: wholeNumber(1, 200),
});
type ListQuery = z.infer<typeof ListQuery>;

/** Unknown fields are read to be named in `ignored_options`. */
const Changes = z.looseObject({
  text: z.string().nullish(),
  metadata: jsonObject.nullish(),
  expiration_date: z.string().nullish(),
});
const params = z.object({ memory_id: z.string() });

export const selfHostedMemoryRoutes: SelfHostedRoutes = (scope) => {
  const list = describeRoute('listMemories', { 200: MemoryList }, { querystring: ListQuery });
  scope.get('/memories', list, async (request) => listPage(getContext(request), request.query));
  singleRoutes(scope);
};

function singleRoutes(scope: RestScope): void {
  const read = describeRoute('getMemory', { 200: Memory.extend({ score: z.null() }) }, { params });
  scope.get('/memories/:memory_id', read, async (request) => {
    return { ...toSelfHostedMemory(await find(getContext(request), request.params.memory_id)), score: null };
  });

  const update = describeRoute('updateMemory', { 200: UpdatedMemory }, { params, body: Changes });
  scope.put('/memories/:memory_id', update, async (request) => {
    const ctx = getContext(request);
    const { text, metadata, expiration_date: expirationDate } = request.body;
    if (text == null && metadata == null && expirationDate === undefined)
      throw new ValidationError({}, 'Nothing to update: give text, metadata or expiration_date.');
    const { projectId, id } = await find(ctx, request.params.memory_id);
    // These routes merge metadata; existing keys stay.
    const added = metadata == null ? undefined : withoutOwners(metadata);
    await updateMemory(ctx, { projectId, id, text: text ?? undefined, addedMetadata: added, expirationDate });
    const unknown = findUnknownFields(request.body, Changes);
    return { message: 'Memory updated successfully!', ...(unknown.length > 0 && { ignored_options: unknown }) };
  });

  const remove = describeRoute('deleteMemory', { 200: messageSchema }, { params });
  scope.delete('/memories/:memory_id', remove, async (request) => {
    const ctx = getContext(request);
    const { projectId, id } = await find(ctx, request.params.memory_id);
    await deleteMemory(ctx, { projectId, id });
    return { message: 'Memory deleted successfully' };
  });

  const history = describeRoute('memoryHistory', { 200: z.array(HistoryEntry) }, { params });
  scope.get('/memories/:memory_id/history', history, async (request) => {
    const ctx = getContext(request);
    const { memory_id: id } = request.params;
    const memory = await find(ctx, id).catch(nullFor(NotFoundError));
    return toSelfHostedHistory(await listChanges(ctx, { id, memory }), memory);
  });
}

async function listPage(ctx: AppContext, query: ListQuery) {
  const owners = readOwners(query);
  const isScoped = Object.keys(owners).length > 0;
  // Deleting everything requires an admin, in any notation.
  if (Object.values(owners).every((id) => id === '*')) requireLevel(ctx, 'admin');
  const projectId = await getCurrentProjectId(ctx);
  const wanted = {
    projectId,
    filter: isScoped ? readFilter(owners) : null,
    includeExpired: isScoped ? query.show_expired : true,
  };
  const toItem = isScoped ? toSelfHostedMemory : toSelfHostedListedMemory;
  const isDashboard = ctx.caller.mode === 'bearer';
  const present = (row: MemoryRow) => (isDashboard ? { ...toItem(row), ...toCells(row) } : toItem(row));
  if (query.page === undefined && query.page_size === undefined) {
    const limit = query.top_k ?? (isScoped ? 20 : 1000);
    const { rows } = await readRows((page) => listMemories(ctx, { ...wanted, ...page }), { limit });
    return { results: rows.map(present) };
  }
  const paging = { page: query.page ?? 1, pageSize: query.page_size ?? 100 };
  const { rows, total } = await listMemoriesByPage(ctx, { ...wanted, ...paging });
  return { results: rows.map(present), total, page: paging.page, page_size: paging.pageSize };
}

// A malformed id cannot exist: 404 as well.
async function find(ctx: AppContext, id: string): Promise<MemoryRow> {
  return findMemory(ctx, { id }).catch((error: unknown) => {
    throw error instanceof ValidationError ? new NotFoundError('Memory not found') : error;
  });
}

async function listChanges(ctx: AppContext, { id, memory }: { id: string; memory: MemoryRow | null }) {
  try {
    // A deleted memory still has its history, in the project of the credential.
    return await listMemoryHistory(ctx, { projectId: memory?.projectId ?? (await getCurrentProjectId(ctx)), id });
  } catch (error) {
    if (error instanceof ValidationError) throw new NotFoundError('Memory not found');
    // An unknown id has an empty history.
    if (error instanceof NotFoundError && error.message.startsWith('Memory')) return [];
    throw error;
  }
}

function withoutOwners(metadata: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).filter(([name]) => !['user_id', 'agent_id', 'run_id', 'actor_id'].includes(name)),
  );
}
