import type { AuthMode } from '../auth/caller.js';
import {
  requestLogStatistics,
  type RequestLogStatistics,
} from '../resolvers/request-log/get-request-log-statistics.js';
import type { PathFigures, RequestFigures, SliceFigures } from '../stores/request-log/request-log-statistics-store.js';
import { builder } from './builder.js';
import { RequestLogFilter } from './request-log.js';
import { AuthModeType } from './viewer.js';

const Figures = builder.interfaceRef<RequestFigures>('RequestFigures').implement({
  description: 'Figures over a set of calls. Latencies in milliseconds; null where there were no calls.',
  fields: (t) => ({
    calls: t.exposeInt('calls', { description: 'Number of calls.' }),
    successRate: t.float({
      nullable: true,
      description: 'Share of calls with a status below 400, 0 to 1.',
      resolve: ({ calls, succeeded }) => (calls === 0 ? null : succeeded / calls),
    }),
    averageMs: t.exposeFloat('averageMs', { nullable: true, description: 'Mean latency.' }),
    p50Ms: t.exposeFloat('p50Ms', { nullable: true, description: 'Half of the calls were answered within this time.' }),
    p95Ms: t.exposeFloat('p95Ms', { nullable: true, description: '95 of 100 calls were answered within this time.' }),
    p99Ms: t.exposeFloat('p99Ms', { nullable: true, description: '99 of 100 calls were answered within this time.' }),
  }),
});

const Overall = builder.objectRef<RequestFigures>('RequestTotals').implement({
  description: 'Figures over all calls of the window.',
  interfaces: [Figures],
});

const ByPath = builder.objectRef<PathFigures>('RequestsByPath').implement({
  description: 'Figures of one method and path.',
  interfaces: [Figures],
  fields: (t) => ({
    method: t.exposeString('method', { description: 'HTTP method; WS for operations on a WebSocket.' }),
    path: t.exposeString('path', { description: 'Path; ids in it are written `{id}`.' }),
  }),
});

const Slice = builder.objectRef<SliceFigures>('RequestsBySlice').implement({
  description: 'Figures of one slice of the window.',
  interfaces: [Figures],
  fields: (t) => ({ start: t.expose('start', { type: 'DateTime', description: 'When the slice begins.' }) }),
});

const ByStatus = builder.objectRef<{ statusCode: number; calls: number }>('RequestsByStatus').implement({
  description: 'Number of calls with one status.',
  fields: (t) => ({
    statusCode: t.exposeInt('statusCode', { description: 'HTTP status.' }),
    calls: t.exposeInt('calls', { description: 'Number of calls.' }),
  }),
});

const ByAuthMode = builder.objectRef<{ authType: string; calls: number }>('RequestsByAuthMode').implement({
  description: 'Number of calls with one kind of credential.',
  fields: (t) => ({
    authMode: t.field({
      type: AuthModeType,
      description: 'How the callers proved who they are.',
      resolve: ({ authType }) => authType as AuthMode,
    }),
    calls: t.exposeInt('calls', { description: 'Number of calls.' }),
  }),
});

const Statistics = builder.objectRef<RequestLogStatistics>('RequestLogStatistics').implement({
  description: 'What the request log says of a window of time.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', description: 'Begin of the window.' }),
    until: t.expose('until', { type: 'DateTime', description: 'End of the window.' }),
    overall: t.expose('overall', { type: Overall, description: 'All calls together.' }),
    callsPerMinute: t.exposeFloat('callsPerMinute', { description: 'Calls per minute, over the whole window.' }),
    byPath: t.expose('byPath', { type: [ByPath], description: 'The 50 busiest paths.' }),
    byStatus: t.expose('byStatus', { type: [ByStatus], description: 'By status.' }),
    byAuthMode: t.expose('byAuthMode', { type: [ByAuthMode], description: 'By kind of credential.' }),
    slices: t.expose('slices', {
      type: [Slice],
      description: 'Up to 60 slices of equal length, oldest first; those without calls are left out.',
    }),
    sliceSeconds: t.exposeInt('sliceSeconds', { description: 'Length of a slice.' }),
  }),
});

builder.queryField('requestLogStatistics', (t) =>
  t.field({
    type: Statistics,
    description:
      'Rates, latencies and counts of API calls. Owners see those of their projects, admins see all. The window is that of the filter, or the last 24 hours.',
    args: {
      projectId: t.arg.id({ description: 'Only calls of this project.' }),
      filter: t.arg({
        type: RequestLogFilter,
        description: 'Only those for which this holds; `since` and `until` set the window, 366 days at most.',
      }),
    },
    authScopes: { signedIn: true },
    complexity: 50,
    resolve: (_root, args, ctx) => requestLogStatistics(ctx, args),
  }),
);
