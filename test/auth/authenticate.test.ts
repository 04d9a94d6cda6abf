import { randomUUID } from 'node:crypto';
import bcrypt from 'bcrypt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createAuthenticator,
  RefusedCredentialError,
  type Authenticator,
  type Credentials,
} from '../../src/auth/authenticate.js';
import { signAccessToken } from '@memory-gateway/credentials';
import { loadConfig, type Environment } from '../../src/config.js';
import { createApiKey } from '../../src/resolvers/api-key/create-api-key.js';
import { revokeApiKey } from '../../src/resolvers/api-key/revoke-api-key.js';
import { as, people, tenant, testServices, type People, type TestServices } from '../helpers/context.js';
import { startSession } from '../helpers/session.js';

const jwtSecret = 'a-secret-of-the-test-suite-5d1f0c';
const adminApiKey = 'an-admin-key-of-the-test-suite';

let services: TestServices;
let cast: People;
let authenticator: Authenticator;
let clock: Date;

async function open(env: Environment = {}): Promise<void> {
  const config = loadConfig({ JWT_SECRET: jwtSecret, ADMIN_API_KEY: adminApiKey, LOG_LEVEL: 'silent', ...env });
  services = await testServices({ config, now: () => clock });
  authenticator = createAuthenticator(services);
}

beforeEach(async () => {
  clock = new Date('2026-03-01T12:00:00.000Z');
  await open();
  cast = await people(services);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await authenticator.close();
});

async function newSecret(input: { projectId?: string; readOnly?: boolean; expiresAt?: Date } = {}): Promise<string> {
  return (await createApiKey(as(services, cast.ada), { label: 'test', ...input })).secret;
}

async function refusal(
  credentials: Credentials,
): Promise<Pick<RefusedCredentialError, 'status' | 'message' | 'mode' | 'keyPrefix'>> {
  const error: unknown = await authenticator.authenticate(credentials).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RefusedCredentialError)) throw new Error('It was not refused.', { cause: error });
  const { status, message, mode, keyPrefix } = error;
  return { status, message, mode, keyPrefix };
}

const moments = (seconds: number): void => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

