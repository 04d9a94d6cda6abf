import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createContext } from '../../src/context.js';
import { transact } from '../../src/unit-of-work/transact.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person } from '../helpers/context.js';
import { addBody, freshKey, sender, type Send } from './helpers.js';

let test: TestApp;
let send: Send;

beforeAll(async () => {
  test = await startTestApp();
  send = sender(test.app, test.admin.apiKey);
});
afterAll(() => test.close());
beforeEach(() => test.reset());

const count = async (table: string) =>
  (await test.app.services.database.query<{ count: number }>(`SELECT count(*) FROM ${table}`))[0]?.count;

describe('a write that is sent again with its Idempotency-Key', () => {
  it('is answered the same, to the byte, and done once on a hosted path', async () => {
    const key = freshKey();
    const first = await send('POST /v3/memories/add/', addBody('Rosa collects stamps'), key);
    const second = await send('POST /v3/memories/add/', addBody('Rosa collects stamps'), key);
    expect(first).toMatchObject({ status: 200, isReplay: false });
    expect(second).toEqual({ ...first, isReplay: true });
    expect(await count('events')).toBe(1);
  });

  it('keeps the status, also when what it deleted is gone', async () => {
    const { id } = (
      JSON.parse((await send('POST /v3/memories/add/', addBody('Rosa collects coins'))).text) as {
        results: { id: string }[];
      }
    ).results[0] ?? { id: '' };
    const key = freshKey();
    const first = await send(`DELETE /v1/memories/${id}/`, undefined, key);
    expect(first).toMatchObject({ status: 200, isReplay: false });
    expect(await send(`DELETE /v1/memories/${id}/`, undefined, key)).toEqual({ ...first, isReplay: true });
    expect(await send(`DELETE /v1/memories/${id}/`)).toMatchObject({ status: 404 });
  });

  it('keeps a 201 and a secret that is shown once, and the table shows neither', async () => {
    const webhook = { url: 'https://hooks.example.com/in', name: 'in', event_types: ['memory_add'] };
    const path = `POST /api/v1/webhooks/projects/${test.admin.projectId}/`;
    const key = freshKey();
    const first = await send(path, webhook, key);
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect(await send(path, webhook, key)).toEqual({ ...first, isReplay: true });
    expect(await count('webhooks')).toBe(1);
    const { signing_secret: secret } = JSON.parse(first.text) as { signing_secret: string };
    const [row] = await test.app.services.database.query<{ text: string }>(
      "SELECT encode(response, 'escape') || row_to_json(k)::text AS text FROM idempotency_keys k",
    );
    expect(row?.text).not.toContain(secret);
    expect(row?.text).not.toContain('hooks.example.com');
  });

  it('is done once on the self-hosted paths', async () => {
    const key = freshKey();
    const first = await send('POST /api-keys', { label: 'once' }, key);
    expect(first).toMatchObject({ status: expect.any(Number), isReplay: false });
    const before = await count('api_keys');
    expect(await send('POST /api-keys', { label: 'once' }, key)).toEqual({ ...first, isReplay: true });
    expect(await count('api_keys')).toBe(before);
    const [user, add] = [freshKey(), freshKey()];
    const account = { name: 'Ida', email: 'ida@example.com', role: 'member' };
    const created = await send('POST /users', account, user);
    expect(created.status).toBe(201);
    expect(await send('POST /users', account, user)).toEqual({ ...created, isReplay: true });
    const added = await send('POST /memories', addBody('Rosa paints'), add);
    expect(added.status).toBe(200);
    expect(await send('POST /memories', addBody('Rosa paints'), add)).toEqual({ ...added, isReplay: true });
  });

  it('waits for extraction once, and is answered the same', async () => {
    const key = freshKey();
    const body = { ...addBody('I live in Bremen and I work as a baker.'), infer: true };
    const [first, second] = await Promise.all([send('POST /memories', body, key), send('POST /memories', body, key)]);
    expect(first.status).toBe(200);
    expect([first.isReplay, second.isReplay].sort()).toEqual([false, true]);
    expect(second.text).toBe(first.text);
    expect(await count('events')).toBe(1);
    const [row] = await test.app.services.database.query<{ status: string }>('SELECT status FROM idempotency_keys');
    expect(row?.status).toBe('DONE');
  });

  it('is the same request whatever the order of its fields, and with or without the slash at the end', async () => {
    const key = freshKey();
    const { messages, ...rest } = addBody('Rosa swims');
    const first = await send('POST /v3/memories/add/', { messages, ...rest }, key);
    expect(await send('POST /v3/memories/add', { ...rest, messages }, key)).toEqual({ ...first, isReplay: true });
  });
});

