import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { createContext } from '../../src/context.js';
import { transact } from '../../src/unit-of-work/transact.js';
import { beginOnce, isAttempt } from '../../src/resolvers/idempotency/begin-once.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { adminKey } from '../helpers/context.js';
import { testDatabase } from '../setup/database.js';
import { addBody, freshKey, sender, type RawAnswer, type Send } from './helpers.js';

// The embedded database belongs to one process, so both halves go to the same one.
const isShared = inject('databases').kind === 'postgres';

let here: TestApp;
let there: App | null = null;
let halves: readonly [Send, Send];

beforeAll(async () => {
  here = await startTestApp();
  if (isShared)
    there = await createApp(here.app.services.config, { database: await testDatabase(), log: here.app.services.log });
  halves = [sender(here.app, here.admin.apiKey), sender(there ?? here.app, here.admin.apiKey)];
});
afterAll(async () => {
  await there?.close();
  await here.close();
});
beforeEach(() => here.reset());

const all = (times: number, ask: (send: Send, index: number) => Promise<RawAnswer>) =>
  Promise.all(Array.from({ length: times }, (_, index) => ask(halves[index % 2 === 0 ? 0 : 1], index)));
const count = async (table: string) =>
  (await here.app.services.database.query<{ count: number }>(`SELECT count(*) FROM ${table}`))[0]?.count;

describe('equal requests at the same time, half of them in another process', () => {
  it('give one memory and 199 replays of 200 adds', async () => {
    const key = freshKey();
    const answers = await all(200, (send) => send('POST /v3/memories/add/', addBody('Rosa collects stamps'), key));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ isReplay }) => isReplay)).toHaveLength(199);
    expect([await count('memories'), await count('events'), await count('memory_history')]).toEqual([1, 1, 1]);
  }, 60_000);

  it('give 199 replays of 200 mutations', async () => {
    const query =
      'mutation ($input: AddMemoriesInput!, $key: String) { addMemories(input: $input, idempotencyKey: $key) { ... on AddMemoriesPayload { event { id } results { id: memoryId event } } } }';
    const variables = {
      input: { messages: [{ role: 'USER', content: 'Rosa collects coins' }], userId: 'rosa', infer: false },
      key: freshKey(),
    };
    const answers = await all(200, (send) => send('POST /graphql', { query, variables }));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.text).toContain('"ADD"');
    expect([await count('memories'), await count('events')]).toEqual([1, 1]);
  }, 60_000);

  it('are all told that it is deleted, and none that it is not there', async () => {
    const added = JSON.parse((await halves[0]('POST /v3/memories/add/', addBody('Rosa collects shells'))).text) as {
      results: { id: string }[];
    };
    const key = freshKey();
    const answers = await all(40, (send) => send(`DELETE /v1/memories/${added.results[0]?.id}/`, undefined, key));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  }, 60_000);

  it('let one of two payloads win: the others are refused', async () => {
    const key = freshKey();
    const answers = await all(40, (send, index) =>
      send('POST /v3/memories/add/', addBody(`Rosa collects ${index % 4 < 2 ? 'leaves' : 'stones'}`), key),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(20);
    expect(await count('memories')).toBe(1);
  }, 60_000);
});

describe('a client that goes away', () => {
  it('at any moment finds the answer, or does it then, when it comes back', async () => {
    const { apiUrl } = await here.app.listen();
    for (let round = 0; round < 20; round += 1) {
      const key = freshKey();
      const body = JSON.stringify(addBody(`Rosa collects thing ${round}`));
      const headers = { 'content-type': 'application/json', 'x-api-key': here.admin.apiKey, 'idempotency-key': key };
      await new Promise((resolve) => {
        // A separate connection, which is closed with the request.
        const leaving = request(
          new URL('/v3/memories/add/', apiUrl),
          { method: 'POST', headers, agent: false },
          (answer) => answer.resume(),
        );
        leaving
          .on('error', () => undefined)
          .on('close', resolve)
          .end(body);
        setTimeout(() => leaving.destroy(), round);
      });
      expect(await halves[1]('POST /v3/memories/add/', JSON.parse(body), key)).toMatchObject({
        status: 200,
        text: expect.stringContaining('"ADD"'),
      });
    }
    expect([await count('memories'), await count('events')]).toEqual([20, 20]);
  }, 60_000);
});

describe('an equal request that takes long', () => {
  let keyed: { key: string; operation: string; payload: object };
  beforeEach(() => {
    keyed = { key: freshKey(), operation: 'test', payload: {} };
  });
  const context = () => createContext(here.app.services, { caller: adminKey, requestId: 'test' });

  it('is waited for, and then answered with 409', async () => {
    const first = await beginOnce(context(), keyed);
    if (!isAttempt(first)) throw new Error('The key was used before.');
    await expect(beginOnce(context(), { ...keyed, waitMs: 30 })).rejects.toMatchObject({
      code: 'CONFLICT',
      retryAfterSeconds: 1,
    });
    const waiting = beginOnce(context(), keyed);
    await first.finish('the answer');
    expect(await waiting).toEqual({ answer: 'the answer', isReplay: true });
  });

  it('leaves the key to the next when it fails', async () => {
    const [ctx, other] = [context(), context()];
    const first = await beginOnce(ctx, keyed);
    const waiting = beginOnce(other, keyed);
    if (!isAttempt(first)) throw new Error('The key was used before.');
    await transact(first.ctx, ({ stores }) =>
      stores.organizations.insert({ id: 'org_taken_back', name: 'Taken back', now: new Date() }),
    );
    expect(await first.abandon()).toBeNull();
    const second = await waiting;
    expect(isAttempt(second)).toBe(true);
    if (isAttempt(second)) await second.abandon();
    expect(await here.app.services.database.query("SELECT id FROM organizations WHERE id = 'org_taken_back'")).toEqual(
      [],
    );
  });

  it('gets the provisional response when its process is gone', async () => {
    const first = await beginOnce(context(), keyed);
    if (!isAttempt(first)) throw new Error('The key was used before.');
    await first.commitWith('accepted');
    expect(await beginOnce(context(), { ...keyed, waitMs: 30 })).toEqual({ answer: 'accepted', isReplay: true });
    await first.finish('done');
    expect(await beginOnce(context(), keyed)).toEqual({ answer: 'done', isReplay: true });
  });
});

describe('an answer', () => {
  it('that is too large is not stored, but its key is', async () => {
    const keyed = { key: 'a-large-answer', operation: 'test', payload: {} };
    const ctx = createContext(here.app.services, { caller: adminKey, requestId: 'test' });
    const first = await beginOnce(ctx, keyed);
    if (!isAttempt(first)) throw new Error('The key was used before.');
    const noise = Array.from({ length: 400_000 }, () => Math.random());
    expect(await first.finish(noise)).toEqual({ answer: noise, isReplay: false });
    await expect(beginOnce(ctx, keyed)).rejects.toThrow(
      'This request was carried out already. Its answer was too large to be kept.',
    );
  });
});