describe('an API key', () => {
  it.each([
    ['Token', (key: string) => ({ authorization: `Token ${key}` })],
    ['token in lower case', (key: string) => ({ authorization: `token ${key}` })],
    ['Bearer', (key: string) => ({ authorization: `BEARER ${key}` })],
    ['X-API-Key', (key: string) => ({ apiKey: key })],
    ['X-API-Key beside a foreign scheme', (key: string) => ({ apiKey: key, authorization: 'Basic YTpi' })],
    ['both headers alike', (key: string) => ({ apiKey: key, authorization: `Token ${key}` })],
    ['X-API-Key beside a blank Authorization', (key: string) => ({ apiKey: key, authorization: ' ' })],
  ])('is accepted as %s', async (_form, credentials) => {
    const { projectId } = await tenant(services, [[cast.ada, 'READER']]);
    const secret = await newSecret({ projectId, readOnly: true });
    const found = await authenticator.authenticate(credentials(secret));
    expect(found).toEqual({
      caller: {
        mode: 'api_key',
        user: cast.ada,
        key: { id: expect.any(String) as string, prefix: secret.slice(0, 12), projectId, readOnly: true },
        isAdmin: false,
      },
      presented: 'api_key',
      keyPrefix: secret.slice(0, 12),
    });
  });

  it('that is unknown, revoked or expired gets one and the same answer, without bcrypt', async () => {
    const { key, secret: revoked } = await createApiKey(as(services, cast.ada), { label: 'revoked' });
    await revokeApiKey(as(services, cast.ada), { id: key.id });
    const expired = await newSecret({ expiresAt: new Date(clock.getTime() + 1000) });
    await authenticator.authenticate({ apiKey: expired });
    moments(1);
    const compare = vi.spyOn(bcrypt, 'compare');
    const unknown = `m0sk_${'x'.repeat(43)}`;
    const base = { status: 401, message: 'Invalid API key.', mode: 'api_key' };
    expect(await refusal({ apiKey: unknown })).toEqual({ ...base, keyPrefix: 'm0sk_xxxxxxx' });
    expect(await refusal({ authorization: `Bearer ${unknown}` })).toEqual({ ...base, keyPrefix: 'm0sk_xxxxxxx' });
    expect(await refusal({ apiKey: expired })).toEqual({ ...base, keyPrefix: expired.slice(0, 12) });
    expect(compare).not.toHaveBeenCalled();
    expect(await refusal({ apiKey: revoked })).toEqual({ ...base, keyPrefix: revoked.slice(0, 12) });
  });

  it.each([
    ['a megabyte long', 'm0sk_'.padEnd(1_000_000, 'x')],
    ['with NUL', 'm0sk_\u0000'],
    ['beyond ASCII', 'm0sk_ключ'],
    ['like SQL', "' OR 1=1 --"],
  ])('%s is refused without a look at the database', async (_what, apiKey) => {
    const statements: string[] = [];
    const stop = services.database.onQuery((text) => void statements.push(String(text)));
    expect(await refusal({ apiKey })).toMatchObject({ status: 401, mode: 'api_key' });
    stop();
    expect(statements).toEqual([]);
  });

  it('meets bcrypt once, and the database again only after some seconds', async () => {
    const secret = await newSecret();
    const compare = vi.spyOn(bcrypt, 'compare');
    const read = vi.spyOn(services.stores.apiKeys, 'credential');
    await Promise.all([1, 2, 3].map(() => authenticator.authenticate({ apiKey: secret })));
    moments(4);
    await authenticator.authenticate({ apiKey: secret });
    expect([compare.mock.calls.length, read.mock.calls.length]).toEqual([1, 1]);
    moments(2);
    await authenticator.authenticate({ apiKey: secret });
    expect([compare.mock.calls.length, read.mock.calls.length]).toEqual([1, 2]);
  });

  it('stops working immediately when it is revoked, although it is cached', async () => {
    const { key, secret } = await createApiKey(as(services, cast.ada), { label: 'test' });
    await authenticator.authenticate({ apiKey: secret });
    await revokeApiKey(as(services, cast.ada), { id: key.id });
    expect(await refusal({ apiKey: secret })).toMatchObject({ status: 401 });
  });

  it('that is revoked during its verification stays revoked', async () => {
    const { key, secret } = await createApiKey(as(services, cast.ada), { label: 'test' });
    const real = services.stores.apiKeys.credential;
    vi.spyOn(services.stores.apiKeys, 'credential').mockImplementationOnce(async (digest) => {
      const old = await real(digest);
      await revokeApiKey(as(services, cast.ada), { id: key.id });
      return old;
    });
    await authenticator.authenticate({ apiKey: secret });
    expect(await refusal({ apiKey: secret })).toMatchObject({ status: 401 });
  });

  it('carries the role that its owner has now', async () => {
    const secret = await newSecret();
    await authenticator.authenticate({ apiKey: secret });
    await services.database.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [cast.ada.id]);
    await services.bus.publish('credentialChanged', { userId: cast.ada.id });
    expect((await authenticator.authenticate({ apiKey: secret })).caller.isAdmin).toBe(true);
  });

  it('has its last use recorded at most once a minute', async () => {
    const { key, secret } = await createApiKey(as(services, cast.ada), { label: 'test' });
    const touch = vi.spyOn(services.stores.apiKeys, 'touch');
    const first = clock;
    for (const seconds of [0, 30, 29]) {
      moments(seconds);
      await authenticator.authenticate({ apiKey: secret });
    }
    expect(touch).toHaveBeenCalledTimes(1);
    moments(1);
    await authenticator.authenticate({ apiKey: secret });
    expect(touch).toHaveBeenCalledTimes(2);
    await authenticator.close();
    const noted = (await services.stores.apiKeys.find(key.id))?.lastUsedAt;
    expect(noted).toEqual(new Date(first.getTime() + 60_000));
  });

  it('keeps working when its use cannot be recorded', async () => {
    const secret = await newSecret();
    vi.spyOn(services.stores.apiKeys, 'touch').mockRejectedValueOnce(new Error('away'));
    expect((await authenticator.authenticate({ apiKey: secret })).presented).toBe('api_key');
  });
});

