import { z } from 'zod';
import { listEntitiesByPage } from '../../resolvers/entity/list-entities.js';
import { getEvent } from '../../resolvers/event/get-event.js';
import { listEventsByPage } from '../../resolvers/event/list-events.js';
import { createWireForm } from '../../snake-case.js';
import { defineTool } from '../tool.js';
import { wholeNumber } from '../whole-number.js';

const paging = {
  page: wholeNumber({ minimum: 1 }).describe('Page number, from 1. Default 1.'),
  page_size: wholeNumber({ minimum: 1, maximum: 200 }).describe('Rows a page, 1 to 200. Default 50.'),
};
const readOnly = { readOnlyHint: true, idempotentHint: true };

const Entity = z.object({
  type: z.string().describe('user, agent, app or run.'),
  name: z.string().describe('Id of the entity, as memories carry it.'),
  total_memories: z.number().describe('Number of its memories.'),
});

const toEntity = createWireForm(Entity);

export const listEntitiesTool = defineTool({
  name: 'list_entities',
  title: 'List entities',
  description: 'List the users, agents, apps and runs that have memories, newest first.',
  scope: 'memory:read',
  input: z.object({
    entity_type: z.enum(['user', 'agent', 'app', 'run']).optional().describe('Only entities of this type.'),
    ...paging,
  }),
  output: z.object({
    count: z.number().describe('Number of entities.'),
    results: z.array(Entity).describe('Entities of this page.'),
  }),
  annotations: readOnly,
  async run({ ctx, projectId }, input) {
    const { rows, total } = await listEntitiesByPage(ctx, {
      projectId,
      type: input.entity_type,
      page: input.page ?? 1,
      pageSize: input.page_size ?? 50,
    });
    return { count: total, results: rows.map(toEntity) };
  },
});

const Event = z.object({
  id: z.string().describe('Id of the event.'),
  type: z.string().describe('ADD, DELETE_ALL, …'),
  status: z.string().describe('PENDING, RUNNING, SUCCEEDED, FAILED or CANCELLED.'),
  created_at: z.string().describe('Time of the request, ISO 8601 in UTC.'),
  completed_at: z.string().nullable().describe('Time of the end, or null.'),
  results: z.unknown().describe('What the event stored, or null.'),
});

const toEvent = createWireForm(Event);

export const listEventsTool = defineTool({
  name: 'list_events',
  title: 'List events',
  description: 'List background events (adds, deletions, exports), newest first.',
  scope: 'memory:read',
  input: z.object({
    status: z.enum(['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']).optional().describe('Only this status.'),
    ...paging,
  }),
  output: z.object({ count: z.number().describe('Number of events.'), results: z.array(Event).describe('This page.') }),
  annotations: readOnly,
  async run({ ctx, projectId }, input) {
    const { rows, total } = await listEventsByPage(ctx, {
      projectId,
      status: input.status,
      page: input.page ?? 1,
      pageSize: input.page_size ?? 50,
    });
    return { count: total, results: rows.map(toEvent) };
  },
});

export const getEventStatus = defineTool({
  name: 'get_event_status',
  title: 'Get event status',
  description: 'Read the status and results of a background event, such as the event_id of add_memory.',
  scope: 'memory:read',
  input: z.object({ event_id: z.string().describe('Id of the event.') }),
  output: z.object({ event: Event }),
  annotations: readOnly,
  run: async ({ ctx, projectId }, input) => ({
    event: toEvent(await getEvent(ctx, { projectId, id: input.event_id })),
  }),
});
