import { createLogStream, type CreatedLogStream } from '../resolvers/log-stream/create-log-stream.js';
import { deleteLogStream } from '../resolvers/log-stream/delete-log-stream.js';
import { replayLogStream } from '../resolvers/log-stream/replay-log-stream.js';
import { updateLogStream } from '../resolvers/log-stream/update-log-stream.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors.js';
import { builder } from './builder.js';
import { onByDefault } from './shared/flag.js';
import { deletedPayload, idInput, inputOf, objectPayload, payloadOf } from './shared/mutation-types.js';
import { LogStream, LogStreamFormat, LogStreamSource } from './log-stream.js';

const CreateLogStreamInput = inputOf(
  'createLogStream',
  (t) => ({
    organizationId: t.id({ description: 'ID of the organization whose log to send.' }),
    projectId: t.id({ description: 'ID of the project whose log to send.' }),
    name: t.string({ required: true, description: 'Display name of the new log stream, 1 to 255 characters.' }),
    source: t.field({ type: LogStreamSource, required: true, description: 'Log to send.' }),
    format: t.field({ type: LogStreamFormat, required: true, description: 'Format of the batches.' }),
    url: t.string({
      required: true,
      description:
        'URL that receives the batches: http or https, on the public internet unless the operator allows private addresses.',
    }),
    token: t.string({
      description:
        'Token of the endpoint, sent in the header that the format expects. Null: batches are signed instead.',
    }),
    isCompressed: t.boolean(onByDefault('Whether the server compresses batches with gzip.')),
    batchSize: t.int({
      required: true,
      defaultValue: 500,
      description: 'Maximum number of rows in a batch, 1 to 1,000.',
    }),
    isActive: t.boolean(onByDefault('Whether the server sends batches from now on.')),
  }),
  'Pass either `projectId` or `organizationId`.',
);

const UpdateLogStreamInput = inputOf(
  'updateLogStream',
  (t) => ({
    id: t.id({ required: true, description: 'ID of the log stream to change.' }),
    name: t.string({ description: 'New display name of the log stream, 1 to 255 characters.' }),
    url: t.string({ description: 'New URL that receives the batches.' }),
    token: t.string({ description: 'New token of the endpoint, for a log stream that was created with a token.' }),
    isCompressed: t.boolean({ description: 'Whether to compress batches with gzip.' }),
    batchSize: t.int({ description: 'New maximum number of rows per batch, 1 to 1,000.' }),
    isActive: t.boolean({ description: 'False pauses the log stream. True resumes it after its cursor.' }),
  }),
  'An absent field stays unchanged.',
);

const ReplayLogStreamInput = inputOf(
  'replayLogStream',
  (t) => ({
    id: t.id({ required: true, description: 'ID of the log stream to replay.' }),
    cursor: t.string({ description: 'Cursor to continue after. `0` sends the whole log.' }),
    since: t.field({ type: 'DateTime', description: 'Time of the first row to send again.' }),
  }),
  'Pass either `cursor` or `since`.',
);

const CreateLogStreamPayload = payloadOf<CreatedLogStream>('createLogStream', (t) => ({
  logStream: t.expose('logStream', { type: LogStream, description: 'The log stream that was created.' }),
  secret: t.exposeString('secret', {
    nullable: true,
    description: 'Signing secret, `whsec_…`. It is returned only once. Null if the stream has a token.',
  }),
}));

builder.mutationFields((t) => ({
  createLogStream: t.field({
    type: CreateLogStreamPayload,
    description: `Creates a log stream that begins with the next row of the log. ${toRequirement('logStream:write')}`,
    ...t.change(CreateLogStreamInput, 'The log stream to create.', [ConflictError]),
    resolve: (_root, { input }, ctx) => createLogStream(ctx, input),
  }),
  updateLogStream: t.field({
    type: objectPayload('updateLogStream', ['logStream', LogStream], 'The log stream after the change.'),
    description: `Changes a log stream, pauses it or resumes it. ${toRequirement('logStream:write')}`,
    ...t.change(UpdateLogStreamInput, 'The log stream to change.'),
    resolve: (_root, { input }, ctx) => updateLogStream(ctx, input),
  }),
  deleteLogStream: t.field({
    type: deletedPayload('deleteLogStream', 'deletedLogStreamId', 'ID of the deleted log stream.'),
    errors: { types: [ForbiddenError, NotFoundError] },
    description: `Deletes a log stream. ${toRequirement('logStream:write')}`,
    args: t.inputArg(idInput('deleteLogStream', 'ID of the log stream to delete.'), 'The log stream to delete.'),
    resolve: async (_root, { input }, ctx) => {
      await deleteLogStream(ctx, input);
      return input;
    },
  }),
  replayLogStream: t.field({
    type: objectPayload('replayLogStream', ['logStream', LogStream], 'The log stream with its new cursor.'),
    description: `Moves a log stream to another position, from which it sends every row again. ${toRequirement('logStream:write')}`,
    ...t.change(ReplayLogStreamInput, 'The log stream and its new position.'),
    resolve: (_root, { input }, ctx) => replayLogStream(ctx, input),
  }),
}));
