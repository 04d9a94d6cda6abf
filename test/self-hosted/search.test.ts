import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { flatClient, jobsDone, type FlatCall } from './flat-client.js';
import { storeMemory, type Results } from './stored-memories.js';

let test: TestApp;
let call: FlatCall;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
afterEach(() => jobsDone(test.app));
beforeEach(async () => {
  await test.reset();
  call = flatClient(test.app, { 'x-api-key': test.admin.apiKey });
});

const store = (memory: string, extra?: Record<string, unknown>) => storeMemory(call, memory, extra);

describe('1.9 POST /search', () => {
  it('answers memories with scores, best first; owners beside the filters count as well', async () => {
    await store('I love hiking in the mountains');
    await store('My cat is called Misu');
    for (const body of [
      { query: 'hiking', filters: { user_id: 'ada' } },
      { query: 'hiking', user_id: 'ada', filters: { user_id: 'bob' } },
    ]) {
      const answer = await call<Results>('POST /search', body);
      expect(answer.status).toBe(200);
      expect(answer.body.results[0]).toMatchObject({
        memory: 'I love hiking in the mountains',
        score: expect.any(Number),
        user_id: 'ada',
        metadata: null,
      });
    }
  });

  it('reads precision and order in any letter case', async () => {
    await store('I love hiking in the mountains');
    for (const more of [{ precision: 'HIGH' }, { precision: 'Balanced' }, { order: 'DATE' }, { order: 'Relevance' }]) {
      const { status, body } = await call<Results>('POST /search', { query: 'hiking', user_id: 'ada', ...more });
      expect([status, body.results.length], JSON.stringify(more)).toEqual([200, 1]);
    }
  });

  it('leaves superseded memories out on request, and names the fields that it does not know', async () => {
    const older = await store('I love hiking in the hills');
    const newer = await store('I love hiking in the mountains now');
    const { body } = await test.as(test.admin.apiKey).rest<{ errors?: unknown }>('POST', '/graphql', {
      query: 'mutation ($input: SetMemoryLinkInput!) { setMemoryLink(input: $input) { __typename } }',
      variables: { input: { newerMemoryId: newer.id, olderMemoryId: older.id } },
    });
    expect(body.errors).toBeUndefined();
    const search = async (how: object) => {
      const found = await call<Results & { ignored_options?: string[] }>('POST /search', {
        query: 'hiking',
        user_id: 'ada',
        ...how,
      });
      const { results, ignored_options: ignored } = found.body;
      return { status: found.status, texts: results.map(({ memory }) => memory), ignored };
    };
    const both = [newer.memory, older.memory];
    expect(await search({})).toEqual({ status: 200, texts: both, ignored: undefined });
    expect(await search({ latest_only: true })).toEqual({ status: 200, texts: [newer.memory], ignored: undefined });
    expect(await search({ latestOnly: true, latest_only: null })).toEqual({
      status: 200,
      texts: both,
      ignored: ['latestOnly'],
    });
  });

  it('explains scores', async () => {
    await store('I love hiking');
    const { body } = await call<Results>('POST /search', {
      query: 'hiking',
      filters: { user_id: 'ada' },
      explain: true,
      threshold: 0,
    });
    const names = [
      'semantic_score',
      'bm25_score',
      'entity_boost',
      'raw_score',
      'max_possible_score',
      'final_score',
      'threshold',
    ];
    expect(Object.keys(body.results[0]?.score_details ?? {})).toEqual(expect.arrayContaining(names));
  });

  it('filters by metadata on the level of everything else', async () => {
    await store('hiking one', { user_id: 'ada', metadata: { src: 'mail', n: 1 } });
    await store('hiking two', { user_id: 'ada', metadata: { src: 'chat', n: 2 } });
    await store('of bob', { user_id: 'bob', metadata: { src: 'mail' } });
    const found = async (filters: unknown) =>
      (await call<Results>('POST /search', { query: 'hiking', filters })).body.results
        .map(({ memory }) => memory)
        .sort();
    expect(await found({ user_id: 'ada', src: 'mail' })).toEqual(['hiking one']);
    expect(await found({ user_id: 'ada', src: ['mail', 'chat'] })).toEqual(['hiking one', 'hiking two']);
    expect(await found({ user_id: 'ada', src: { nin: ['mail'] } })).toEqual(['hiking two']);
    expect(await found({ user_id: 'ada', NOT: [{ src: 'mail' }] })).toEqual(['hiking two']);
    expect(await found({ user_id: 'ada', OR: [{ src: 'mail' }, { n: { eq: 2 } }] })).toEqual([
      'hiking one',
      'hiking two',
    ]);
  });

  it('ne and nin also find memories without the key', async () => {
    await store('hiking without');
    for (const src of [{ ne: 'mail' }, { nin: ['mail'] }]) {
      expect(
        (await call<Results>('POST /search', { query: 'hiking', filters: { user_id: 'ada', src } })).body.results,
      ).toHaveLength(1);
    }
  });

  it('answers 400 without an id at the top, for a blank query, values out of range and unknown operators; 422 for types', async () => {
    const filters = { user_id: 'ada' };
    const wrong = [
      { query: 'x' },
      { query: 'x', filters: { AND: [filters] } },
      { query: ' ', filters },
      { query: 'x', filters, threshold: 2 },
      { query: 'x', filters, top_k: 0 },
      { query: 'x', filters: { ...filters, src: { like: 'm' } } },
    ];
    for (const body of wrong)
      expect(await call('POST /search', body)).toMatchObject({ status: 400, body: { detail: expect.any(String) } });
    expect((await call('POST /search', { filters })).status).toBe(422);
    expect((await call('POST /search', { query: 'x', filters, top_k: 'many' })).status).toBe(422);
  });
});

