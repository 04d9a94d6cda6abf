import { createApiKey } from '../resolvers/api-key/create-api-key.js';
import { listApiKeys } from '../resolvers/api-key/list-api-keys.js';
import { revokeApiKey } from '../resolvers/api-key/revoke-api-key.js';
import type { ApiKeyRow } from '../stores/api-key/api-key-store.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors } from './errors.js';
import { Node } from './node.js';

/** A credential of a program, without its secret. */
export const ApiKey = builder.objectRef<ApiKeyRow>('ApiKey').implement({
  description: 'A credential of a program. Its secret is shown once, when it is created.',
  interfaces: [Node],
  fields: (t) => ({
    label: t.exposeString('label', { description: 'What it is for.' }),
    prefix: t.exposeString('keyPrefix', { description: 'Its first characters, to tell keys apart.' }),
    projectId: t.exposeID('projectId', {
      nullable: true,
      description: 'The project that it is bound to; null: every project of its owner.',
    }),
    readOnly: t.exposeBoolean('readOnly', { description: 'Whether it can only read.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null: never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});

builder.queryField('apiKeys', (t) =>
  t.connection({
    type: ApiKey,
    description: "The caller's own keys that were not revoked, newest first.",
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) => toConnection(await listApiKeys(ctx, args)),
  }),
);

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new key.',
  fields: (t) => ({
    label: t.string({ required: true, description: 'What it is for, 1 to 255 characters.' }),
    projectId: t.id({ description: 'Bind it to this project; left out: every project of the caller.' }),
    readOnly: t.boolean({ defaultValue: false, description: 'Let it only read.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it stops working; left out: never.' }),
  }),
});

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'A key to revoke.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the key.' }) }),
});

const CreateApiKeyPayload = builder.objectRef<{ key: ApiKeyRow; secret: string }>('CreateApiKeyPayload').implement({
  description: 'The new key. Keep the secret: it is not shown again.',
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, description: 'The key.', resolve: ({ key }) => key }),
    secret: t.exposeString('secret', { description: 'The full value to send with each request.' }),
  }),
});

const RevokeApiKeyPayload = builder.objectRef<ApiKeyRow>('RevokeApiKeyPayload').implement({
  description: 'The key no longer works, anywhere.',
  fields: (t) => ({ apiKey: t.field({ type: ApiKey, description: 'The key.', resolve: (key) => key }) }),
});

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: CreateApiKeyPayload,
    errors: mutationErrors,
    description: 'Creates an API key for the caller.',
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The key.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => createApiKey(ctx, input),
  }),
  revokeApiKey: t.field({
    type: RevokeApiKeyPayload,
    errors: mutationErrors,
    description: 'Ends an API key at once, in every process and on open sockets.',
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => revokeApiKey(ctx, input),
  }),
}));
