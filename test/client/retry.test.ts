import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AcceptInvitationDocument,
  AddMemoriesDocument,
  LoginDocument,
  ViewerDocument,
  type ClientOptions,
} from '../../client/index.js';
import { startRunningApp, type RunningApp } from './running-app.js';

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
beforeEach(() => app.reset());
afterAll(() => app.close());

const input = { userId: 'ada', infer: false, messages: [{ role: 'USER' as const, content: 'I live in Lisbon.' }] };
const memories = () => app.app.services.database.query('SELECT text FROM memories');

/**
 * A connection that loses the first responses after the server sent them, or whose proxy rejects the first requests.
 */
function flaky(failures: readonly ('lost' | 503 | 400)[]) {
  const sent: { idempotencyKey?: string }[] = [];
  const fetch: ClientOptions['fetch'] = async (address, init) => {
    const failure = failures[sent.length];
    sent.push((JSON.parse(init?.body as string) as { variables?: object }).variables ?? {});
    if (typeof failure === 'number') return new Response('', { status: failure });
    const response = await globalThis.fetch(address, init);
    if (failure === undefined) return response;
    throw new TypeError('fetch failed');
  };
  return { sent, fetch };
}

const retry = { delayMs: () => 0 };

describe('a client that retries', () => {
  it('adds memories once, though two responses are lost: all attempts share one key', async () => {
    const { sent, fetch } = flaky(['lost', 503, 'lost']);
    const client = app.client({ fetch, retry });
    const { results } = (await client.request(AddMemoriesDocument, { input })).addMemories;
    expect(results).toMatchObject([{ event: 'ADD', memory: { text: 'I live in Lisbon.' } }]);
    expect(await memories()).toEqual([{ text: 'I live in Lisbon.' }]);
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey))).toEqual(
      new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]),
    );
  });

  it('keeps the key that the caller gave, and takes another one for each request', async () => {
    const own = flaky(['lost']);
    await app.client({ fetch: own.fetch, retry }).request(AddMemoriesDocument, { input, idempotencyKey: 'my-own-key' });
    expect(own.sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['my-own-key', 'my-own-key']);
    const each = flaky([]);
    const client = app.client({ fetch: each.fetch, retry });
    for (let count = 0; count < 2; count += 1) await client.request(AddMemoriesDocument, { input });
    expect(new Set(each.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  it('repeats queries, and gives up after its attempts with the last error', async () => {
    const passing = flaky(['lost', 503]);
    expect((await app.client({ fetch: passing.fetch, retry }).request(ViewerDocument)).viewer.isAdmin).toBe(true);
    const failing = flaky(['lost', 'lost', 503, 'lost']);
    const client = app.client({ fetch: failing.fetch, retry: { ...retry, attempts: 3 } });
    await expect(client.request(ViewerDocument)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(failing.sent).toHaveLength(3);
  });

  it.each([
    { what: 'for a client without the option', client: {}, request: {}, failure: 'lost', code: 'UNREACHABLE' },
    {
      what: 'for a request that says no',
      client: { retry },
      request: { retry: false },
      failure: 'lost',
      code: 'UNREACHABLE',
    },
    { what: 'after a refusal that stays one', client: { retry }, request: {}, failure: 400, code: 'BAD_USER_INPUT' },
  ] as const)('does not repeat $what', async ({ client, request, failure, code }) => {
    const { sent, fetch } = flaky([failure]);
    await expect(app.client({ fetch, ...client }).request(ViewerDocument, {}, request)).rejects.toMatchObject({ code });
    expect(sent).toHaveLength(1);
  });

  it('does not repeat a mutation of a session, which the server would run again', async () => {
    const { sent, fetch } = flaky(['lost', 'lost']);
    const credentials = { email: app.admin.email, password: app.admin.password };
    const client = app.client({ fetch, retry });
    const login = client.request(LoginDocument, { input: credentials });
    await expect(login).rejects.toMatchObject({ code: 'UNREACHABLE' });
    const link = { token: 'x', name: 'Guest', password: 'a long password' };
    const accepted = client.request(AcceptInvitationDocument, { input: { link } });
    await expect(accepted).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(sent).toHaveLength(2);
  });

  it('stops waiting when its signal aborts', async () => {
    const { sent, fetch } = flaky(['lost']);
    const leaving = new AbortController();
    const client = app.client({ fetch, retry: { delayMs: () => 3_600_000 } });
    const answer = client.request(ViewerDocument, {}, { signal: leaving.signal });
    await expect.poll(() => sent.length).toBe(1);
    leaving.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
  });
});
