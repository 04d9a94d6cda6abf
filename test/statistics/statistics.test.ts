import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pruneRequestLogs } from '../../src/resolvers/request-log/prune-request-logs.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await test.reset();
  admin = test.as(test.admin.apiKey);
});
afterAll(() => test.close());

async function remember(content: string, owner: object): Promise<string> {
  const { body } = await admin.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content }],
    infer: false,
    ...owner,
  });
  return body.results[0].id;
}

async function statistics(client = admin): Promise<Record<string, number>> {
  await test.app.services.requestLogs.flush();
  const { status, body } = await client.rest<Record<string, number>>('GET', '/v1/stats/');
  expect(status).toBe(200);
  return body;
}

describe('statistics', () => {
  it('of an empty project are zeros', async () => {
    const figures = await statistics();
    expect(Object.keys(figures).sort()).toEqual([
      ...[
        'memories_per_agent',
        'memories_per_run',
        'memories_per_user',
        'total_add_events',
        'total_agents_with_memories',
        'total_api_retrieval_events',
        'total_memories',
      ],
      ...[
        'total_retrieval_events',
        'total_retrieval_events_limit',
        'total_runs_with_memories',
        'total_users_with_memories',
      ],
    ]);
    expect(new Set(Object.values(figures))).toEqual(new Set([0]));
  });

  it('tell the size of the project at the end of each day', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const read = async (days: number) => {
      const query = `{ projectStatistics { growth(days: ${days}) { day memoryCount entityCount } } }`;
      const { body } = await admin.rest<{
        data: { projectStatistics: { growth: unknown } } | null;
        errors?: { extensions: { code: string } }[];
      }>('POST', '/graphql', { query });
      return body.data?.projectStatistics.growth ?? body.errors?.[0]?.extensions.code;
    };
    expect(await read(2)).toEqual([
      { day: day(1), memoryCount: 0, entityCount: 0 },
      { day: day(0), memoryCount: 0, entityCount: 0 },
    ]);
    const at = (ago: number) => Math.floor(new Date(`${day(ago)}T12:00:00Z`).getTime() / 1000);
    await remember('Old stamps', { user_id: 'rosa', timestamp: at(400) });
    await remember('Stamps', { user_id: 'rosa', timestamp: at(2) });
    await remember('Coins', { user_id: 'rosa', timestamp: at(1) });
    await remember('Expired', { user_id: 'rosa', expiration_date: '2001-01-01' });
    const gone = await remember('Kites', { user_id: 'rosa', timestamp: at(1) });
    await admin.rest('DELETE', `/v1/memories/${gone}/`);
    await test.app.services.database.query("UPDATE entities SET created_at = now() - interval '400 days'");
    await remember('Shells', { user_id: 'li' });
    expect(await read(4)).toEqual([
      { day: day(3), memoryCount: 1, entityCount: 1 },
      { day: day(2), memoryCount: 2, entityCount: 1 },
      { day: day(1), memoryCount: 3, entityCount: 1 },
      { day: day(0), memoryCount: 4, entityCount: 2 },
    ]);
    expect([await read(0), await read(367)]).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT']);
  });

  it('count what is there and what was done', async () => {
    for (const text of ['Stamps', 'Coins', 'Shells']) await remember(text, { user_id: 'rosa', run_id: 'r1' });
    const doomed = await remember('Kites', { user_id: 'li' });
    await remember('Maps', { agent_id: 'guide', expiration_date: '2001-01-01' });
    await admin.rest('POST', '/v3/memories/search/', { query: 'stamps', filters: { user_id: 'rosa' } });
    await admin.rest('POST', '/v3/memories/', { filters: { user_id: 'rosa' } });
    await admin.rest('GET', `/v1/memories/${doomed}/`);
    await admin.rest('GET', '/v1/memories/nothing/');
    await admin.rest('POST', '/graphql', { query: 'query Memories { memories { edges { node { id } } } }' });
    expect(await statistics()).toEqual({
      total_memories: 4,
      total_add_events: 5,
      total_retrieval_events: 4,
      total_api_retrieval_events: 4,
      total_retrieval_events_limit: 0,
      total_users_with_memories: 2,
      total_agents_with_memories: 0,
      total_runs_with_memories: 1,
      memories_per_user: 2,
      memories_per_agent: 0,
      memories_per_run: 3,
    });
    await admin.rest('DELETE', `/v1/memories/${doomed}/`);
    expect(await statistics()).toMatchObject({
      total_memories: 3,
      total_users_with_memories: 1,
      memories_per_user: 3,
      total_retrieval_events: 4,
    });
  });

  it('leave out merged memories, as lists and the counts of entities do', async () => {
    const [newer, older] = [
      await remember('Red stamps', { user_id: 'rosa' }),
      await remember('Stamps', { user_id: 'li' }),
    ];
    const merge = `mutation { setMemoryLink(input: { newerMemoryId: "${newer}", olderMemoryId: "${older}", relation: MERGES }) { __typename } }`;
    expect((await admin.rest('POST', '/graphql', { query: merge })).body).toEqual({
      data: { setMemoryLink: { __typename: 'SetMemoryLinkPayload' } },
    });
    const query =
      '{ memories { totalCount } projectStatistics { memoryCount userCount growth(days: 1) { memoryCount } } }';
    expect((await admin.rest('POST', '/graphql', { query })).body).toEqual({
      data: {
        memories: { totalCount: 1 },
        projectStatistics: { memoryCount: 1, userCount: 1, growth: [{ memoryCount: 1 }] },
      },
    });
  });

  it('read each entry of the request log once, and keep those that are removed', async () => {
    await remember('Stamps', { user_id: 'rosa' });
    const look = () => admin.rest('POST', '/v3/memories/', { filters: { user_id: 'rosa' } });
    await look();
    expect(await statistics()).toMatchObject({ total_retrieval_events: 1 });
    await look();
    await look();
    await test.app.services.requestLogs.flush();
    const { services } = test.app;
    await services.database.query(`UPDATE request_logs SET created_at = created_at - interval '10 days'`);
    await pruneRequestLogs(services, { days: 5 });
    expect(await services.database.query(`SELECT id FROM request_logs WHERE operation = 'listMemories'`)).toEqual([]);
    expect(await statistics()).toMatchObject({ total_retrieval_events: 3 });
    await look();
    expect(await statistics()).toMatchObject({ total_retrieval_events: 4 });
    const counts = await Promise.all(Array.from({ length: 8 }, () => statistics()));
    expect(new Set(counts.map((each) => each.total_retrieval_events))).toEqual(new Set([4]));
  });

  it('are in GraphQL, with the feedback', async () => {
    const memory = await remember('Stamps', { user_id: 'rosa', app_id: 'shop' });
    await admin.rest('POST', '/v1/feedback/', { memory_id: memory, feedback: 'VERY_NEGATIVE' });
    const { body } = await admin.rest('POST', '/graphql', {
      query:
        '{ projectStatistics { memoryCount userCount agentCount appCount runCount userMemoryCount addCount retrievalCount feedback { positiveCount negativeCount veryNegativeCount } } }',
    });
    expect(body).toEqual({
      data: {
        projectStatistics: {
          memoryCount: 1,
          userCount: 1,
          agentCount: 0,
          appCount: 1,
          runCount: 0,
          userMemoryCount: 1,
          addCount: 1,
          retrievalCount: 0,
          feedback: { positiveCount: 0, negativeCount: 0, veryNegativeCount: 1 },
        },
      },
    });
  });

  it('are those of the project that the key opens, and readable by READERs', async () => {
    await remember('Stamps', { user_id: 'rosa' });
    const bob = await person(test.app.services, 'bob');
    const { projectId } = await tenant(test.app.services, [[bob, 'READER']]);
    const reader = test.as(await test.keyFor(bob, { projectId }));
    expect(await statistics(reader)).toMatchObject({ total_memories: 0, total_add_events: 0 });
    expect((await reader.rest('GET', `/v1/stats/?project_id=${test.admin.projectId}`)).status).toBe(403);
    expect((await test.as(null).rest('GET', '/v1/stats/')).status).toBe(401);
    const { body } = await reader.rest<{ errors: { extensions: { code: string } }[] }>('POST', '/graphql', {
      query: `{ projectStatistics(projectId: "${test.admin.projectId}") { memoryCount } }`,
    });
    expect(body.errors[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
