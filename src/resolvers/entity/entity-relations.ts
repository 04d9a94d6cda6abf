import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import type { EntityKey } from '../../stores/entity/entity-memories.js';
import type { EntityCategoryRow, RelatedEntityRow } from '../../stores/entity/entity-relations.js';
import { toCalendarDay } from '../../validate.js';

/** Maximum number of categories and related entities per entity. */
const most = 20;

interface EntitiesOfProject {
  readonly projectId: string;
  readonly entities: readonly EntityKey[];
}

/** Lists the categories of each entity's memories, most frequent first, in one statement. For loaders. */
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

/** Lists the entities that share most memories with each entity, in one statement. For loaders. */
export async function listRelatedEntities(
  ctx: AppContext,
  { projectId, entities }: EntitiesOfProject,
): Promise<readonly RelatedEntityRow[][]> {
  const scope = await enterProject(ctx, 'memory:read', projectId);
  return ctx.stores.entityRelations.related(scope, { entities, limit: most, expiredBefore: toCalendarDay(ctx.now()) });
}
