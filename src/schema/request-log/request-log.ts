import { listRequestLogs } from '../../resolvers/request-log/list-request-logs.js';
import { watchRequestLogs } from '../../resolvers/request-log/watch-request-logs.js';
import type { RequestLogFrame } from '../../events/request-log-stream.js';
import { getRequestLog } from '../../resolvers/request-log/get-request-log.js';
import type { RequestBody } from '../../stores/request-log/request-body-store.js';
import type { RequestLogRow } from '../../stores/request-log/request-log-entry.js';
import { builder } from '../builder.js';
import { Node } from '../node.js';
import { connectionType } from '../shared/connection.js';
import { withFilterPaths } from '../shared/errors.js';
import { AuthModeType } from '../user/auth-mode.js';
import { fromTypedId, toTypedId } from '../../ids.js';
import { loaders } from '../shared/loaders.js';
import { projectOrNull } from '../project/project.js';
import { toTraceUrl } from '../../resolvers/request-log/trace-url.js';
import { droppedType, streamAfter, streamCursor } from '../shared/stream.js';
import { userOrNull } from '../user/user.js';
import { RequestLogFilter, withUser } from './request-log-filter.js';
import { OperationTypeEnum, OutcomeType, RequestErrorType } from './request-outcome.js';

const RequestLogBody = builder.objectRef<RequestBody>('RequestLogBody').implement({
  description: 'Stored bodies of a request, redacted.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Path with query string.' }),
    request: t.exposeString('request', { nullable: true, description: 'Sent body. Null: none.' }),
    response: t.exposeString('response', { nullable: true, description: 'Response. Null: none.' }),
    isCut: t.exposeBoolean('isCut', { description: 'Whether a part is missing.' }),
  }),
});

const RequestLog = builder.objectRef<RequestLogRow>('RequestLog').implement({
  interfaces: [Node],
  description: 'One API request: an HTTP request, or a GraphQL operation on a WebSocket.',
  fields: (t) => ({
    id: t.id({
      description: 'ID of the log entry, `req_…`. IDs increase over time.',
      resolve: (row) => toTypedId('req', row.id),
    }),
    method: t.exposeString('method', {
      description: 'HTTP method, `WS` for an operation on a WebSocket, or `STDIO` for MCP over stdio.',
    }),
    path: t.exposeString('path', { description: 'Request path without the query string.' }),
    operation: t.stringOrNull(
      'operation',
      'Name of the GraphQL operation or REST operation. Null if the request had none.',
    ),
    operationType: t.exposeOrNull(
      'operationType',
      OperationTypeEnum,
      'Kind of the GraphQL operation. Null for REST requests.',
    ),
    statusCode: t.exposeInt('statusCode', {
      description: 'HTTP status code of the response. 499: the client disconnected first.',
    }),
    outcome: t.expose('outcome', {
      type: OutcomeType,
      description:
        'How the request ended for its client. A rejected GraphQL operation has status 200 and the outcome REFUSED.',
    }),
    errors: t.expose('errors', { type: [RequestErrorType], description: 'The first 10 errors of the response.' }),
    latencyMs: t.exposeFloat('latencyMs', { description: 'Response time in milliseconds.' }),
    databaseMs: t.exposeFloat('databaseMs', {
      description: 'Time spent waiting for the database, in milliseconds. Parallel statements are added up.',
    }),
    modelMs: t.exposeFloat('modelMs', {
      description: 'Time spent waiting for embedding and language models, in milliseconds.',
    }),
    modelTokenCount: t.expose('modelTokens', {
      type: 'BigInt',
      description: 'Number of input and output tokens that model providers reported for this request.',
    }),
    cost: t.intOrNull('cost', 'Cost of the GraphQL operation in points. Null for REST requests.'),
    bytesIn: t.exposeOrNull('bytesIn', 'BigInt', 'Size of the request body in bytes. Null if unknown.'),
    bytesOut: t.exposeOrNull('bytesOut', 'BigInt', 'Size of the response body in bytes. Null if unknown.'),
    authMode: t.expose('authType', { type: AuthModeType, description: 'How the request was authenticated.' }),
    userId: t.idOrNull('userId', 'ID of the authenticated user. Null if the request had no user.'),
    user: t.field(
      userOrNull('userId', 'The authenticated user. Null if the request had no user, or the user was removed.'),
    ),
    keyPrefix: t.stringOrNull('keyPrefix', 'First characters of the API key. Null if the request used no key.'),
    keyLabel: t.string({
      nullable: true,
      description: 'Label of the API key. Null if the request used none, and for a key that you may not see.',
      resolve: ({ userId, keyPrefix, projectId }, _args, ctx) =>
        loaders(ctx).keyLabel.load({ userId, keyPrefix, projectId }),
    }),
    projectId: t.idOrNull(
      'projectId',
      'ID of the project that the request accessed first, or that the key is restricted to. Null: none.',
    ),
    project: t.field(
      projectOrNull('The project that the request accessed first. Null: none, or you cannot see the project.'),
    ),
    projectIds: t.idList({
      description: 'IDs of all projects that the request accessed, at most 21.',
      resolve: ({ projectId, otherProjectIds }) => (projectId === null ? [] : [projectId, ...otherProjectIds]),
    }),
    requestId: t.exposeString('requestId', {
      description: 'Request ID, as sent in the `X-Request-ID` response header.',
    }),
    traceId: t.stringOrNull('traceId', 'Trace ID of the request header `traceparent`. Null if the client sent none.'),
    traceUrl: t.string({
      nullable: true,
      description:
        'Address of the trace in the tracing tool of the operator, from TRACE_URL. Null without a trace ID, or if the server has no TRACE_URL.',
      resolve: ({ traceId }, _args, { config }) => toTraceUrl(config.traceUrl, traceId),
    }),
    memoryIds: t.exposeIDList('memoryIds', {
      description:
        'IDs of the first 10 memories that the request returned or changed. Empty for a request that used several projects.',
    }),
    eventIds: t.exposeIDList('eventIds', {
      description:
        'IDs of the first 5 events that the request started, returned or changed. Empty for a request that used several projects.',
    }),
    client: t.stringOrNull('client', 'Client name, from the request headers. Null if the client sent none.'),
    clientVersion: t.stringOrNull(
      'clientVersion',
      'Client version, from the request headers. Null if the client sent none.',
    ),
    clientAddress: t.stringOrNull(
      'clientAddress',
      'Network address of the client. Null unless the server is configured to store it.',
    ),
    createdAt: t.time('createdAt', 'When the request arrived.'),
    body: t.field({
      type: RequestLogBody,
      nullable: true,
      description: 'Null without `storesRequestBodies` and access to memories.',
      // Up to 256 kB each.
      complexity: 20,
      resolve: (row, _args, ctx) => loaders(ctx).requestBody.load(row),
    }),
  }),
});

