import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';
import { idle } from './helpers.js';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await test.reset();
  admin = test.as(test.admin.apiKey);
});
afterEach(() => idle(test.app.services));
afterAll(() => test.close());

const absent = '018f0000-0000-7000-8000-000000000000';

async function remember(content: string, ids: object = { user_id: 'rosa' }): Promise<string> {
  const { body } = await admin.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content }],
    infer: false,
    ...ids,
  });
  return body.results[0].id;
}

const count = async () =>
  (
    await test.app.services.database.query<{ n: number }>('SELECT count(*) AS n FROM memories WHERE deleted_at IS NULL')
  )[0]?.n;

/** Waits until an event has ended. */
async function ended(eventId: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await admin.rest('GET', `/v1/event/${eventId}/`);
    if (body.status !== 'PENDING' && body.status !== 'RUNNING') return body;
  }
}

describe('DELETE /v1/memories/', () => {
  it('answers at once with an event that succeeds, and deletes what fits', async () => {
    await remember('I collect stamps');
    await remember('I like tea', { user_id: 'otto' });
    const { status, body } = await admin.rest<{ message: string; event_id: string }>(
      'DELETE',
      '/v1/memories/?user_id=rosa&source=cli',
    );
    expect([status, body]).toEqual([
      200,
      { message: 'Delete in progress. This may take some time.', event_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect(await count()).toBe(1);
    expect(await ended(body.event_id)).toMatchObject({ event_type: 'DELETE_ALL', status: 'SUCCEEDED' });
    expect((await admin.rest('DELETE', '/v1/memories/?user_id=nobody')).status).toBe(200);
  });

  it('leaves only the deletion in the history of every API, without texts', async () => {
    const id = await remember('I collect stamps');
    const kept = await remember('I like tea', { user_id: 'otto' });
    const { body } = await admin.rest<{ event_id: string }>('DELETE', '/v1/memories/?user_id=rosa');
    await ended(body.event_id);
    const history = await admin.rest('GET', `/v1/memories/${id}/history/`);
    expect([history.status, history.body]).toMatchObject([
      200,
      [{ memory_id: id, event: 'DELETE', old_memory: null, new_memory: null }],
    ]);
    const flat = await admin.rest('GET', `/memories/${id}/history`);
    expect([flat.status, flat.body]).toMatchObject([
      200,
      [{ memory_id: id, event: 'DELETE', old_memory: null, new_memory: null, is_deleted: true }],
    ]);
    const feed = await admin.rest<{ count: number }>('GET', '/v1/memories/events/');
    expect(feed).toMatchObject({ status: 200, body: { count: 2 } });
    const query = '{ memoryHistory { totalCount edges { node { memoryId event oldText newText } } } }';
    const [deleted, added] = [
      { memoryId: id, event: 'DELETE', oldText: null, newText: null },
      { memoryId: kept, event: 'ADD', oldText: null, newText: 'I like tea' },
    ];
    expect((await admin.rest('POST', '/graphql', { query })).body).toEqual({
      data: { memoryHistory: { totalCount: 2, edges: [{ node: deleted }, { node: added }] } },
    });
    for (const face of [history.body, flat.body, feed.body]) expect(JSON.stringify(face)).not.toContain('stamps');
  });

  it('refuses what is no filter, and what could be read in a wider way', async () => {
    await remember('I collect stamps');
    const refused = [
      ...[
        '',
        '?',
        '?foo=bar',
        '?user_id=',
        '?user_id=%20',
        '?metadata={}',
        '?user_id=a&user_id=*',
        '?user_id[]=rosa',
        '?user_id[$ne]=x',
        '?user_id[0]=rosa',
        '?user_id=rosa&agent_id[]=a',
      ],
      ...[
        '?user_id.x=rosa',
        '?USER_ID[]=rosa',
        '?user_id=*&metadata=x',
        '?user_id=*&metadata=[1]',
        '?metadata={"__proto__":{}}',
        `?metadata=${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
      ],
      ...[
        '?user_id=rosa&run_id=',
        '?user_id=rosa&metadata=',
        '?user_id=rosa&session_id=s',
        '?user_id=rosa&userId=rosa',
        '?user_id=rosa&filters={}',
        '?user_id=rosa&foo=bar',
      ],
      ...['?user_id=*&org_id=a&org_id=b', '?user_id=%00', `?user_id=rosa&project_id[]=${test.admin.projectId}`],
    ];
    for (const query of refused) {
      const { status, body } = await admin.rest('DELETE', `/v1/memories/${query}`);
      expect([query, status, typeof body.error]).toEqual([query, 400, 'string']);
    }
    expect((await admin.rest('DELETE', '/v1/memories/?user_id=rosa&session_id=s')).body.error).toContain('session_id');
    expect((await admin.rest('DELETE', '/v1/memories/?user_id=nobody&source=cli')).status).toBe(200);
    for (const literal of ['**', '*a', '%EF%BC%8A', '%25', '_'])
      expect((await admin.rest('DELETE', `/v1/memories/?user_id=${literal}`)).status).toBe(200);
    expect(await count()).toBe(1);
    expect((await admin.rest('DELETE', '/v1/memories/?user_id=%2A')).status).toBe(200);
    expect(await count()).toBe(0);
  });

  it('wipes with four stars only this project, and refuses another organization or project', async () => {
    const ada = await person(test.app.services, 'ada');
    const other = await tenant(test.app.services, [[ada, 'OWNER']]);
    const stranger = test.as(await test.keyFor(ada, { projectId: other.projectId }));
    await remember('I collect stamps');
    await stranger.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'I like tea' }],
      infer: false,
      agent_id: 'a',
    });
    const stars = 'user_id=*&agent_id=*&app_id=*&run_id=*';
    for (const foreign of [`org_id=${other.organizationId}`, `project_id=${other.projectId}`, 'org_id=org_none']) {
      expect((await admin.rest('DELETE', `/v1/memories/?${stars}&${foreign}`)).status).toBe(403);
    }
    expect(await count()).toBe(2);
    const { body } = await admin.rest<{ event_id: string }>(
      'DELETE',
      `/v1/memories/?${stars}&org_id=${test.admin.orgId}&project_id=${test.admin.projectId}`,
    );
    expect(await count()).toBe(1);
    const [hidden, missing] = [
      await stranger.rest('GET', `/v1/event/${body.event_id}/`),
      await stranger.rest('GET', `/v1/event/${absent}/`),
    ];
    expect([hidden.status, hidden.body]).toEqual([404, missing.body]);
    expect((await test.as(null).rest('DELETE', '/v1/memories/?user_id=*')).status).toBe(401);
    const readOnly = test.as(await test.keyFor(ada, { projectId: other.projectId, readOnly: true }));
    expect((await readOnly.rest('DELETE', '/v1/memories/?agent_id=*')).status).toBe(403);
  });
});

describe('deleting entities and organizations', () => {
  it('works by name and by number', async () => {
    await remember('I collect stamps');
    await remember('I like tea', { agent_id: 'x' });
    expect(await admin.rest('DELETE', '/v2/entities/things/rosa/')).toMatchObject({
      status: 400,
      body: { message: 'Invalid entity type' },
    });
    const byName = await admin.rest<{ event_id: string }>('DELETE', '/v2/entities/user/rosa/');
    expect(byName.status).toBe(200);
    expect(await count()).toBe(1);
    expect(await ended(byName.body.event_id)).toMatchObject({ status: 'SUCCEEDED', event_type: 'DELETE_USER' });
    expect((await admin.rest('DELETE', '/v2/entities/user/nobody/')).status).toBe(200);
    expect(await admin.rest('DELETE', '/v1/entities/agent/x/')).toMatchObject({
      status: 400,
      body: { error: 'Invalid entity ID. Must be an integer.' },
    });
    const { body } = await admin.rest<{ results: { id: string; type: string }[] }>('GET', '/v1/entities/');
    expect(body.results).toMatchObject([{ type: 'agent' }]);
    expect((await admin.rest('DELETE', `/v1/entities/user/${body.results[0]?.id}/`)).status).toBe(404);
    expect((await admin.rest('DELETE', `/v1/entities/agent/${body.results[0]?.id}/`)).status).toBe(200);
    expect(await count()).toBe(0);
  });

  it('deletes an organization for its OWNER', async () => {
    const { body } = await admin.rest<{ org_id: string }>('POST', '/api/v1/orgs/organizations/', {
      name: 'Lighthouse',
    });
    const path = `/api/v1/orgs/organizations/${body.org_id}/`;
    const ada = await person(test.app.services, 'ada');
    expect((await test.as(await test.keyFor(ada)).rest('DELETE', path)).status).toBe(404);
    expect(await admin.rest('DELETE', path)).toMatchObject({
      status: 200,
      body: { message: 'Organization deleted successfully' },
    });
    expect((await admin.rest('GET', path)).status).toBe(404);
  });
});

describe('/v1/batch/', () => {
  it('changes and deletes by ids, counting only those that are there', async () => {
    const [one, two] = [await remember('I collect stamps'), await remember('I like tea')];
    const update = (memories: unknown) => admin.rest('PUT', '/v1/batch/', { memories });
    const remove = (memories: unknown) => admin.rest('DELETE', '/v1/batch/', { memories });
    expect(
      await update([
        { memory_id: one, text: 'I collect coins' },
        { memory_id: two, metadata: { k: 1 } },
        { memory_id: absent, text: 'x' },
      ]),
    ).toMatchObject({
      status: 200,
      body: { message: 'Successfully updated 2 memories' },
    });
    expect((await admin.rest('GET', `/v1/memories/${one}/`)).body).toMatchObject({ memory: 'I collect coins' });
    for (const broken of [
      [],
      [{ memory_id: 'x', text: 'y' }],
      [{ memory_id: one }],
      [{ memory_id: one, text: ' ' }],
      Array.from({ length: 1_001 }, () => ({ memory_id: one, text: 'x' })),
    ]) {
      expect((await update(broken)).status).toBe(400);
    }
    expect((await update([{ memory_id: absent, text: 'x' }])).status).toBe(404);
    expect((await remove([{ memory_id: 'x' }])).status).toBe(400);
    expect(await remove([{ memory_id: one }, { memory_id: one }, { memory_id: absent }])).toMatchObject({
      status: 200,
      body: { message: 'Successfully deleted 1 memories' },
    });
    expect((await remove([{ memory_id: one }])).status).toBe(404);
    expect(await count()).toBe(1);
    expect(
      (await admin.rest<{ event: string }[]>('GET', `/v1/memories/${one}/history/`)).body.map(({ event }) => event),
    ).toEqual(['ADD', 'UPDATE', 'DELETE']);
  });
});
