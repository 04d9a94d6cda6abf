import { createHmac, randomUUID } from 'node:crypto';
import { CompactEncrypt, SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clientKey, createRateLimiter, rateRules } from '../../src/auth/rate-limit.js';
import { beginSession, graceMs, rotate, readRefreshToken, signPair, type TokenPair } from '../../src/auth/sessions.js';
import {
  refreshTokenSeconds,
  signRefreshToken,
  verifyAccessToken,
  verifyRefreshToken,
} from '@memory-gateway/credentials';
import type { CallerUser } from '../../src/auth/caller.js';
import { transact } from '../../src/unit-of-work/transact.js';
import { clean } from '../../src/jobs/housekeeping.js';
import { resetPassword } from '../../src/resolvers/user/reset-password.js';
import { person, testServices, type TestServices } from '../helpers/context.js';

const secret = 'a-secret-of-the-test-suite-5d1f0c';
const start = new Date('2026-03-01T12:00:00.000Z');

let services: TestServices;
let ada: CallerUser;
let clock: Date;

beforeEach(async () => {
  clock = start;
  services = await testServices({ now: () => clock });
  ada = await person(services, 'ada');
});

const wait = (ms: number): void => void (clock = new Date(clock.getTime() + ms));

async function begin(): Promise<TokenPair> {
  const issued = await transact(services, (unit) => beginSession(unit, { userId: ada.id, now: clock }));
  return signPair(secret, issued);
}

const refresh = async (token: string): Promise<TokenPair> => rotate(services, await readRefreshToken(services, token));
const outcome = (token: string): Promise<string> =>
  refresh(token).then(
    () => 'refreshed',
    (error: { code?: string }) => String(error.code),
  );

async function liveFamilies(): Promise<number> {
  const [row] = await services.database.query<{ count: number }>(
    'SELECT count(DISTINCT family_id) FROM refresh_token_jtis WHERE revoked_at IS NULL AND used_at IS NULL',
  );
  return row?.count ?? 0;
}

describe('a session', () => {
  it('returns the same token pair for ten concurrent refreshes with one token', async () => {
    const { refreshToken } = await begin();
    const pairs = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
    expect(new Set(pairs.map((pair) => pair.refreshToken)).size).toBe(1);
    expect(new Set(pairs.map((pair) => pair.accessToken)).size).toBe(1);
    expect(await liveFamilies()).toBe(1);
    expect(await outcome(pairs[0]?.refreshToken ?? '')).toBe('refreshed');
  });

  it('answers the immediate predecessor with the same pair for 20 seconds', async () => {
    const { refreshToken } = await begin();
    const successor = await refresh(refreshToken);
    wait(graceMs);
    expect(await refresh(refreshToken)).toEqual(successor);
  });

  it('ends as a whole when a token is replayed after the grace', async () => {
    const { refreshToken } = await begin();
    const successor = await refresh(refreshToken);
    wait(graceMs + 1);
    expect(await outcome(refreshToken)).toBe('UNAUTHENTICATED');
    expect(await outcome(successor.refreshToken)).toBe('UNAUTHENTICATED');
    expect(await liveFamilies()).toBe(0);
    expect(services.bus.told).toContainEqual({ topic: 'credentialChanged', message: { userId: ada.id } });
  });

  it('is revoked when a token is replayed whose successor was used, even immediately', async () => {
    const { refreshToken } = await begin();
    const second = await refresh(refreshToken);
    const third = await refresh(second.refreshToken);
    expect(await outcome(refreshToken)).toBe('UNAUTHENTICATED');
    expect(await outcome(third.refreshToken)).toBe('UNAUTHENTICATED');
  });

  it('does not end other sessions of the same user', async () => {
    const [one, other] = [await begin(), await begin()];
    await refresh(one.refreshToken);
    wait(graceMs + 1);
    await outcome(one.refreshToken);
    expect(await outcome(other.refreshToken)).toBe('refreshed');
  });

  it('lasts 30 days from the last refresh', async () => {
    const { refreshToken } = await begin();
    wait((refreshTokenSeconds - 10) * 1000);
    const later = await refresh(refreshToken);
    wait((refreshTokenSeconds - 10) * 1000);
    expect(await outcome(later.refreshToken)).toBe('refreshed');
    wait((refreshTokenSeconds + 10) * 1000);
    expect(await outcome(later.refreshToken)).toBe('UNAUTHENTICATED');
  });

  it('ends when the operator resets the password', async () => {
    const { refreshToken } = await begin();
    await resetPassword(services, { email: ada.email, password: 'a new long secret' });
    expect(await outcome(refreshToken)).toBe('UNAUTHENTICATED');
  });

  it('is swept away when none of its tokens can be used any more, and not before', async () => {
    const { refreshToken } = await begin();
    const rows = async () => (await services.database.query('SELECT jti FROM refresh_token_jtis')).length;
    wait((refreshTokenSeconds - 10) * 1000);
    await refresh(refreshToken);
    wait(20_000);
    await clean(services);
    expect(await rows()).toBe(2);
    wait(refreshTokenSeconds * 1000);
    await clean(services);
    expect(await rows()).toBe(0);
  });
});

interface Forged {
  readonly header?: Record<string, unknown>;
  readonly claims?: Record<string, unknown>;
  readonly key?: string;
}