builder.queryField('requestLog', (t) =>
  t.field({
    type: RequestLog,
    nullable: true,
    description: 'Finds a request by its ID. Null with the error NOT_FOUND if you cannot see one.',
    args: { id: t.arg.id({ required: true, description: 'ID of the request.' }) },
    resolve: (_root, { id }, ctx) => getRequestLog(ctx, fromTypedId('req', id)),
  }),
);

builder.queryField('requestLogs', (t) =>
  t.page(connectionType(RequestLog, 'API requests', 'An API request'), {
    description:
      'Lists API requests, newest first. OWNERs see the requests of their projects, other members those of their own credentials, admins all requests.',
    args: {
      projectId: t.arg.id({ description: 'Returns only requests of this project.' }),
      filter: t.arg({ type: RequestLogFilter, description: 'Returns only requests that match this filter.' }),
    },
    resolve: (_root, { filter, ...args }, ctx) =>
      withFilterPaths(filter, () => listRequestLogs(ctx, { ...args, filter: withUser(filter) })),
  }),
);

type Logged = Extract<RequestLogFrame, { kind: 'logged' }>;

const RequestLogged = builder.objectRef<Logged>('RequestLogged').implement({
  description: 'An API request that completed.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', streamCursor),
    requestLog: t.expose('row', { type: RequestLog, description: 'The request that completed.' }),
  }),
});

const Frame = builder.unionType('RequestLogFrame', {
  description: 'A message of the `requestLogs` stream.',
  types: [RequestLogged, droppedType('RequestLogsDropped', 'requests')],
  resolveType: (frame) => (frame.kind === 'logged' ? 'RequestLogged' : 'RequestLogsDropped'),
});

builder.subscriptionField('requestLogs', (t) =>
  t.field({
    type: Frame,
    description: 'Streams API requests as they complete, to the same users as the query `requestLogs`.',
    args: {
      projectId: t.arg.id({ description: 'Streams only requests of this project.' }),
      filter: t.arg({ type: RequestLogFilter, description: 'Streams only requests that match this filter.' }),
      after: t.arg.string(streamAfter),
    },
    authScopes: { signedIn: true },
    // A malformed ID is refused: a stream that can never send looks like one without requests.
    subscribe: (_root, args, ctx) =>
      withFilterPaths(args.filter, () => watchRequestLogs(ctx, { ...args, recheck: ctx.recheck })),
    resolve: (frame) => frame,
  }),
);
