import { z } from 'zod';
import { ConflictError, NotFoundError, ValidationError } from '../../src/errors.js';
import { createApiKey } from '../../src/resolvers/api-key/create-api-key.js';
import { findApiKey } from '../../src/resolvers/api-key/get-api-key.js';
import { listApiKeys } from '../../src/resolvers/api-key/list-api-keys.js';
import { revokeApiKey } from '../../src/resolvers/api-key/revoke-api-key.js';
import { readEveryRow } from '../shared/read-every-row.js';
import { getContext, type SelfHostedRoutes } from './plugin.js';
import { toApiKey } from './present.js';
import { messageSchema } from './fields.js';
import { describeRoute } from './responses.js';
import { ApiKey, NewApiKey } from './schemas.js';

const NewKeyBody = z.object({
  label: z.string(),
  project_id: z.string().nullish(),
  read_only: z.boolean().nullish(),
  expires_at: z.iso.datetime({ offset: true }).nullish(),
});

export const selfHostedApiKeyRoutes: SelfHostedRoutes = (scope) => {
  const list = describeRoute('listApiKeys', { 200: z.array(ApiKey) }, { level: 'user' });
  scope.get('/api-keys', list, async (request) => {
    const rows = await readEveryRow((page) => listApiKeys(getContext(request), page));
    return rows.map(toApiKey);
  });

  const create = describeRoute('createApiKey', { 201: NewApiKey }, { level: 'user', body: NewKeyBody });
  scope.post('/api-keys', create, async (request, reply) => {
    const { label, project_id: projectId, read_only: readOnly, expires_at: expires } = request.body;
    // These routes accept a blank label.
    const input = {
      label: label.trim() || 'unnamed',
      projectId,
      readOnly,
      expiresAt: expires ? new Date(expires) : null,
    };
    const { key, secret } = await createApiKey(getContext(request), input);
    const { last_used_at: _never, ...shown } = toApiKey(key);
    return reply.code(201).send({ ...shown, key: secret });
  });

  const params = z.object({ id: z.string() });
  const remove = describeRoute('revokeApiKey', { 200: messageSchema }, { level: 'user', params });
  scope.delete('/api-keys/:id', remove, async (request) => {
    const ctx = getContext(request);
    const { id } = request.params;
    const key = await findApiKey(ctx, { id });
    // Keys of other users return 404 here, even for admins.
    if (key.createdBy !== ctx.caller.user?.id) throw new NotFoundError('API key not found.');
    await revokeApiKey(ctx, { id }).catch((error: unknown) => {
      throw error instanceof ConflictError ? new ValidationError({}, error.message) : error;
    });
    return { message: 'API key revoked.' };
  });
};
