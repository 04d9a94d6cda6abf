import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { flatClient } from './flat-client.js';

let test: TestApp;
let pair: { access_token: string; refresh_token: string };
beforeAll(async () => {
  test = await startTestApp();
  pair = (
    await flatClient(test.app)<typeof pair>('POST /auth/login', {
      email: test.admin.email,
      password: test.admin.password,
    })
  ).body;
});
afterAll(() => test.close());

const rows = <Row>(text: string, values: unknown[] = []) => test.app.services.database.query<Row>(text, values);
const part = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;

describe('2.1 tables', () => {
  it.each([
    ['users', ['id', 'name', 'email', 'password_hash', 'role', 'created_at', 'last_login_at']],
    ['api_keys', ['id', 'key_prefix', 'key_hash', 'label', 'created_by', 'last_used_at', 'revoked_at', 'created_at']],
    ['request_logs', ['id', 'method', 'path', 'status_code', 'latency_ms', 'auth_type', 'created_at']],
    ['settings', ['key', 'value', 'updated_at']],
    ['refresh_token_jtis', ['jti', 'user_id', 'expires_at', 'used_at', 'created_at']],
  ])('%s has the documented columns', async (table, columns) => {
    const found = await rows<{ columnName: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1",
      [table],
    );
    expect(found.map(({ columnName }) => columnName)).toEqual(expect.arrayContaining(columns));
  });

  it('more than one user may be an admin', async () => {
    await rows(
      "INSERT INTO users (id, name, email, password_hash, role) VALUES (gen_random_uuid(), 'x', 'second@example.org', '!', 'admin')",
    );
    expect(await rows("SELECT count(*) FROM users WHERE role = 'admin'")).toEqual([{ count: 2 }]);
  });
});

describe('2.3 keys and passwords', () => {
  it('a key has 48 characters, of which the first 12 are stored, with bcrypt over all of it', async () => {
    expect(test.admin.apiKey).toMatch(/^m0sk_[\w-]{43}$/);
    const [row] = await rows<{ keyPrefix: string; keyHash: string }>('SELECT key_prefix, key_hash FROM api_keys');
    expect(row).toEqual({ keyPrefix: test.admin.apiKey.slice(0, 12), keyHash: expect.stringMatching(/^\$2b\$/) });
  });

  it('a password is stored as bcrypt', async () => {
    expect(await rows('SELECT password_hash FROM users WHERE email = $1', [test.admin.email])).toEqual([
      { passwordHash: expect.stringMatching(/^\$2b\$/) },
    ]);
  });
});

describe('2.4 tokens', () => {
  it('are HS256, good for 30 minutes and 30 days, and told apart by their type', () => {
    const [access, refresh] = [pair.access_token, pair.refresh_token];
    expect([part(access, 0), part(refresh, 0)]).toMatchObject([{ alg: 'HS256' }, { alg: 'HS256' }]);
    expect(part(access, 0).typ).not.toBe(part(refresh, 0).typ);
    const seconds = (token: string) => Number(part(token, 1).exp) - Number(part(token, 1).iat);
    expect([seconds(access), seconds(refresh)]).toEqual([30 * 60, 30 * 24 * 3600]);
  });

  it('say who, and the refresh token its row', async () => {
    const [user] = await rows<{ id: string }>('SELECT id FROM users WHERE email = $1', [test.admin.email]);
    expect([part(pair.access_token, 1).sub, part(pair.refresh_token, 1).sub]).toEqual([user?.id, user?.id]);
    expect(await rows('SELECT jti, used_at FROM refresh_token_jtis')).toEqual([
      { jti: part(pair.refresh_token, 1).jti, usedAt: null },
    ]);
  });

  it('a refresh consumes its token; of ten at once all hold the same new pair', async () => {
    const refresh = () =>
      flatClient(test.app)<typeof pair>('POST /auth/refresh', { refresh_token: pair.refresh_token });
    const answers = await Promise.all(Array.from({ length: 10 }, refresh));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(await rows('SELECT count(*) FROM refresh_token_jtis WHERE used_at IS NULL')).toEqual([{ count: 1 }]);
  });
});