describe('an Idempotency-Key', () => {
  it('answers another payload, path or method with 422', async () => {
    const key = freshKey();
    await send('POST /v3/memories/add/', addBody('Rosa rides'), key);
    const refused = await send('POST /v3/memories/add/', addBody('Rosa runs'), key);
    expect(refused).toMatchObject({ status: 422, isReplay: false });
    expect(refused.text).toContain('idempotency key');
    expect(await send('POST /v1/memories/', addBody('Rosa rides'), key)).toMatchObject({ status: 422 });
    expect(await send('POST /memories', addBody('Rosa rides'), key)).toMatchObject({ status: 422 });
    expect(await count('memories')).toBe(1);
  });

  it.each(['short', 'x'.repeat(129), 'with-an-ü-in-it', 'with a blank', ''])(
    'of the wrong form is refused before anything is written: %j',
    async (key) => {
      const answer = await send('POST /v3/memories/add/', addBody('Rosa sings'), key);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('idempotency_key must be 8 to 128 printable ASCII characters without blanks.');
      expect(await count('memories')).toBe(0);
    },
  );

  it.each(['x'.repeat(8), 'x'.repeat(128)])('has 8 to 128 characters: %s', async (key) => {
    expect((await send('POST /v3/memories/add/', addBody('Rosa hums'), key)).status).toBe(200);
  });

  it('is not used up by a request that fails and writes nothing', async () => {
    const key = freshKey();
    expect((await send('POST /v3/memories/add/', { user_id: 'rosa' }, key)).status).toBe(400);
    expect((await send('DELETE /v1/memories/00000000-0000-7000-8000-000000000000/', undefined, key)).status).toBe(404);
    expect(await count('idempotency_keys')).toBe(0);
    expect(await send('POST /v3/memories/add/', addBody('Rosa draws'), key)).toMatchObject({
      status: 200,
      isReplay: false,
    });
  });

  it('belongs to its caller: another one with the same key is another request', async () => {
    const { services } = test.app;
    const other = sender(test.app, await test.keyFor(await person(services, 'olga', 'admin')));
    const key = freshKey();
    const [first, second] = [
      await send('POST /v3/memories/add/', addBody('Rosa'), key),
      await other('POST /v3/memories/add/', addBody('Olga'), key),
    ];
    expect([first, second]).toMatchObject([
      { status: 200, isReplay: false },
      { status: 200, isReplay: false },
    ]);
    expect(second.text).not.toBe(first.text);
    expect(await count('memories')).toBe(2);
  });

  it('means nothing to searches, which write nothing', async () => {
    const key = freshKey();
    await send('POST /v3/memories/search/', { query: 'stamps', filters: { user_id: 'rosa' } }, key);
    expect(
      await send('POST /v3/memories/search/', { query: 'coins', filters: { user_id: 'rosa' } }, key),
    ).toMatchObject({ status: 200, isReplay: false });
    expect(await count('idempotency_keys')).toBe(0);
  });

  it('costs two statements, and nothing when there is none', async () => {
    const { database } = test.app.services;
    const texts: string[] = [];
    const stop = database.onQuery((text) => void texts.push(text));
    await send('POST /v3/memories/add/', addBody('Rosa fishes'));
    const without = texts.splice(0);
    await send('POST /v3/memories/add/', addBody('Rosa hunts'), freshKey());
    stop();
    const extra = (statements: readonly string[]) =>
      statements.filter((text) => /idempotency_keys|SAVEPOINT/.test(text)).length;
    expect([extra(without), extra(texts)]).toEqual([0, 2]);
  });
});

describe('a stored answer', () => {
  it('expires after a day, even before housekeeping deletes it', async () => {
    const key = freshKey();
    await send('POST /v3/memories/add/', addBody('Rosa knits'), key);
    await test.app.services.database.query('UPDATE idempotency_keys SET expires_at = now()');
    expect(await send('POST /v3/memories/add/', addBody('Rosa weaves'), key)).toMatchObject({
      status: 200,
      isReplay: false,
    });
    const [row] = await test.app.services.database.query<{ hours: number }>(
      'SELECT extract(epoch FROM expires_at - created_at) / 3600 AS hours FROM idempotency_keys',
    );
    expect(row?.hours).toBe(24);
  });

  it('gives no access: a caller whose API key was revoked gets no replay', async () => {
    const key = freshKey();
    const caller = await person(test.app.services, 'vera', 'admin');
    const apiKey = await test.keyFor(caller);
    const vera = sender(test.app, apiKey);
    expect((await vera('POST /v3/memories/add/', addBody('Vera'), key)).status).toBe(200);
    const ctx = createContext(test.app.services, {
      caller: { mode: 'admin_api_key', user: null, key: null, isAdmin: true },
      requestId: 'test',
    });
    await transact(ctx, ({ stores }) => stores.users.remove(caller.id));
    await ctx.bus.publish('credentialChanged', { userId: caller.id });
    await expect.poll(async () => (await vera('POST /v3/memories/add/', addBody('Vera'), key)).status).toBe(401);
  });
});
