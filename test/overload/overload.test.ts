import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { startFakeProvider, toEnvironment, type FakeProvider } from '../helpers/fake-provider/index.js';

// Two adds and one search run at a time, and 32 wait for each of them.
const [addsAccepted, searchesAccepted] = [66, 33];

let fake: FakeProvider;
let app: RunningApp;
let release: () => void = () => undefined;
let headers: Record<string, string>;

beforeAll(async () => {
  fake = await startFakeProvider();
  const environment = {
    ...toEnvironment(fake),
    MAX_CONCURRENT_ADDS: '2',
    MAX_CONCURRENT_SEARCHES: '1',
    // Only a full queue may refuse requests, not a slow machine.
    MAX_QUEUE_WAIT_MS: '600000',
    MAX_EVENT_LOOP_DELAY_MS: '0',
  };
  app = await startRunningApp(loadConfig(environment));
  headers = { authorization: `Token ${app.admin.apiKey}`, 'content-type': 'application/json' };
  expect((await add('The lamp is green.')).status).toBe(200);
  // The provider waits until the test releases it, which saturates the server on any machine.
  const released = new Promise<void>((resolve) => (release = resolve));
  fake.gate = () => released;
});
afterAll(async () => {
  release();
  await app.close();
  await fake.close();
});

const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
const read = (path: string) => fetch(`${app.url}${path}`, { headers });
const toAdd = (text: string) => ({ messages: [{ role: 'user', content: text }], user_id: 'ada', infer: false });
const add = (text: string) => post('/v3/memories/add/', toAdd(text));
const search = () => post('/v3/memories/search/', { query: 'lamp', filters: { user_id: 'ada' } });
const graphql = (query: string) => post('/graphql', { query });

const addMutation = `mutation { addMemories(input: { userId: "ada", infer: false, messages: [{ role: USER, content: "Too late." }] }) { __typename } }`;
const seconds = expect.stringMatching(/^[1-9]\d?$/) as string;
const unavailable = (path: string) => ({
  message: 'The server is overloaded. Try again later.',
  path: [path],
  extensions: { code: 'UNAVAILABLE', retryAfterSeconds: expect.any(Number) },
});

/** Waits until the queues of adds and searches are full. */
async function untilSaturated(): Promise<void> {
  const { admission } = app.app.services;
  const isFull = () => {
    const { add: adds, search: searches } = admission.stats();
    return adds.running === 2 && adds.waiting === 64 && searches.running === 1 && searches.waiting === 32;
  };
  while (!isFull()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a server with more work than it can do', () => {
  it(
    'refuses the rest with 503, goes on reading, and keeps every add that it acknowledged',
    { timeout: 60_000 },
    async () => {
      const adds = Array.from({ length: addsAccepted }, (_unused, index) => add(`The lamp has the number ${index}.`));
      const searches = Array.from({ length: searchesAccepted }, () => search());
      await untilSaturated();

      const refusedAdds = await Promise.all(Array.from({ length: 40 }, () => add('One lamp too many.')));
      for (const response of refusedAdds) {
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, seconds]);
        expect(await response.json()).toEqual({
          error: 'The server is overloaded. Try again later.',
          detail: 'The server is overloaded. Try again later.',
        });
      }
      const refusedSearch = await search();
      expect([refusedSearch.status, refusedSearch.headers.get('retry-after')]).toEqual([503, seconds]);
      // The second request takes the fast path for known documents.
      for (const accept of ['application/graphql-response+json', 'application/json', 'application/json']) {
        const response = await fetch(`${app.url}/graphql`, {
          method: 'POST',
          headers: { ...headers, accept },
          body: JSON.stringify({ query: addMutation }),
        });
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, seconds]);
        expect(await response.json()).toMatchObject({ errors: [unavailable('addMemories')] });
      }

      expect((await read('/health')).status).toBe(200);
      const list = await post('/v3/memories/', { filters: { user_id: 'ada' } });
      expect([list.status, await list.json()]).toMatchObject([200, { count: 1 }]);
      await app.app.services.requestLogs.flush();
      const log = await graphql('{ requestLogs(first: 100, filter: { outcomes: [FAILED] }) { totalCount } }');
      expect([log.status, await log.json()]).toEqual([200, { data: { requestLogs: { totalCount: 44 } } }]);

      release();
      expect((await Promise.all(adds)).map(({ status }) => status)).toEqual(adds.map(() => 200));
      expect((await Promise.all(searches)).map(({ status }) => status)).toEqual(searches.map(() => 200));
      const kept = await graphql('{ memories { totalCount } }');
      expect(await kept.json()).toEqual({ data: { memories: { totalCount: addsAccepted + 1 } } });
      expect((await add('Room again.')).status).toBe(200);
    },
  );

  it(
    'reads the project of as many adds of a burst as have room, not of those that it refuses',
    { timeout: 60_000 },
    async () => {
      const { admission, database } = app.app.services;
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      fake.gate = () => ended;
      let projectsRead = 0;
      const stopCounting = database.onQuery((text) => {
        if (text.includes('AS has_unmarked_deletion')) projectsRead += 1;
      });
      const before = admission.stats().add.refused;
      const burst = Array.from({ length: 300 }, (_unused, index) =>
        add(`The lamp of the burst has the number ${index}.`),
      );
      while (admission.stats().add.refused - before < burst.length - addsAccepted)
        await new Promise((resolve) => setTimeout(resolve, 5));
      end();
      const statuses = (await Promise.all(burst)).map(({ status }) => status);
      stopCounting();
      const countOf = (wanted: number) => statuses.filter((status) => status === wanted).length;
      expect([countOf(200), countOf(503), projectsRead]).toEqual([addsAccepted, 300 - addsAccepted, addsAccepted]);
    },
  );

  it('gives the place of an add back that ends before its work', async () => {
    for (let sent = 0; sent < addsAccepted + 2; sent += 1)
      expect((await post('/v3/memories/add/', { messages: [], user_id: 'ada' })).status).toBe(400);
    expect((await add('The lamp after invalid requests.')).status).toBe(200);
  });

  it('keeps no place for repeats of a request that wait for its answer', { timeout: 60_000 }, async () => {
    const { admission } = app.app.services;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    fake.gate = () => ended;
    const before = admission.stats().add.refused;
    const text = 'The lamp of the repeats is blue.';
    const repeats = Array.from({ length: addsAccepted + 14 }, () =>
      post('/v3/memories/add/', toAdd(text), { 'idempotency-key': 'blue-lamp' }),
    );
    // One place stays free: a repeat that arrives after the others needs room at its arrival.
    const others = Array.from({ length: addsAccepted - 2 }, (_unused, index) => add(`Another lamp, number ${index}.`));
    const isTaken = () => {
      const { running, waiting, refused } = admission.stats().add;
      return running + waiting + refused - before >= addsAccepted - 1;
    };
    while (!isTaken()) await new Promise((resolve) => setTimeout(resolve, 5));
    end();
    const statuses = (await Promise.all([...repeats, ...others])).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
  });
});
