import { createApiKey } from '../resolvers/api-key/create-api-key.js';
import { listApiKeys } from '../resolvers/api-key/list-api-keys.js';
import { revokeApiKey } from '../resolvers/api-key/revoke-api-key.js';
import { rotateApiKey, type RotatedApiKey } from '../resolvers/api-key/rotate-api-key.js';
import { updateApiKey } from '../resolvers/api-key/update-api-key.js';
import type { ApiKeyRow } from '../stores/api-key-store.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors.js';
import { builder } from './builder.js';
import { offByDefault } from './shared/flag.js';
import { idInput, inputOf, objectPayload, payloadOf } from './shared/mutation-types.js';
import { connectionType } from './shared/connection.js';
import { Node } from './node.js';
import { projectOrNull } from './project/project.js';

const ApiKey = builder.objectRef<ApiKeyRow>('ApiKey').implement({
  description: 'A secret that a program uses to authenticate. The secret is returned once, when the key is created.',
  interfaces: [Node],
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Display label of the key.' }),
    prefix: t.exposeString('keyPrefix', { description: 'First characters of the key, for display.' }),
    projectId: t.idOrNull(
      'projectId',
      'ID of the project that the key is restricted to. Null: all projects of its owner.',
    ),
    project: t.field(projectOrNull('The project that the key is restricted to. Null: all projects of its owner.')),
    isReadOnly: t.exposeBoolean('readOnly', { description: 'Whether the key is read-only.' }),
    createdAt: t.time('createdAt', 'When the key was created.'),
    expiresAt: t.timeOrNull('expiresAt', 'When the key expires. Null: it never expires.'),
    lastUsedAt: t.timeOrNull('lastUsedAt', 'When the key was last used, to the minute. Null: never used.'),
    revokedAt: t.timeOrNull('revokedAt', 'When the key was revoked. Null: not revoked.'),
  }),
});

builder.queryField('apiKeys', (t) =>
  t.page(connectionType(ApiKey, 'API keys', 'An API key'), {
    description: 'Lists your API keys, newest first, without revoked keys.',
    resolve: (_root, args, ctx) => listApiKeys(ctx, args),
  }),
);

const CreateApiKeyInput = inputOf('createApiKey', (t) => ({
  label: t.string({ required: true, description: 'Display label of the new key, 1 to 255 characters.' }),
  projectId: t.id({ description: 'Restricts the new key to this project. Default: all of your projects.' }),
  isReadOnly: t.boolean(offByDefault('Makes the new key read-only.')),
  expiresAt: t.field({
    type: 'DateTime',
    description: 'When the new key expires; must be in the future. Default: never.',
  }),
}));

const UpdateApiKeyInput = inputOf(
  'updateApiKey',
  (t) => ({
    id: t.id({ required: true, description: 'ID of the key to change.' }),
    label: t.string({ description: 'Display label of the key, 1 to 255 characters.' }),
    projectId: t.id({ description: 'Restricts the key to this project. Null: all of your projects.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the key expires; must be in the future. Null: never.',
    }),
  }),
  'Absent fields stay unchanged.',
);

const RotateApiKeyInput = inputOf('rotateApiKey', (t) => ({
  id: t.id({ required: true, description: 'ID of the key to replace.' }),
  overlapSeconds: t.int({
    required: true,
    defaultValue: 86_400,
    description:
      'Seconds that the old key still works, 0 to 2592000 (30 days). 0 revokes it immediately. An earlier expiry stays.',
  }),
}));

const CreateApiKeyPayload = payloadOf<{ key: ApiKeyRow; secret: string }>('createApiKey', (t) => ({
  apiKey: t.expose('key', { type: ApiKey, description: 'The key that was created.' }),
  secret: t.exposeString('secret', {
    description: 'Secret to send as `X-API-Key` with each request. It is returned only once.',
  }),
}));

const RotateApiKeyPayload = payloadOf<RotatedApiKey>('rotateApiKey', (t) => ({
  apiKey: t.expose('key', { type: ApiKey, description: 'The new key.' }),
  secret: t.exposeString('secret', {
    description: 'Secret of the new key. It is returned only once.',
  }),
  previousApiKey: t.expose('previous', {
    type: ApiKey,
    description: 'The key that was replaced, with its new expiry.',
  }),
}));

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: CreateApiKeyPayload,
    description: 'Creates an API key for you.',
    ...t.change(CreateApiKeyInput, 'The key to create.'),
    resolve: (_root, { input: { isReadOnly: readOnly, ...input } }, ctx) => createApiKey(ctx, { ...input, readOnly }),
  }),
  updateApiKey: t.field({
    type: objectPayload('updateApiKey', ['apiKey', ApiKey], 'The changed key.'),
    description: 'Changes the label, project or expiry of one of your API keys, immediately and in every process.',
    ...t.change(UpdateApiKeyInput, 'The key and its new values.', [ConflictError]),
    resolve: (_root, { input }, ctx) => updateApiKey(ctx, input),
  }),
  rotateApiKey: t.field({
    type: RotateApiKeyPayload,
    description:
      'Replaces one of your API keys by a new one with the same label, project, permissions and length of life.',
    ...t.change(RotateApiKeyInput, 'The key and the overlap.', [ConflictError]),
    resolve: (_root, { input }, ctx) => rotateApiKey(ctx, input),
  }),
  revokeApiKey: t.field({
    type: objectPayload('revokeApiKey', ['apiKey', ApiKey], 'The revoked key.'),
    errors: { types: [ForbiddenError, NotFoundError, ConflictError] },
    description: 'Revokes an API key immediately, in every process and on open connections.',
    args: t.inputArg(idInput('revokeApiKey', 'ID of the key to revoke.'), 'The key to revoke.'),
    resolve: (_root, { input }, ctx) => revokeApiKey(ctx, input),
  }),
}));
