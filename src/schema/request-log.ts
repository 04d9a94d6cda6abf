import { listRequestLogs } from '../resolvers/request-log/list-request-logs.js';
import { watchRequestLogs } from '../resolvers/request-log/watch-request-logs.js';
import type { RequestLogFilterInput } from '../resolvers/request-log/request-log-filter.js';
import type { RequestLogFrame } from '../events/request-log-stream.js';
import type { RequestLogRow } from '../stores/request-log/request-log-entry.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { AuthModeType } from './viewer.js';

/** One API call, whatever its face. */
export const RequestLog = builder.objectRef<RequestLogRow>('RequestLog').implement({
  description: 'One API call, by REST or GraphQL.',
  fields: (t) => ({
    id: t.id({ description: 'Number of the row; grows with time.', resolve: (row) => String(row.id) }),
    method: t.exposeString('method', { description: 'HTTP method; WS for an operation on a WebSocket.' }),
    path: t.exposeString('path', { description: 'Path without the query string.' }),
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'Name of the GraphQL operation or REST route.',
    }),
    statusCode: t.exposeInt('statusCode', { description: 'HTTP status of the answer.' }),
    latencyMs: t.exposeFloat('latencyMs', { description: 'Time to answer, in milliseconds.' }),
    authMode: t.expose('authType', { type: AuthModeType, description: 'How the caller proved who it is.' }),
    userId: t.exposeID('userId', { nullable: true, description: 'The person.' }),
    keyPrefix: t.exposeString('keyPrefix', { nullable: true, description: 'First characters of the API key.' }),
    projectId: t.exposeID('projectId', { nullable: true, description: 'The project.' }),
    requestId: t.exposeString('requestId', { description: 'Id that the answer carried in X-Request-ID.' }),
    client: t.exposeString('client', { nullable: true, description: 'What the client calls itself.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the call arrived.' }),
  }),
});

/** Conditions on request log rows. */
export const RequestLogFilter = builder.inputRef<RequestLogFilterInput>('RequestLogFilter').implement({
  description: 'Conditions on request log rows; all that are given must hold.',
  fields: (t) => ({
    method: t.string({ description: 'Exactly this method.' }),
    pathPrefix: t.string({ description: 'The path starts with this.' }),
    operation: t.string({ description: 'Exactly this operation.' }),
    statusClass: t.int({ description: '2 for 200 to 299, and so on; 1 to 5.' }),
    minStatus: t.int({ description: 'Status at least.' }),
    maxStatus: t.int({ description: 'Status at most.' }),
    authTypes: t.field({ type: [AuthModeType], description: 'One of these modes.' }),
    userId: t.id({ description: 'This person.' }),
    keyPrefix: t.string({ description: 'This key.' }),
    exceptClients: t.stringList({
      description:
        'Not those of clients that call themselves one of these, at most 20; `dashboard` is what dashboards do.',
    }),
    since: t.field({ type: 'DateTime', description: 'At or after.' }),
    until: t.field({ type: 'DateTime', description: 'Before.' }),
  }),
});

builder.queryField('requestLogs', (t) =>
  t.connection({
    type: RequestLog,
    description: 'Past API calls, newest first. Owners see the calls of their projects, admins see all.',
    args: {
      projectId: t.arg.id({ description: 'Only calls of this project.' }),
      filter: t.arg({ type: RequestLogFilter, description: 'Only those for which this holds.' }),
    },
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, { filter, ...args }, ctx) => toConnection(await listRequestLogs(ctx, { ...args, filter })),
  }),
);

type Logged = Extract<RequestLogFrame, { kind: 'logged' }>;
type Dropped = Extract<RequestLogFrame, { kind: 'dropped' }>;

const RequestLogged = builder.objectRef<Logged>('RequestLogged').implement({
  description: 'An API call that has just been answered.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'Position in the log: resume with `after`.' }),
    requestLog: t.expose('row', { type: RequestLog, description: 'The call.' }),
  }),
});

const RequestLogsDropped = builder.objectRef<Dropped>('RequestLogsDropped').implement({
  description: 'The reader was too slow: calls were left out of the stream. They are still in the log.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of calls that were left out.' }),
    resumeAfter: t.exposeString('resumeAfter', { description: 'Subscribe again with this cursor to get them.' }),
  }),
});

const Frame = builder.unionType('RequestLogFrame', {
  description: 'What the live log sends.',
  types: [RequestLogged, RequestLogsDropped],
  resolveType: (frame) => (frame.kind === 'logged' ? 'RequestLogged' : 'RequestLogsDropped'),
});

builder.subscriptionField('requestLogs', (t) =>
  t.field({
    type: Frame,
    description: 'API calls as they are answered. Owners see the calls of their projects, admins see all.',
    args: {
      projectId: t.arg.id({ description: 'Only calls of this project.' }),
      filter: t.arg({ type: RequestLogFilter, description: 'Only those for which this holds.' }),
      after: t.arg.string({
        description: 'Cursor of the last frame that was seen: what came since is sent first, without gap or repeat.',
      }),
    },
    authScopes: { signedIn: true },
    subscribe: (_root, { filter, ...args }, ctx) => watchRequestLogs(ctx, { ...args, filter, recheck: ctx.recheck }),
    resolve: (frame) => frame,
  }),
);
