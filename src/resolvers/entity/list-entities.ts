import { enterProject } from '../../auth/enter-project.js';
import { onReplica, type AppContext } from '../../context.js';
import { isStorable } from '@memory-gateway/memory-engine';
import { ValidationError } from '../../errors.js';
import { pageWindow, toPage, type Page, type PageArgs, type PageWindow } from '../../page.js';
import type { EntityOrder } from '../../stores/entity/entity-list.js';
import type { EntityRow, EntityTotals, EntityType, MemoryOwnerRow } from '../../stores/entity/entity-store.js';
import { findTextError, textLimits, toCalendarDay } from '../../validate.js';
import { toTimeAndIdWindow } from '../memory/list-key.js';
import { toPageWindow } from '../memory/numbered-page.js';
import { pageWalk, listWalkedPage } from '../memory/page-walk.js';

const entityTypes: readonly EntityType[] = ['user', 'agent', 'app', 'run'];

export interface ListEntitiesInput extends PageArgs {
  readonly projectId: string;
  readonly type?: EntityType | null | undefined;
  /** Part of the name, case-insensitive, at most 255 characters. Default: all names. */
  readonly search?: string | null | undefined;
  /** Default: by creation time, newest first. */
  readonly order?: EntityOrder | null | undefined;
}

const newestFirst: EntityOrder = { field: 'createdAt', direction: 'desc' };

/** Lists users, agents, apps and runs of a project with their memory counts. @throws ValidationError */
export async function listEntities(given: AppContext, input: ListEntitiesInput): Promise<Page<EntityRow>> {
  const order = input.order ?? newestFirst;
  const window = toEntityWindow(order, pageWindow(input));
  const search = input.search || null;
  const problem = search === null ? null : findTextError(search, textLimits.name);
  if (problem !== null) throw new ValidationError({ search: [problem] });
  const scope = await enterProject(given, 'memory:read', input.projectId);
  const ctx = onReplica(given);
  const query = { ...createEntityQuery(ctx, input.type), search };
  const rows = await ctx.admission.run('read', () => ctx.stores.entityLists.list(scope, query, { order, window }));
  return toPage(window, rows, {
    key: (row) => [toPlace(row[order.field]), row.id],
    total: () => ctx.stores.entityLists.count(scope, query),
  });
}

const toPlace = (value: Date | string | number) => (value instanceof Date ? value.toISOString() : value);

function toEntityWindow({ field }: EntityOrder, window: PageWindow): PageWindow {
  if (field === 'createdAt' || field === 'updatedAt') return toTimeAndIdWindow(window, 'digits');
  const [place, id] = window.key ?? [];
  const isPlace = field === 'name' ? typeof place === 'string' && isStorable(place) : Number.isSafeInteger(place);
  if (window.key === null || (window.key.length === 2 && isPlace && typeof id === 'string' && /^\d{1,18}$/.test(id)))
    return window;
  throw new ValidationError({ [window.backward ? 'before' : 'after']: ['must be a cursor of this list.'] });
}

/**
 * Lists entities by page number (from 1) and page size (1 to 200), consistently across pages: see {@link pageWalk}. A page after the last one is
 * empty.
 */
export async function listEntitiesByPage(
  given: AppContext,
  input: { projectId: string; type?: EntityType | null | undefined; page: number; pageSize: number },
): Promise<{ rows: readonly EntityRow[]; total: number; totals: EntityTotals }> {
  const page = { page: input.page, ...toPageWindow(input) };
  const scope = await enterProject(given, 'memory:read', input.projectId);
  const ctx = onReplica(given);
  const { entities, entityLists } = ctx.stores;
  const query = createEntityQuery(ctx, input.type);
  const walk = pageWalk(ctx, ['entities', scope.projectId, query.type, page.limit]);
  const [{ rows }, totals] = await ctx.admission.run('read', () =>
    Promise.all([
      listWalkedPage(walk, page, {
        after: (window) => entityLists.list(scope, { ...query, search: null }, { order: newestFirst, window }),
        at: (place) => entities.page(scope, query, place),
      }),
      entities.totals(scope),
    ]),
  );
  return { rows, total: countOf(totals, query.type), totals };
}

/** Lists every entity id in the project's memories, with counts and times. Not paginated. */
export async function listMemoryOwners(
  given: AppContext,
  input: { projectId: string },
): Promise<readonly MemoryOwnerRow[]> {
  const scope = await enterProject(given, 'memory:read', input.projectId);
  const ctx = onReplica(given);
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
