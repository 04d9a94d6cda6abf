import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import type { EntityKey } from '../../stores/entity/entity-memories.js';
import type { EntityCategoryRow, RelatedEntityRow } from '../../stores/entity/entity-relations.js';
import { toCalendarDay } from '../../validate.js';

/** Most categories and related entities that are listed for one entity. */
const most = 20;

interface EntitiesOfProject {
  readonly projectId: string;
  readonly entities: readonly EntityKey[];
}

/** The categories of the memories of many entities, the most frequent first, in one statement: for loaders. */
export async function listCategoriesOfEntities(
  ctx: AppContext,
  { projectId, entities }: EntitiesOfProject,
): Promise<readonly EntityCategoryRow[][]> {
  const scope = await enterProject(ctx, 'memory:read', projectId);
  return ctx.stores.entityRelations.categories(scope, {
    entities,
    limit: most,
    expiredBefore: toCalendarDay(ctx.now()),
  });
}

/** The entities that share most memories with each of many entities, in one statement: for loaders. */
export async function listRelatedEntities(
  ctx: AppContext,
  { projectId, entities }: EntitiesOfProject,
): Promise<readonly RelatedEntityRow[][]> {
  const scope = await enterProject(ctx, 'memory:read', projectId);
  return ctx.stores.entityRelations.related(scope, { entities, limit: most, expiredBefore: toCalendarDay(ctx.now()) });
}
