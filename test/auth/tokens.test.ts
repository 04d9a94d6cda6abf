import { randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { accessTokenSeconds, signAccessToken, verifyAccessToken } from '@memory-gateway/credentials';

const secret = 'a-secret-of-the-test-suite-5d1f0c';
const [userId, sessionId] = [randomUUID(), randomUUID()];
const now = new Date('2026-03-01T12:00:00.000Z');
const seconds = now.getTime() / 1000;
const later = (after: number): Date => new Date(now.getTime() + after * 1000);

interface Forged {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: string;
}

function forge({ header = {}, claims = {}, key = secret }: Forged): Promise<string> {
  const good = {
    iss: 'memory-gateway',
    aud: 'memory-gateway',
    sub: userId,
    sid: sessionId,
    iat: seconds,
    exp: seconds + 600,
  };
  const payload = JSON.parse(JSON.stringify({ ...good, ...claims })) as Record<string, unknown>;
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
    .sign(new TextEncoder().encode(key));
}

describe('access tokens', () => {
  it('name their user until they expire', async () => {
    const token = await signAccessToken(secret, { userId, sessionId, now });
    expect(await verifyAccessToken(secret, token, later(60))).toEqual({ userId, sessionId });
    expect(await verifyAccessToken(secret, token, later(accessTokenSeconds + 1))).toBeNull();
    expect(await verifyAccessToken('another-secret-of-the-test-suite', token, now)).toBeNull();
  });

  it('can be told from forged ones', async () => {
    expect(await verifyAccessToken(secret, await forge({}), now)).not.toBeNull();
  });

  it.each<[string, Forged]>([
    ['another issuer', { claims: { iss: 'another' } }],
    ['another audience', { claims: { aud: 'another' } }],
    ['the type of a refresh token', { header: { typ: 'rt+jwt' } }],
    ['no type', { header: { typ: undefined } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['no time of issue', { claims: { iat: undefined } }],
    ['an expiry in text', { claims: { exp: String(seconds + 600) } }],
    ['a later beginning', { claims: { nbf: seconds + 60 } }],
    ['a time of issue in the future', { claims: { iat: seconds + 3_000_000, exp: seconds + 3_000_600 } }],
    ['a long life', { claims: { iat: seconds - accessTokenSeconds - 1 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that is no id', { claims: { sub: "' OR true --" } }],
    ['no session', { claims: { sid: undefined } }],
    ['a session that is no id', { claims: { sid: "' OR true --" } }],
    ['another secret', { key: 'x' }],
    ['another algorithm', { header: { alg: 'HS512' }, key: 'k'.repeat(64) }],
  ])('with %s are refused', async (_what, forged) => {
    expect(await verifyAccessToken(secret, await forge(forged), now)).toBeNull();
  });

  it('take nothing from hints in their header', async () => {
    const token = await forge({ header: { kid: '../../etc/passwd', jku: 'http://127.0.0.1:1/keys' }, key: 'x' });
    expect(await verifyAccessToken(secret, token, now)).toBeNull();
  });

  it.each([
    [
      'without a signature',
      new UnsecuredJWT({ sub: userId })
        .setIssuer('memory-gateway')
        .setAudience('memory-gateway')
        .setExpirationTime('1h')
        .encode(),
    ],
    ['of five parts', 'a.b.c.d.e'],
    ['of other characters', '...'],
    ['that are empty', ''],
  ])('%s are refused', async (_what, token) => {
    expect(await verifyAccessToken(secret, token, now)).toBeNull();
  });
});