describe('1.9 deleting many', () => {
  it('DELETE /memories deletes what carries the ids, at once for every reader', async () => {
    await store('of ada');
    await store('of bob', { user_id: 'bob' });
    expect(await call('DELETE /memories?user_id=ada')).toMatchObject({
      status: 200,
      body: { message: 'All relevant memories deleted' },
    });
    expect((await call<Results>('GET /memories')).body.results.map(({ memory }) => memory)).toEqual(['of bob']);
  });

  it('DELETE /memories answers 400 without an id and leaves everything', async () => {
    await store('of ada');
    expect((await call('DELETE /memories')).status).toBe(400);
    expect((await call('DELETE /memories?user_id=')).status).toBe(400);
    expect((await call<Results>('GET /memories')).body.results).toHaveLength(1);
  });

  it('DELETE /memories refuses what would delete more than was meant: a blank ID beside another one, an ID twice, an unknown parameter', async () => {
    await store('of ada');
    const unknown = (name: string): unknown =>
      expect.stringContaining(`"${name}" is not a parameter of a deletion`) as unknown;
    for (const [query, detail] of [
      ['user_id=ada&agent_id=', 'agent_id must not be blank: leave it out.'],
      ['user_id=ada&run_id=%20', 'run_id must not be blank: leave it out.'],
      ['user_id=ada&user_id=bob', 'user_id must be given once, as plain text.'],
      ['user_id=ada&run=monday', unknown('run')],
      ['user_id=ada&metadata=%7B%22trip%22%3A%22Peru%22%7D', unknown('metadata')],
      ['user_id=ada&project_id=proj_other', unknown('project_id')],
    ] as const)
      expect(await call(`DELETE /memories?${query}`), query).toMatchObject({ status: 400, body: { detail } });
    expect((await call<Results>('GET /memories')).body.results).toHaveLength(1);
    expect((await call('DELETE /memories?user_id=ada&source=CLI')).status).toBe(200);
  });

  it('POST /reset deletes all memories of the project with what their history says, and no user, key or log', async () => {
    const { id } = await store('of ada');
    await store('of a run', { run_id: 'r1' });
    expect(await call('POST /reset')).toMatchObject({ status: 200, body: { message: 'All memories reset' } });
    expect((await call<Results>('GET /memories')).body.results).toEqual([]);
    await jobsDone(test.app);
    expect((await call(`GET /memories/${id}/history`)).body).toMatchObject([
      { event: 'DELETE', old_memory: null, new_memory: null, is_deleted: true },
    ]);
    expect((await call('GET /auth/me')).status).toBe(200);
  });
});
