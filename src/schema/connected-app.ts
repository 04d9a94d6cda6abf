import { listConnectedApps } from '../resolvers/connected-app/list-connected-apps.js';
import { revokeConnectedApp } from '../resolvers/connected-app/revoke-connected-app.js';
import type { ConnectedAppRow } from '../stores/connected-app/connected-app-store.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors.js';
import { builder } from './builder.js';
import { Node } from './node.js';
import { idInput, objectPayload } from './shared/mutation-types.js';
import { connectionType } from './shared/connection.js';
import { projectOrNull } from './project/project.js';

export const AppScope = builder.enumType('AppScope', {
  description:
    'What a connected app may do with the memories of its project. Your role in the project is a further limit.',
  values: {
    READ: { value: 'memory:read', description: 'Search and read memories, entities, profiles and events.' },
    WRITE: { value: 'memory:write', description: 'Add and change memories.' },
    DELETE: { value: 'memory:delete', description: 'Delete memories and entities.' },
  },
});

export const ConnectedApp = builder.objectRef<ConnectedAppRow>('ConnectedApp').implement({
  description: 'An MCP client that you gave access to one project.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the connection, a UUID.' }),
    clientId: t.exposeString('clientId', {
      description: 'ID of the client: the URL of its metadata document, or an ID from registration.',
    }),
    clientName: t.exposeString('clientName', { description: 'Name that the client gives itself.' }),
    tokenPrefix: t.exposeString('tokenPrefix', {
      description: 'First characters of the access tokens of the client. The request log shows them as the key prefix.',
    }),
    projectId: t.exposeID('projectId', { description: 'ID of the project that the client can use.' }),
    project: t.field(projectOrNull('The project that the client can use. Null if you can no longer see the project.')),
    scopes: t.expose('scopes', { type: [AppScope], description: 'What the client may do.' }),
    createdAt: t.time('createdAt', 'When you gave access.'),
    lastUsedAt: t.timeOrNull('lastUsedAt', 'When the client last sent a request, to the minute. Null: never.'),
    expiresAt: t.time('expiresAt', 'When access ends unless the client refreshes its token.'),
    revokedAt: t.timeOrNull('revokedAt', 'When access was revoked. Null: not revoked.'),
  }),
});

builder.queryField('connectedApps', (t) =>
  t.page(connectionType(ConnectedApp, 'connected apps', 'A connected app'), {
    description: 'Lists the MCP clients that you gave access, newest first. Requires a session.',
    resolve: (_root, args, ctx) => listConnectedApps(ctx, args),
  }),
);

builder.mutationField('revokeConnectedApp', (t) =>
  t.field({
    type: objectPayload('revokeConnectedApp', ['connectedApp', ConnectedApp], 'The revoked connection.'),
    errors: { types: [ForbiddenError, NotFoundError, ConflictError] },
    description: 'Ends the access of an MCP client immediately, also on open streams. Requires a session.',
    args: t.inputArg(idInput('revokeConnectedApp', 'ID of the connection to revoke.'), 'The connection to revoke.'),
    resolve: (_root, { input }, ctx) => revokeConnectedApp(ctx, input),
  }),
);
