import { authorize, requireCaller } from '../auth/authorize.js';
import { transact, type AppContext } from '../context.js';
import { isStorable, type Json } from '../engine/filter-values.js';
import { notFound, ValidationError } from '../errors.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../page.js';
import type { EntityRow, EntityTotals, EntityType, MemoryOwnerRow } from '../stores/entity.js';
import { calendarDay, complaints, metadataComplaint, notStorable } from '../validate.js';
import { timeAndIdKey } from './memory/list-key.js';
import { numberedPage } from './memory/numbered-page.js';

const entityTypes: readonly EntityType[] = ['user', 'agent', 'app', 'run'];

/** Users, agents, apps and runs of a project, newest first, each with the number of its memories. */
export async function listEntities(
  ctx: AppContext,
  input: PageArgs & { projectId: string; type?: EntityType | null | undefined },
): Promise<Page<EntityRow>> {
  const scope = await authorize(ctx, 'memory:read', input.projectId);
  const window = timeAndIdKey(pageWindow(input), 'digits');
  const rows = await ctx.stores.entities.list(scope, entityQuery(ctx, input.type), window);
  return toPage(window, rows, {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: async () => countOf(await ctx.stores.entities.totals(scope), input.type ?? null),
  });
}

/** As `listEntities`, by page number (from 1) and size (1 to 200). A page beyond the end is empty. */
export async function listEntitiesByPage(
  ctx: AppContext,
  input: { projectId: string; type?: EntityType | null | undefined; page: number; pageSize: number },
): Promise<{ rows: readonly EntityRow[]; total: number; totals: EntityTotals }> {
  const scope = await authorize(ctx, 'memory:read', input.projectId);
  const page = numberedPage(input);
  const query = entityQuery(ctx, input.type);
  const [rows, totals] = await Promise.all([
    ctx.stores.entities.page(scope, query, page),
    ctx.stores.entities.totals(scope),
  ]);
  return { rows, total: countOf(totals, query.type), totals };
}

/** Every id that memories of the project carry, by type and name, with what the memories tell of it. Not paged. */
export async function listMemoryOwners(
  ctx: AppContext,
  input: { projectId: string },
): Promise<readonly MemoryOwnerRow[]> {
  const scope = await authorize(ctx, 'memory:read', input.projectId);
  return ctx.stores.entities.owners(scope);
}

/** One entity by its type and name. @throws NotFoundError; ValidationError for an unknown type */
export async function getEntity(
  ctx: AppContext,
  input: { projectId: string; type: string; name: string },
): Promise<EntityRow> {
  const scope = await authorize(ctx, 'memory:read', input.projectId);
  const type = knownType(input.type);
  const found = isStorable(input.name)
    ? await ctx.stores.entities.get(scope, { ...entityQuery(ctx, type), type, name: input.name })
    : null;
  if (!found) throw notFound('Entity');
  return found;
}

/** An entity to be recorded. */
export interface NewEntity {
  readonly projectId: string;
  readonly type: string;
  /** Its id as memories carry it: 1 to 255 characters, not blank, not `*`. */
  readonly name: unknown;
  /** A JSON object; null or absent leaves what is there. */
  readonly metadata?: unknown;
}

/** Records an entity before anything is remembered for it. One that exists is kept, with the metadata that is given. @throws ForbiddenError, ValidationError */
export async function createEntity(ctx: AppContext, input: NewEntity): Promise<EntityRow> {
  requireCaller(ctx);
  const type = knownType(input.type);
  const found = complaints();
  const name = typeof input.name === 'string' ? input.name : '';
  if (name.trim() === '') found.add(`${type}Id`, 'It must not be blank.');
  else if (name === '*') found.add(`${type}Id`, '"*" stands for any id in filters and cannot be one.');
  else if (name.length > 255) found.add(`${type}Id`, 'It may have 255 characters at most.');
  else if (!isStorable(name)) found.add(`${type}Id`, notStorable);
  const problem = input.metadata == null ? null : metadataComplaint(input.metadata);
  if (problem) found.add('metadata', problem);
  found.settle();
  const scope = await authorize(ctx, 'memory:write', input.projectId);
  return transact(ctx, async ({ stores }) => {
    await stores.entities.record(scope, { type, name, metadata: (input.metadata ?? null) as Json | null }, ctx.now());
    const row = await stores.entities.get(scope, { ...entityQuery(ctx, type), type, name });
    if (!row) throw notFound('Entity');
    return row;
  });
}

function knownType(type: string): EntityType {
  const known = entityTypes.find((name) => name === type);
  if (!known) throw new ValidationError({ entityType: ['Invalid entity type'] });
  return known;
}

/** The number of entities of each type in a project. */
export async function entityTotals(ctx: AppContext, input: { projectId: string }): Promise<EntityTotals> {
  return ctx.stores.entities.totals(await authorize(ctx, 'memory:read', input.projectId));
}

function entityQuery(ctx: AppContext, type: EntityType | null | undefined) {
  if (type != null && !entityTypes.includes(type)) throw new ValidationError({ type: ['Invalid entity type'] });
  return { type: type ?? null, expiredBefore: calendarDay(ctx.now()) };
}

function countOf(totals: EntityTotals, type: EntityType | null): number {
  return type ? totals[type] : Object.values(totals).reduce((sum, count) => sum + count, 0);
}
