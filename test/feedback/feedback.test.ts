import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

const nowhere = '00000000-0000-4000-8000-000000000000';

async function remember(content: string, client = admin): Promise<string> {
  const { body } = await client.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content }],
    user_id: 'rosa',
    infer: false,
  });
  return body.results[0].id;
}

const give = (memory_id: unknown, more: object, client = admin) =>
  client.rest('POST', '/v1/feedback/', { memory_id, ...more });

type Data = Record<string, Record<string, unknown> & { __typename?: string }>;
async function ask(query: string, variables: object = {}, client = admin): Promise<Data> {
  const { body } = await client.rest<{ data: Data; errors?: unknown[] }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const listed = `query ($memoryId: ID, $rating: FeedbackRating) { feedback(memoryId: $memoryId, rating: $rating) { totalCount edges { node { id memoryId rating reason givenBy } } } }`;

describe('feedback', () => {
  it('is kept once for each caller and memory, replaced, and removed by two nulls', async () => {
    const memory = await remember('I collect stamps');
    const first = await give(memory, { feedback: 'POSITIVE', feedback_reason: 'clear' });
    expect([first.status, first.body]).toEqual([
      200,
      { id: expect.any(String), feedback: 'POSITIVE', feedback_reason: 'clear' },
    ]);
    const second = await give(memory, { feedback: 'VERY_NEGATIVE', feedback_reason: null });
    expect([second.status, second.body]).toEqual([
      200,
      { id: first.body.id, feedback: 'VERY_NEGATIVE', feedback_reason: null },
    ]);
    const removed = await give(memory, { feedback: null, feedback_reason: null });
    expect([removed.status, removed.body]).toEqual([200, { id: first.body.id, feedback: null, feedback_reason: null }]);
    expect((await give(memory, {})).body).toEqual({ id: null, feedback: null, feedback_reason: null });
    expect((await ask(listed)).feedback).toMatchObject({ totalCount: 0 });
  });

  it('of several callers stands side by side, in the memory and in the list', async () => {
    const ada = await person(test.app.services, 'ada', 'admin');
    const [stamps, coins] = [await remember('I collect stamps'), await remember('I collect coins')];
    await give(stamps, { feedback: 'POSITIVE' });
    await give(stamps, { feedback: 'NEGATIVE', feedback_reason: 'old' }, test.as(await test.keyFor(ada)));
    await give(coins, { feedback: 'NEGATIVE' });
    const { memory } = await ask('query ($id: ID!) { memory(id: $id) { feedback { rating reason givenBy } } }', {
      id: stamps,
    });
    expect(memory).toEqual({
      feedback: [
        { rating: 'NEGATIVE', reason: 'old', givenBy: ada.id },
        { rating: 'POSITIVE', reason: null, givenBy: expect.any(String) },
      ],
    });
    expect((await ask(listed, { memoryId: stamps })).feedback).toMatchObject({ totalCount: 2 });
    expect((await ask(listed, { rating: 'NEGATIVE' })).feedback).toMatchObject({
      totalCount: 2,
      edges: [{ node: { memoryId: coins } }, { node: { memoryId: stamps } }],
    });
  });

  it('is given in GraphQL as in REST', async () => {
    const memory = await remember('I collect stamps');
    const mutation =
      'mutation ($input: GiveFeedbackInput!) { giveFeedback(input: $input) { __typename ... on GiveFeedbackPayload { feedback { rating reason } memory { id } } ... on Error { code } } }';
    const kept = await ask(mutation, { input: { memoryId: memory, rating: 'POSITIVE', reason: 'clear' } });
    expect(kept.giveFeedback).toEqual({
      __typename: 'GiveFeedbackPayload',
      feedback: { rating: 'POSITIVE', reason: 'clear' },
      memory: { id: memory },
    });
    expect((await ask(mutation, { input: { memoryId: memory } })).giveFeedback).toMatchObject({ feedback: null });
    for (const memoryId of [nowhere, 'x'])
      expect((await ask(mutation, { input: { memoryId, rating: 'POSITIVE' } })).giveFeedback).toMatchObject({
        __typename: 'NotFoundError',
      });
  });

  it('goes with its memory, and is unseen as soon as the memory is', async () => {
    const memory = await remember('I collect stamps');
    const given = await give(memory, { feedback: 'POSITIVE', feedback_reason: 'It quotes the stamps' });
    const byId = 'query ($id: ID!) { node(id: $id) { __typename ... on Feedback { reason } } }';
    expect(await ask(byId, { id: given.body.id })).toEqual({
      node: { __typename: 'Feedback', reason: 'It quotes the stamps' },
    });
    await test.app.services.database.query('UPDATE memories SET deleted_at = now() WHERE id = $1', [memory]);
    expect((await ask(listed)).feedback).toMatchObject({ totalCount: 0, edges: [] });
    expect(await ask(byId, { id: given.body.id })).toEqual({ node: null });
    await test.app.services.database.query('UPDATE memories SET deleted_at = NULL WHERE id = $1', [memory]);
    expect((await admin.rest('DELETE', `/v1/memories/${memory}/`)).status).toBe(200);
    expect(await test.app.services.database.query('SELECT id FROM feedback')).toEqual([]);
  });

  it('refuses bad input, absent memories, those of others, and READERs', async () => {
    const memory = await remember('I collect stamps');
    expect(await give('x', { feedback: 'POSITIVE' })).toMatchObject({
      status: 400,
      body: { error: 'Invalid memory_id', detail: 'Invalid memory_id' },
    });
    for (const body of [
      { feedback: 'GOOD' },
      { feedback: 5 },
      { feedback_reason: 'a\u0000b' },
      { feedback_reason: 'x'.repeat(5001) },
      { memory_id: 7 },
    ]) {
      expect(await give(memory, body)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    }
    expect(await give(nowhere, { feedback: 'POSITIVE' })).toMatchObject({
      status: 404,
      body: { error: 'Memory not found!' },
    });
    expect((await give(nowhere, {})).status).toBe(404);
    const [eve, bob] = [await person(test.app.services, 'eve'), await person(test.app.services, 'bob')];
    const { projectId } = await tenant(test.app.services, [
      [eve, 'OWNER'],
      [bob, 'READER'],
    ]);
    const outsider = test.as(await test.keyFor(eve, { projectId }));
    expect((await give(memory, { feedback: 'POSITIVE' }, outsider)).status).toBe(404);
    const hers = await remember('I collect coins', outsider);
    expect((await give(hers, { feedback: 'POSITIVE' }, test.as(await test.keyFor(bob, { projectId })))).status).toBe(
      403,
    );
    expect(
      (await give(hers, { feedback: 'POSITIVE' }, test.as(await test.keyFor(eve, { projectId, readOnly: true }))))
        .status,
    ).toBe(403);
    expect((await give(memory, { feedback: 'POSITIVE' }, test.as(null))).status).toBe(401);
  });
});

describe('the history feed', () => {
  it('holds what happened in the project, newest first, by page and by cursor', async () => {
    const ids = [];
    for (const text of ['Stamps', 'Coins', 'Shells']) ids.push(await remember(text));
    await admin.rest('DELETE', `/v1/memories/${ids[0]}/`);
    const { status, body } = await admin.rest<{
      count: number;
      next: string;
      results: { event: string; memory_id: string }[];
    }>('GET', '/v1/memories/events/?limit=3');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      count: 4,
      previous: null,
      results: [
        { event: 'DELETE', memory_id: ids[0], old_memory: 'Stamps', new_memory: null, user_id: 'rosa' },
        { event: 'ADD', memory_id: ids[2] },
        { memory_id: ids[1] },
      ],
    });
    const rest = await admin.rest('GET', body.next.replace('http://localhost', ''));
    expect(rest.body).toMatchObject({ next: null, results: [{ event: 'ADD', memory_id: ids[0] }] });
    expect(await admin.rest('GET', '/v1/memories/events/?page=3&limit=3')).toMatchObject({
      status: 404,
      body: { detail: 'Invalid page.' },
    });
    for (const bad of ['limit=0', 'limit=201', 'page=x', 'page=-1'])
      expect((await admin.rest('GET', `/v1/memories/events/?${bad}`)).status).toBe(400);
    const { memoryHistory } = await ask(
      '{ memoryHistory(first: 2) { totalCount edges { node { event memoryId } } pageInfo { hasNextPage } } }',
    );
    expect(memoryHistory).toEqual({
      totalCount: 4,
      edges: [{ node: { event: 'DELETE', memoryId: ids[0] } }, { node: { event: 'ADD', memoryId: ids[2] } }],
      pageInfo: { hasNextPage: true },
    });
  });

  it('shows each entry once on consecutive pages, whatever is added meanwhile', async () => {
    for (const text of ['Stamps', 'Coins', 'Shells', 'Kites']) await remember(text);
    const seen: unknown[] = [];
    for (let next: string | null = '/v1/memories/events/?limit=2'; next !== null;) {
      const { body }: { body: { next: string | null; results: { new_memory: string }[] } } = await admin.rest(
        'GET',
        next,
      );
      seen.push(...body.results.map((entry) => entry.new_memory));
      next = body.next?.replace('http://localhost', '') ?? null;
      await remember(`Maps ${seen.length}`);
    }
    expect(seen).toEqual(['Kites', 'Shells', 'Coins', 'Stamps']);
  });

  it('shows nothing of other projects', async () => {
    await remember('Stamps');
    const eve = await person(test.app.services, 'eve');
    const { projectId } = await tenant(test.app.services, [[eve, 'READER']]);
    const { body } = await test.as(await test.keyFor(eve, { projectId })).rest('GET', '/v1/memories/events/');
    expect(body).toEqual({ count: 0, next: null, previous: null, results: [] });
  });
});
