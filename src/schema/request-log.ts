import { listRequestLogs } from '../resolvers/request-log/list-request-logs.js';
import { watchRequestLogs } from '../resolvers/request-log/watch-request-logs.js';
import type { RequestLogFilterInput } from '../resolvers/request-log/request-log-filter.js';
import type { RequestLogFrame } from '../events/request-log-stream.js';
import type { RequestLogRow } from '../stores/request-log/request-log-entry.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { AuthModeType } from './auth-mode.js';
import { toTypedId } from '../ids.js';
import { findOrNull, loaders } from './loaders.js';
import { Project } from './project.js';
import { User } from './user.js';

/** One API request. */
export const RequestLog = builder.objectRef<RequestLogRow>('RequestLog').implement({
  description: 'One API request: an HTTP request, or a GraphQL operation on a WebSocket.',
  fields: (t) => ({
    id: t.id({
      description: 'Id of the log entry, `req_…`. Ids increase over time.',
      resolve: (row) => toTypedId('req', row.id),
    }),
    method: t.exposeString('method', { description: 'HTTP method, or `WS` for an operation on a WebSocket.' }),
    path: t.exposeString('path', { description: 'Request path without the query string.' }),
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'Name of the GraphQL operation or REST operation. Null if the request had none.',
    }),
    statusCode: t.exposeInt('statusCode', {
      description: 'HTTP status code of the response. 499: the client disconnected first.',
    }),
    latencyMs: t.exposeFloat('latencyMs', { description: 'Response time in milliseconds.' }),
    authMode: t.expose('authType', { type: AuthModeType, description: 'How the request was authenticated.' }),
    userId: t.exposeID('userId', {
      nullable: true,
      description: 'Id of the authenticated user. Null if the request had no user.',
    }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The authenticated user. Null if the request had no user, or the user was removed.',
      resolve: ({ userId }, _args, ctx) => findOrNull(loaders(ctx).user, userId),
    }),
    keyPrefix: t.exposeString('keyPrefix', {
      nullable: true,
      description: 'First characters of the API key. Null if the request used no key.',
    }),
    projectId: t.exposeID('projectId', {
      nullable: true,
      description: 'Id of the project that the request accessed first, or that the key is restricted to. Null: none.',
    }),
    project: t.field({
      type: Project,
      nullable: true,
      description: 'The project that the request accessed first. Null: none, or you cannot see the project.',
      resolve: ({ projectId }, _args, ctx) => findOrNull(loaders(ctx).project, projectId),
    }),
    requestId: t.exposeString('requestId', {
      description: 'Request id, as sent in the `X-Request-ID` response header.',
    }),
    client: t.exposeString('client', {
      nullable: true,
      description: 'Client name, from the request headers. Null if the client sent none.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the request arrived.' }),
  }),
});

/** Conditions on request log rows. */
export const RequestLogFilter = builder.inputRef<RequestLogFilterInput>('RequestLogFilter').implement({
  description: 'Conditions on API requests. A request matches if it meets all of them.',
  fields: (t) => ({
    method: t.string({ description: 'Matches this HTTP method, or `WS`.' }),
    pathPrefix: t.string({ description: 'Matches paths that start with this text.' }),
    operation: t.string({ description: 'Matches this operation name.' }),
    statusClass: t.int({ description: 'Matches a class of status codes, 1 to 5: 2 matches 200 to 299.' }),
    minStatus: t.int({ description: 'Matches status codes from this one on.' }),
    maxStatus: t.int({ description: 'Matches status codes up to this one.' }),
    authModes: t.field({ type: [AuthModeType], description: 'Matches any of these authentication methods.' }),
    userId: t.id({ description: 'Matches requests of this user.' }),
    keyPrefix: t.string({ description: 'Matches the first characters of an API key.' }),
    exceptClients: t.stringList({
      description:
        'Excludes requests of clients with one of these names, at most 20. `dashboard` is the name of the dashboard.',
    }),
    since: t.field({ type: 'DateTime', description: 'Matches requests at or after this time.' }),
    until: t.field({ type: 'DateTime', description: 'Matches requests before this time.' }),
  }),
});

const RequestLogConnection = builder.connectionObject(
  { type: RequestLog, name: 'RequestLogConnection', description: 'A page of API requests.' },
  { name: 'RequestLogEdge', description: 'An API request in a list, with its cursor.' },
);

builder.queryField('requestLogs', (t) =>
  t.connection(
    {
      type: RequestLog,
      description:
        'Lists API requests, newest first. Owners see the requests of their projects, admins see all requests.',
      args: {
        projectId: t.arg.id({ description: 'Returns only requests of this project.' }),
        filter: t.arg({ type: RequestLogFilter, description: 'Returns only requests that match this filter.' }),
      },
      authScopes: { signedIn: true },
      complexity: connectionCost,
      resolve: async (_root, { filter, ...args }, ctx) => toConnection(await listRequestLogs(ctx, { ...args, filter })),
    },
    RequestLogConnection,
  ),
);

type Logged = Extract<RequestLogFrame, { kind: 'logged' }>;
type Dropped = Extract<RequestLogFrame, { kind: 'dropped' }>;

const RequestLogged = builder.objectRef<Logged>('RequestLogged').implement({
  description: 'An API request that completed.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'Cursor of this request. Pass it as `after` to resume.' }),
    requestLog: t.expose('row', { type: RequestLog, description: 'The request that completed.' }),
  }),
});

const RequestLogsDropped = builder.objectRef<Dropped>('RequestLogsDropped').implement({
  description: 'Requests that the stream dropped because the subscriber was too slow. They are still in the log.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of dropped requests.' }),
    resumeAfter: t.exposeString('resumeAfter', {
      description: 'Cursor before the dropped requests. Pass it as `after` to receive them.',
    }),
  }),
});

const Frame = builder.unionType('RequestLogFrame', {
  description: 'A message of the `requestLogs` stream.',
  types: [RequestLogged, RequestLogsDropped],
  resolveType: (frame) => (frame.kind === 'logged' ? 'RequestLogged' : 'RequestLogsDropped'),
});

builder.subscriptionField('requestLogs', (t) =>
  t.field({
    type: Frame,
    description:
      'Streams API requests as they complete. Owners see the requests of their projects, admins see all requests.',
    args: {
      projectId: t.arg.id({ description: 'Streams only requests of this project.' }),
      filter: t.arg({ type: RequestLogFilter, description: 'Streams only requests that match this filter.' }),
      after: t.arg.string({
        description:
          'Cursor of the last message that you processed. The server first sends the requests since then, without gaps or repeats.',
      }),
    },
    authScopes: { signedIn: true },
    subscribe: (_root, { filter, ...args }, ctx) => watchRequestLogs(ctx, { ...args, filter, recheck: ctx.recheck }),
    resolve: (frame) => frame,
  }),
);
