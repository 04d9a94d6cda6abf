import { getLogStream, getLogStreamLag } from '../resolvers/log-stream/get-log-stream.js';
import { listLogStreams } from '../resolvers/log-stream/list-log-streams.js';
import { logStreamFormats } from '../resolvers/log-stream/log-stream-input.js';
import type { Lag } from '../stores/log-stream/log-stream-rows.js';
import type { LogStreamRow } from '../stores/log-stream/log-stream-store.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import { builder } from './builder.js';
import { Node } from './node.js';
import { connectionType } from './shared/connection.js';

export const LogStreamSource = builder.enumType('LogStreamSource', {
  description: 'Log that a log stream sends.',
  values: {
    REQUEST_LOG: { description: 'Requests to the project, or to any project of the organization.' },
    AUDIT_LOG: { description: 'Audited changes in the project or the organization.' },
  } as const,
});

const formats: Readonly<Record<(typeof logStreamFormats)[number], string>> = {
  NDJSON: 'One JSON object on each line.',
  JSON_ARRAY: 'A JSON array of objects.',
  SPLUNK_HEC: 'Events of the HTTP Event Collector of Splunk.',
  DATADOG: 'Logs of the Datadog API, version 2.',
  ELASTIC_BULK: 'Actions and documents of the bulk API of Elasticsearch and OpenSearch.',
  OTLP_HTTP: 'Log records of OpenTelemetry in JSON.',
};

export const LogStreamFormat = builder.enumType('LogStreamFormat', {
  description: 'Format of the batches of a log stream.',
  // `fromEntries` forgets the names.
  values: Object.fromEntries(
    logStreamFormats.map((value) => [value, { value, description: formats[value] }]),
  ) as unknown as Record<(typeof logStreamFormats)[number], { value: (typeof logStreamFormats)[number] }>,
});

const LagType = builder.objectRef<Lag>('LogStreamLag').implement({
  description: 'Rows that a log stream has not sent yet.',
  fields: (t) => ({
    rowCount: t.exposeInt('rows', { description: 'Number of rows, at most 10,000.' }),
    oldestAt: t.timeOrNull('oldest', 'Time of the oldest row. Null if everything was sent.'),
    seconds: t.float({
      description: 'Age of the oldest row in seconds; 0 if everything was sent.',
      resolve: ({ oldest }, _args, ctx) =>
        oldest === null ? 0 : Math.max(0, (ctx.now().getTime() - oldest.getTime()) / 1_000),
    }),
  }),
});

export const LogStream = builder.objectRef<LogStreamRow>('LogStream').implement({
  interfaces: [Node],
  description:
    'Sends the request log or the audit log of a project or an organization to an endpoint, in order, at least once.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Unique ID of the log stream, `ls_…`.' }),
    organizationId: t.exposeID('organizationId', { description: 'ID of the organization.' }),
    projectId: t.idOrNull('projectId', 'ID of the project. Null: the stream sends the log of the organization.'),
    name: t.exposeString('name', { description: 'Display name of the log stream.' }),
    source: t.expose('source', { type: LogStreamSource, description: 'Log that is sent.' }),
    format: t.expose('format', { type: LogStreamFormat, description: 'Format in which the stream sends batches.' }),
    url: t.exposeString('url', { description: 'URL that receives the batches.' }),
    isSigned: t.exposeBoolean('isSigned', {
      description:
        'Whether batches are signed according to Standard Webhooks. Otherwise, they contain the token of the endpoint.',
    }),
    isCompressed: t.exposeBoolean('isCompressed', { description: 'Whether batches are compressed with gzip.' }),
    batchSize: t.exposeInt('batchSize', { description: 'Maximum number of rows per batch.' }),
    isActive: t.exposeBoolean('isActive', {
      description: 'Whether the server sends batches. A paused stream keeps its cursor.',
    }),
    cursor: t.string({
      description: 'Position of the last row that was sent. `replayLogStream` accepts it.',
      resolve: ({ cursor }) => String(cursor),
    }),
    lag: t.field({
      type: LagType,
      description: 'Rows that have not been sent yet.',
      complexity: 10,
      resolve: (stream, _args, ctx) => getLogStreamLag(ctx, stream),
    }),
    failingSince: t.timeOrNull('failingSince', 'When the endpoint began to reject batches. Null after a success.'),
    lastError: t.stringOrNull('lastError', 'Why the latest batch failed. Null after a success.'),
    lastSentAt: t.timeOrNull('lastSentAt', 'When the endpoint last accepted a batch. Null if it has accepted none.'),
    createdAt: t.time('createdAt', 'When the log stream was created.'),
    updatedAt: t.time('updatedAt', 'When the settings of the log stream were last changed.'),
  }),
});

builder.queryFields((t) => ({
  logStream: t.field({
    type: LogStream,
    nullable: true,
    description: `Finds a log stream by its ID. Null with the error NOT_FOUND if you cannot see one. ${toRequirement('logStream:read')}`,
    args: { id: t.arg.id({ required: true, description: 'ID of the log stream, `ls_…`.' }) },
    resolve: (_root, { id }, ctx) => getLogStream(ctx, { id }),
  }),
  logStreams: t.page(connectionType(LogStream, 'log streams', 'A log stream'), {
    description: `Lists the log streams of a project, or of an organization with all of its projects. Pass one of the two IDs. ${toRequirement('logStream:read')}`,
    args: {
      organizationId: t.arg.id({ description: 'Returns the log streams of this organization and its projects.' }),
      projectId: t.arg.id({ description: 'Returns the log streams of this project.' }),
    },
    resolve: (_root, args, ctx) => listLogStreams(ctx, args),
  }),
}));
