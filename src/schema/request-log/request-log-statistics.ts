import type { AuthMode } from '../../auth/caller.js';
import {
  requestLogStatistics,
  type RequestLogStatistics,
} from '../../resolvers/request-log/get-request-log-statistics.js';
import type {
  PathFigures,
  RequestFigures,
  SliceFigures,
} from '../../stores/request-log/request-log-statistics-store.js';
import { builder } from '../builder.js';
import { withFilterPaths } from '../shared/errors.js';
import { getSelectedFields } from '../shared/look-ahead.js';
import type { RequestOutcome } from '../../stores/request-log/request-log-entry.js';
import { RequestLogFilter, withUser } from './request-log-filter.js';
import { OutcomeType } from './request-outcome.js';
import { AuthModeType } from '../user/auth-mode.js';

const Figures = builder.interfaceRef<RequestFigures>('RequestFigures').implement({
  description: 'Counts and latencies of a set of requests. Latencies are in milliseconds.',
  fields: (t) => ({
    requestCount: t.expose('calls', { type: 'BigInt', description: 'Number of requests.' }),
    successRate: t.float({
      nullable: true,
      description: 'Share of requests with the outcome OK, 0 to 1. Null without requests.',
      resolve: ({ calls, succeeded }) => (calls === 0 ? null : succeeded / calls),
    }),
    averageMs: t.floatOrNull('averageMs', 'Average latency in milliseconds. Null without requests.'),
    p50Ms: t.floatOrNull('p50Ms', 'Median latency in milliseconds. Null without requests.'),
    p95Ms: t.floatOrNull('p95Ms', '95th percentile of the latency in milliseconds. Null without requests.'),
    p99Ms: t.floatOrNull('p99Ms', '99th percentile of the latency in milliseconds. Null without requests.'),
  }),
});

const Overall = builder.objectRef<RequestFigures>('RequestTotals').implement({
  description: 'Counts and latencies of all requests in the time range.',
  interfaces: [Figures],
});

const ByPath = builder.objectRef<PathFigures>('RequestsByPath').implement({
  description: 'Counts and latencies of one endpoint.',
  interfaces: [Figures],
  fields: (t) => ({
    method: t.exposeString('method', {
      description: 'HTTP method of the endpoint, `WS` for operations on a WebSocket, or `STDIO` for MCP over stdio.',
    }),
    path: t.exposeString('path', { description: 'Path of the endpoint, with `{id}` in place of IDs.' }),
  }),
});

const ByStatus = builder.objectRef<{ statusCode: number; calls: number }>('RequestsByStatus').implement({
  description: 'Number of requests with one status code.',
  fields: (t) => ({
    statusCode: t.exposeInt('statusCode', { description: 'HTTP status code.' }),
    requestCount: t.expose('calls', { type: 'BigInt', description: 'Number of requests with this status code.' }),
  }),
});

const ByOutcome = builder.objectRef<{ outcome: RequestOutcome; calls: number }>('RequestsByOutcome').implement({
  description: 'Number of requests with one outcome.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: OutcomeType, description: 'The outcome.' }),
    requestCount: t.expose('calls', { type: 'BigInt', description: 'Number of requests.' }),
  }),
});

const Slice = builder.objectRef<SliceFigures>('RequestsBySlice').implement({
  description: 'Counts and latencies of one slice of the time range.',
  interfaces: [Figures],
  fields: (t) => ({
    start: t.time('start', 'Start of the slice.'),
    byOutcome: t.field({
      type: [ByOutcome],
      complexity: { field: 1, multiplier: 0 },
      description: 'Number of requests of the slice by outcome, without outcomes that none had.',
      resolve: ({ succeeded, partial, refused, failed }) =>
        [
          { outcome: 'OK' as const, calls: succeeded },
          { outcome: 'PARTIAL' as const, calls: partial },
          { outcome: 'REFUSED' as const, calls: refused },
          { outcome: 'FAILED' as const, calls: failed },
        ].filter(({ calls }) => calls > 0),
    }),
  }),
});

const ByAuthMode = builder.objectRef<{ authType: string; calls: number }>('RequestsByAuthMode').implement({
  description: 'Number of requests with one authentication method.',
  fields: (t) => ({
    authMode: t.field({
      type: AuthModeType,
      description: 'How the requests were authenticated.',
      resolve: ({ authType }) => authType as AuthMode,
    }),
    requestCount: t.expose('calls', {
      type: 'BigInt',
      description: 'Number of requests with this authentication method.',
    }),
  }),
});

const Statistics = builder.objectRef<RequestLogStatistics>('RequestLogStatistics').implement({
  description: 'Statistics of API requests in a time range.',
  fields: (t) => ({
    since: t.time('since', 'Start of the time range.'),
    until: t.time('until', 'End of the time range.'),
    overall: t.expose('overall', { type: Overall, description: 'Counts and latencies of all matching requests.' }),
    requestsPerMinute: t.exposeFloat('callsPerMinute', {
      description: 'Average number of requests per minute.',
    }),
    byPath: t.expose('byPath', { type: [ByPath], description: 'The 50 endpoints with the most requests.' }),
    byStatus: t.expose('byStatus', { type: [ByStatus], description: 'Number of requests by status code.' }),
    byOutcome: t.expose('byOutcome', { type: [ByOutcome], description: 'Number of requests by outcome.' }),
    byAuthMode: t.expose('byAuthMode', {
      type: [ByAuthMode],
      description: 'Number of requests by authentication method.',
    }),
    slices: t.expose('slices', {
      type: [Slice],
      description: 'Up to 60 slices of equal length, oldest first. Slices without requests are omitted.',
    }),
    sliceSeconds: t.exposeInt('sliceSeconds', { description: 'Length of a slice in seconds.' }),
  }),
});

builder.queryField('requestLogStatistics', (t) =>
  t.field({
    type: Statistics,
    description:
      'Returns counts and latencies of API requests. Owners see the requests of their projects, admins see all requests. Default time range: the last 24 hours.',
    args: {
      projectId: t.arg.id({ description: 'Counts only requests of this project.' }),
      filter: t.arg({
        type: RequestLogFilter,
        description:
          'Counts only requests that match this filter. `since` and `until` set the time range, at most 366 days.',
      }),
    },
    complexity: 50,
    resolve: (...[, { filter, ...args }, ctx, info]) =>
      withFilterPaths(filter, () =>
        requestLogStatistics(ctx, { ...args, filter: withUser(filter) }, getSelectedFields(info)),
      ),
  }),
);