const seconds = start.getTime() / 1000;
const ids = { sub: randomUUID(), sid: randomUUID(), jti: randomUUID() };
const goodClaims = { iss: 'memory-gateway', aud: 'memory-gateway', ...ids, iat: seconds, exp: seconds + 600 };

function forge({ header = {}, claims = {}, key = secret }: Forged): Promise<string> {
  const payload = JSON.parse(JSON.stringify({ ...goodClaims, ...claims })) as Record<string, unknown>;
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'rt+jwt', ...header })
    .sign(new TextEncoder().encode(key));
}

/** Creates a token with the right signature and custom content. */
function handWritten(header: string, payload: string, key = secret): string {
  const body = [header, payload].map((part) => Buffer.from(part).toString('base64url')).join('.');
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}

const goodHeader = JSON.stringify({ alg: 'HS256', typ: 'rt+jwt' });
const goodPayload = JSON.stringify(goodClaims);

describe('refresh tokens', () => {
  it('are read when they are ours', async () => {
    expect(await verifyRefreshToken(secret, await forge({}), start)).toEqual({
      userId: ids.sub,
      sessionId: ids.sid,
      jti: ids.jti,
    });
    expect(await verifyRefreshToken(secret, handWritten(goodHeader, goodPayload), start)).not.toBeNull();
    const signed = await signRefreshToken(secret, { userId: ids.sub, sessionId: ids.sid, jti: ids.jti, now: start });
    expect(await verifyRefreshToken(secret, signed, start)).not.toBeNull();
    expect(await verifyAccessToken(secret, signed, start)).toBeNull();
  });

  it.each<[string, Forged]>([
    ['the type of an access token', { header: { typ: 'at+jwt' } }],
    ['another issuer', { claims: { iss: 'another' } }],
    ['another audience', { claims: { aud: 'another' } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['an expiry in text', { claims: { exp: String(seconds + 600) } }],
    ['a later beginning', { claims: { nbf: seconds + 60 } }],
    ['a time of issue in the year 2100', { claims: { iat: 4_102_444_800, exp: 4_102_445_000 } }],
    ['no session', { claims: { sid: undefined } }],
    ['a session that is no id', { claims: { sid: "' OR true --" } }],
    ['no id', { claims: { jti: undefined } }],
    ['another secret', { key: 'x'.repeat(32) }],
    ['another algorithm', { header: { alg: 'HS512' }, key: 'k'.repeat(64) }],
    ['a path for a key id', { header: { kid: '../../etc/passwd' }, key: 'x'.repeat(32) }],
    ['SQL for a key id', { header: { kid: "' UNION SELECT 'x" }, key: 'x'.repeat(32) }],
    [
      'an address of keys',
      { header: { jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/certificate' }, key: 'x'.repeat(32) },
    ],
    [
      'a key of its own',
      { header: { jwk: { kty: 'oct', k: Buffer.from('x'.repeat(32)).toString('base64url') } }, key: 'x'.repeat(32) },
    ],
  ])('with %s are refused', async (_what, forged) => {
    expect(await verifyRefreshToken(secret, await forge(forged), start)).toBeNull();
  });

  it.each<[string, () => string | Promise<string>]>([
    [
      'without a signature',
      () =>
        new UnsecuredJWT(ids)
          .setIssuer('memory-gateway')
          .setAudience('memory-gateway')
          .setIssuedAt(seconds)
          .setExpirationTime(seconds + 600)
          .encode(),
    ],
    ['signed with an empty key', () => handWritten(goodHeader, goodPayload, '')],
    ['that claim RS256 over an HMAC', () => handWritten(JSON.stringify({ alg: 'RS256', typ: 'rt+jwt' }), goodPayload)],
    [
      'with a critical extension',
      () => handWritten(JSON.stringify({ alg: 'HS256', typ: 'rt+jwt', crit: ['exp'], exp: 1 }), goodPayload),
    ],
    ['with a claim twice', () => handWritten(goodHeader, `{"sub":"${randomUUID()}",${goodPayload.slice(1)}`)],
    ['with an algorithm twice', () => handWritten('{"alg":"none","alg":"HS256","typ":"rt+jwt"}', goodPayload)],
    [
      'inside an encrypted one',
      () =>
        new CompactEncrypt(Buffer.from(goodPayload))
          .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256' })
          .encrypt(Buffer.from(secret.slice(0, 32))),
    ],
    ['of a megabyte', () => handWritten(goodHeader, JSON.stringify({ ...goodClaims, fill: 'x'.repeat(1_000_000) }))],
  ])('%s are refused', async (_what, make) => {
    expect(await verifyRefreshToken(secret, await make(), start)).toBeNull();
  });
});

describe('the rate limiter', () => {
  it('refuses what is beyond the limit until the minute ends, and says when that is', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const limiter = createRateLimiter();
    for (let attempt = 1; attempt <= rateRules.login; attempt += 1) await limiter.take('login', 'a');
    vi.advanceTimersByTime(15_000);
    await expect(limiter.take('login', 'a')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 45 });
    await limiter.take('login', 'b');
    await limiter.take('register', 'a');
    vi.advanceTimersByTime(45_000);
    await limiter.take('login', 'a');
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [null, 'unknown'],
  ])('counts %s as %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });
});
