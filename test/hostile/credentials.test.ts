import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ http: { ...loadConfig({}).http, wrongCredentialsPerMinute: 20 } });
});
afterAll(() => test.close());

const ping = (key: string) => test.as(key).rest<{ user_email: string; project_id: string }>('GET', '/v1/ping/');

/** Two users of two tenants, each with a key for their own project. */
async function twoTenants() {
  const { services } = test.app;
  const settle = async (name: string) => {
    const user = await person(services, `${name}-${Math.random().toString(36).slice(2)}`);
    const { projectId } = await tenant(services, [[user, 'OWNER']]);
    return { user, projectId, key: await test.keyFor(user, { projectId }) };
  };
  return [await settle('ada'), await settle('bob')] as const;
}

describe('row 4: many wrong keys from one address', () => {
  const call = (key: string, remoteAddress: string) =>
    test.app.inject({ url: '/v1/ping/', headers: { authorization: `Token ${key}` }, remoteAddress });

  it('get 401, then 429 with Retry-After, while right ones work', async () => {
    const wrong = `m0sk_${'x'.repeat(43)}`;
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await call(wrong, '203.0.113.9')).statusCode).toBe(401);
    const refused = await call(wrong, '203.0.113.9');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^[1-9]\d?$/)]);
    expect((await call(test.admin.apiKey, '203.0.113.9')).statusCode).toBe(200);
    expect((await call(wrong, '203.0.113.10')).statusCode).toBe(401);
  });
});

describe('row 6: two keys with the same prefix', () => {
  it('open what each of them opens', async () => {
    const [ada, bob] = await twoTenants();
    await test.app.services.database.query(`UPDATE api_keys SET key_prefix = 'm0sk_theSame'`);
    expect((await ping(ada.key)).body).toMatchObject({ user_email: ada.user.email, project_id: ada.projectId });
    expect((await ping(bob.key)).body).toMatchObject({ user_email: bob.user.email, project_id: bob.projectId });
    const mixed = ada.key.slice(0, 12) + bob.key.slice(12);
    expect((await ping(mixed)).status).toBe(401);
  });
});

describe('row 22: the address of a client', () => {
  const login = (forwarded: string) =>
    test.app.inject({
      method: 'POST',
      url: '/auth/login',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded, forwarded: `for=${forwarded}` },
      payload: JSON.stringify({ email: 'ada@example.com', password: 'wrong-password' }),
      remoteAddress: '203.0.113.7',
    });

  it('is that of the connection, whatever X-Forwarded-For says, so that the limit of logins holds', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) statuses.push((await login(`198.51.100.${attempt}`)).statusCode);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });
});

describe('rows 42 and 44: requests of two tenants that interleave', () => {
  it('never read a row of the other, over one connection of the database too', async () => {
    const tenants = await twoTenants();
    for (const { key, user } of tenants) {
      const body = { messages: [{ role: 'user', content: `Canary of ${user.email}.` }], user_id: 'rosa', infer: false };
      expect((await test.as(key).rest('POST', '/v3/memories/add/', body)).status).toBe(200);
    }
    const query = '{ viewer { user { email } } memories { nodes { text entities { name } } } }';
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_unused, index) => {
        const owner = tenants[index % 2] as (typeof tenants)[number];
        const { body } = await test.as(owner.key).rest('POST', '/graphql', { query });
        return { body, owner };
      }),
    );
    for (const { body, owner } of answers)
      expect(body).toEqual({
        data: {
          viewer: { user: { email: owner.user.email } },
          memories: { nodes: [{ text: `Canary of ${owner.user.email}.`, entities: [{ name: 'rosa' }] }] },
        },
      });
  });
});

describe('row 45: a persisted document', () => {
  it('that one tenant registered runs with the rights of its caller', async () => {
    const [ada, bob] = await twoTenants();
    const query = '{ viewer { user { email } } }';
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    await test.as(ada.key).rest('POST', '/graphql', { query, extensions });
    expect((await test.as(bob.key).rest('POST', '/graphql', { extensions })).body).toEqual({
      data: { viewer: { user: { email: bob.user.email } } },
    });
    expect((await test.as(null).rest('POST', '/graphql', { extensions })).body).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });
});

describe('row 72: ids of persisted documents', () => {
  it('that are unknown or no hashes are refused, and leave nothing behind', async () => {
    const send = (sha256Hash: unknown, version: unknown = 1) =>
      test.as(test.admin.apiKey).rest<{ errors: { extensions: { code: string } }[] }>('POST', '/graphql', {
        extensions: { persistedQuery: { version, sha256Hash } },
      });
    for (const hash of [
      "' OR 1=1 --",
      '../../etc/passwd',
      'a'.repeat(100_000),
      '__proto__',
      'constructor',
      7,
      null,
      {},
    ]) {
      const { status, body } = await send(hash);
      expect([hash, status < 500, body.errors.length]).toEqual([hash, true, 1]);
    }
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 500; index += 1) {
      const { body } = await send(createHash('sha256').update(String(index)).digest('hex'));
      expect(body.errors[0]?.extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
  });
});
