import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { deleteEntity } from '../../src/resolvers/deletion/delete-entity.js';
import { listMemoryOwners } from '../../src/resolvers/entity/list-entities.js';
import { withFieldNames } from '../../src/validate.js';
import { flag, messageSchema } from './fields.js';
import { getContext, type SelfHostedRoutes, getCurrentProjectId } from './plugin.js';
import { toSelfHostedEntity } from './present.js';
import { describeRoute } from './responses.js';
import { Entity } from './schemas.js';

const params = z.object({ entity_type: z.enum(['user', 'agent', 'run', 'app']), entity_id: z.string() });

export const selfHostedEntityRoutes: SelfHostedRoutes = (scope) => {
  const querystring = z.object({ include_app: flag() });
  const list = describeRoute('listEntities', { 200: z.array(Entity) }, { querystring });
  scope.get('/entities', list, async (request) => {
    const ctx = getContext(request);
    const projectId = await getCurrentProjectId(ctx);
    const rows = await listMemoryOwners(ctx, { projectId });
    // Apps are returned on request only.
    return rows.filter(({ type }) => type !== 'app' || request.query.include_app === true).map(toSelfHostedEntity);
  });

  const remove = describeRoute('deleteEntity', { 200: messageSchema }, { level: 'admin', params });
  scope.delete('/entities/:entity_type/:entity_id', remove, async (request) => {
    const ctx = getContext(request);
    const { entity_type: type, entity_id: id } = request.params;
    const name = id.trim();
    if (name === '' || /\s/.test(name)) throw new ValidationError({ entityId: ['must be an id without whitespace.'] });
    const projectId = await getCurrentProjectId(ctx);
    await withFieldNames({ name: 'entityId' }, () => deleteEntity(ctx, { projectId, type, name }));
    return { message: 'Entity deleted' };
  });
};
