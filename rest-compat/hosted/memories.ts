import { z } from 'zod';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { getMemory } from '../../src/resolvers/memory/get-memory.js';
import { listMemoryHistory } from '../../src/resolvers/memory/memory-history.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { describeRoute } from './route.js';
import { jsonObject, optionalText, queryFlag, queryMoment, scopeFields, scopeQuery } from './fields.js';
import { moment } from '../shared/moment.js';
import { hostedPlugin, resolveTarget } from './plugin.js';
import { HistoryEntry, Memory, toHostedHistory, toHostedMemory } from './present.js';

const params = z.object({ memory_id: z.string().describe('A UUID.') });
const querystring = z.object(scopeQuery);

const UpdateBody = z.object({
  text: optionalText(),
  metadata: jsonObject.nullish().describe('Replaces what is stored; null clears it.'),
  timestamp: moment().nullish(),
  expiration_date: optionalText().describe('null: never expires.'),
  ...scopeFields,
});

const Deleted = z.object({ message: z.string(), cascade_count: z.number().optional() });

export const memoryRoutes = hostedPlugin((scope) => {
  const path = '/v1/memories/:memory_id/';

  const asOf = queryMoment().describe('State of the memory at this time. Default: now.');
  const read = describeRoute(
    'getMemory',
    { 200: Memory },
    { params, querystring: z.object({ as_of: asOf, ...scopeQuery }) },
  );
  scope.get(path, read, async (request) => {
    const { ctx, projectId } = await resolveTarget(request);
    const { memory_id: id } = request.params;
    return toHostedMemory(await getMemory(ctx, { projectId, id, asOf: request.query.as_of }));
  });

  const update = describeRoute('updateMemory', { 200: Memory }, { params, querystring, body: UpdateBody });
  scope.put(path, update, async (request) => {
    const { text, metadata, timestamp, expiration_date: expirationDate } = request.body;
    const { ctx, projectId } = await resolveTarget(request);
    // Clients send null for missing values. Text and timestamp cannot be cleared.
    const changes = { text: text ?? undefined, metadata, timestamp: timestamp ?? undefined, expirationDate };
    return toHostedMemory(await updateMemory(ctx, { projectId, id: request.params.memory_id, ...changes }));
  });

  const remove = describeRoute(
    'deleteMemory',
    { 200: Deleted },
    { params, querystring: z.object({ delete_linked: queryFlag(), ...scopeQuery }) },
  );
  scope.delete(path, remove, async (request) => {
    const { delete_linked: deleteReplaced } = request.query;
    const { ctx, projectId } = await resolveTarget(request);
    const { replacedIds } = await deleteMemory(ctx, { projectId, id: request.params.memory_id, deleteReplaced });
    const message = 'Memory deleted successfully!';
    return deleteReplaced ? { message, cascade_count: replacedIds.length } : { message };
  });

  const history = describeRoute('memoryHistory', { 200: z.array(HistoryEntry) }, { params, querystring });
  scope.get(`${path}history/`, history, async (request) => {
    const { ctx, projectId } = await resolveTarget(request);
    const changes = await listMemoryHistory(ctx, { projectId, id: request.params.memory_id });
    return changes.map(toHostedHistory);
  });
});
