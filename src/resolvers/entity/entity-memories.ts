import { enterProject } from '../../auth/enter-project.js';
import { onReplica, type AppContext } from '../../context.js';
import { pageWindow, type Page, type PageArgs } from '../../page.js';
import type { EntityKey } from '../../stores/entity/entity-memories.js';
import type { EntityRow } from '../../stores/entity/entity-store.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { toCalendarDay } from '../../validate.js';
import { entityFilterFields } from '../deletion/delete-entity.js';
import { listMemories } from '../memory/list-memories.js';
import { toFirstPage } from '../memory/project-pages.js';
import { createEntityQuery } from './list-entities.js';

export type { EntityKey } from '../../stores/entity/entity-memories.js';

interface EntitiesOfProject {
  readonly projectId: string;
  readonly entities: readonly EntityKey[];
}

/** Returns the first page of memories of each entity, newest first, in one statement. For loaders. */
export async function listFirstMemoriesOfEntities(
  ctx: AppContext,
  input: EntitiesOfProject & { first: number | null | undefined; total: (entity: EntityKey) => Promise<number> },
): Promise<Page<MemoryRow>[]> {
  const { entities, first } = input;
  const { limit } = pageWindow({ first });
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const query = { entities, limit: limit + 1, expiredBefore: toCalendarDay(ctx.now()) };
  const lists = await onReplica(ctx).stores.entityMemories.first(scope, query);
  return entities.map((entity, index) => toFirstPage(lists[index] ?? [], first, () => input.total(entity)));
}

/** Counts the memories of each entity, in one statement. For loaders. */
export async function countMemoriesOfEntities(ctx: AppContext, input: EntitiesOfProject): Promise<readonly number[]> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  return onReplica(ctx).stores.entityMemories.count(scope, {
    entities: input.entities,
    expiredBefore: toCalendarDay(ctx.now()),
  });
}

/** Lists the memories of an entity, newest first. @throws ValidationError on paging arguments */
export function listMemoriesOfEntity(
  ctx: AppContext,
  input: PageArgs & { projectId: string; entity: EntityKey },
): Promise<Page<MemoryRow>> {
  const { entity, ...page } = input;
  const filter = { kind: 'entity', field: entityFilterFields[entity.type], test: 'in', values: [entity.name] } as const;
  return listMemories(ctx, { ...page, filter });
}

/** Reads entities by type and name, in one statement. For loaders. @returns null for missing entities */
export async function findEntities(ctx: AppContext, input: EntitiesOfProject): Promise<(EntityRow | null)[]> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const rows = await ctx.stores.entities.getMany(scope, createEntityQuery(ctx, null), input.entities);
  const byKey = new Map(rows.map((row) => [toKey(row), row]));
  return input.entities.map((entity) => byKey.get(toKey(entity)) ?? null);
}

const toKey = ({ type, name }: EntityKey): string => `${type} ${name}`;
