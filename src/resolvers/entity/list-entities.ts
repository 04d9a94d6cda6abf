import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { ValidationError } from '../../errors.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { EntityRow, EntityTotals, EntityType, MemoryOwnerRow } from '../../stores/entity/entity-store.js';
import { toCalendarDay } from '../../validate.js';
import { toTimeAndIdWindow } from '../memory/list-key.js';
import { toPageWindow } from '../memory/numbered-page.js';

const entityTypes: readonly EntityType[] = ['user', 'agent', 'app', 'run'];

/** Users, agents, apps and runs of a project, newest first, each with the number of its memories. */
export async function listEntities(
  ctx: AppContext,
  input: PageArgs & { projectId: string; type?: EntityType | null | undefined },
): Promise<Page<EntityRow>> {
  const window = toTimeAndIdWindow(pageWindow(input), 'digits');
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const query = createEntityQuery(ctx, input.type);
  const rows = await ctx.admission.run('read', () => ctx.stores.entities.list(scope, query, window));
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
  const page = toPageWindow(input);
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const query = createEntityQuery(ctx, input.type);
  const [rows, totals] = await ctx.admission.run('read', () =>
    Promise.all([ctx.stores.entities.page(scope, query, page), ctx.stores.entities.totals(scope)]),
  );
  return { rows, total: countOf(totals, query.type), totals };
}

/** Every id that memories of the project carry, by type and name, with what the memories tell of it. Not paged. */
export async function listMemoryOwners(
  ctx: AppContext,
  input: { projectId: string },
): Promise<readonly MemoryOwnerRow[]> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  return ctx.stores.entities.owners(scope);
}

export function assertEntityType(type: string): EntityType {
  const known = entityTypes.find((name) => name === type);
  if (!known) throw new ValidationError({ entityType: ['Invalid entity type'] });
  return known;
}

export function createEntityQuery(ctx: AppContext, type: EntityType | null | undefined) {
  if (type != null && !entityTypes.includes(type)) throw new ValidationError({ type: ['Invalid entity type'] });
  return { type: type ?? null, expiredBefore: toCalendarDay(ctx.now()) };
}

function countOf(totals: EntityTotals, type: EntityType | null): number {
  return type ? totals[type] : Object.values(totals).reduce((sum, count) => sum + count, 0);
}