describe('a session token', () => {
  it('acts as its user with the role in the database', async () => {
    const token = await startSession(services, cast.root.id);
    const found = await authenticator.authenticate({ authorization: `Bearer ${token}` });
    expect(found).toEqual({
      caller: { mode: 'bearer', user: cast.root, key: null, sessionId: expect.any(String), isAdmin: true },
      presented: 'bearer',
      keyPrefix: null,
    });
    await services.database.query(`UPDATE users SET role = 'member' WHERE id = $1`, [cast.root.id]);
    expect((await authenticator.authenticate({ authorization: `Bearer ${token}` })).caller.isAdmin).toBe(false);
  });

  it('is refused when it is wrong, too long, or its user is gone', async () => {
    const refused = { status: 401, message: 'Invalid or expired token.', mode: 'bearer', keyPrefix: null };
    const gone = await signAccessToken(jwtSecret, { userId: randomUUID(), sessionId: randomUUID(), now: clock });
    expect(await refusal({ authorization: `Bearer ${gone}` })).toEqual(refused);
    expect(await refusal({ authorization: 'Bearer not-a-token' })).toEqual(refused);
    expect(await refusal({ authorization: `Bearer ${'x'.repeat(1_000_000)}` })).toEqual(refused);
  });

  it('is not accepted as a key', async () => {
    const token = await startSession(services, cast.root.id);
    expect(await refusal({ authorization: `Token ${token}` })).toMatchObject({ mode: 'api_key' });
    expect(await refusal({ apiKey: token })).toMatchObject({ mode: 'api_key' });
  });
});

describe('the admin key', () => {
  it.each([
    ['Bearer', { authorization: `Bearer ${adminApiKey}` }],
    ['Token', { authorization: `Token ${adminApiKey}` }],
    ['X-API-Key', { apiKey: adminApiKey }],
  ])('acts as the oldest admin, sent as %s', async (_form, credentials) => {
    const found = await authenticator.authenticate(credentials);
    expect(found.caller).toEqual({ mode: 'admin_api_key', user: cast.root, key: null, isAdmin: true });
  });

  it('is anonymous while there is no admin', async () => {
    await open();
    const found = await authenticator.authenticate({ apiKey: adminApiKey });
    expect(found.caller).toEqual({ mode: 'admin_api_key', user: null, key: null, isAdmin: true });
  });

  it('is refused if no admin key is configured', async () => {
    await open({ ADMIN_API_KEY: undefined });
    expect(await refusal({ apiKey: adminApiKey })).toMatchObject({ status: 401 });
  });
});

describe('which credential decides', () => {
  it('is none when nothing is sent: the caller is anonymous', async () => {
    for (const credentials of [{}, { apiKey: '' }, { authorization: '', apiKey: ' ' }]) {
      expect(await authenticator.authenticate(credentials)).toEqual({
        caller: { mode: 'none', user: null, key: null, isAdmin: false },
        presented: 'none',
        keyPrefix: null,
      });
    }
  });

  it.each([
    ['two spaces', 'Token  m0sk_abcdefghij', 'api_key'],
    ['a trailing tab', 'Bearer something\t', 'bearer'],
    ['no credential', 'Bearer', 'bearer'],
    ['a tab between', 'Token\tm0sk_abcdefghij', 'api_key'],
    ['a foreign scheme alone', 'Basic YTpi', 'none'],
    ['no scheme', 'm0sk_abcdefghij', 'none'],
  ])('refuses an Authorization header with %s', async (_what, authorization, mode) => {
    expect(await refusal({ authorization })).toMatchObject({ status: 401, mode });
  });

  it('refuses two headers that differ, even if both are right', async () => {
    const [one, two] = [await newSecret(), await newSecret()];
    const refused = await refusal({ authorization: `Token ${one}`, apiKey: two });
    expect(refused).toMatchObject({ status: 401, mode: 'api_key', keyPrefix: one.slice(0, 12) });
    expect(refused.message).toMatch(/ambiguous/i);
  });
});

describe('switched-off authentication', () => {
  beforeEach(async () => {
    await open({ AUTH_DISABLED: 'true', JWT_SECRET: undefined });
  });

  it('admits callers without a credential', async () => {
    const { caller, presented } = await authenticator.authenticate({});
    expect([presented, caller]).toEqual(['disabled', { mode: 'disabled', user: null, key: null, isAdmin: true }]);
  });

  it('still refuses a wrong credential', async () => {
    expect(await refusal({ apiKey: 'wrong' })).toMatchObject({ status: 401, mode: 'api_key' });
    expect(await refusal({ authorization: 'Bearer stale' })).toMatchObject({ status: 401, mode: 'bearer' });
  });
});
