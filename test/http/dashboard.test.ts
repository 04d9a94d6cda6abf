import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDashboard } from '../../src/http/pages/dashboard.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(() => test.reset());
afterAll(() => test.close());

const ask = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  { body, cookie, ...headers }: { body?: object; cookie?: string } & Record<string, unknown> = {},
) =>
  test.app.inject({
    method,
    url,
    headers: { ...(cookie && { cookie }), ...(headers as Record<string, string>) },
    ...(body && { payload: body }),
  });

/** Signs in like the dashboard. @returns the cookie as a browser would send it */
async function signIn(headers: Record<string, string> = {}): Promise<{ cookie: string; header: string }> {
  const { email, password } = test.admin;
  const signedIn = await ask('POST', '/auth/login', { body: { email, password } });
  const { refresh_token: refreshToken } = signedIn.json<{ refresh_token: string }>();
  const kept = await ask('PUT', '/dashboard/session', { body: { refreshToken }, ...headers });
  expect(kept.json()).toEqual({ kept: true });
  return cookieOf(kept);
}

function cookieOf(answer: { headers: Record<string, unknown> }): { cookie: string; header: string } {
  const header = String(answer.headers['set-cookie']);
  return { header, cookie: header.split(';')[0] ?? '' };
}

describe('the files of the dashboard', () => {
  it('were built, with the licences of what is inside them', () => {
    const folder = findDashboard() ?? '';
    expect(readFileSync(`${folder}third-party-licenses.md`, 'utf8')).toMatch(/^## react-dom - /m);
  });

  it('are one page at all of its addresses, which loads nothing from elsewhere and stands in no frame', async () => {
    for (const url of [
      '/',
      '/login',
      '/setup',
      '/invitation',
      '/dashboard',
      '/dashboard/memories',
      '/dashboard/memories/a%2Fb',
    ]) {
      const answer = await ask('GET', url);
      expect([answer.statusCode, answer.headers['content-type'], answer.headers['x-frame-options']], url).toEqual([
        200,
        'text/html; charset=utf-8',
        'DENY',
      ]);
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
      expect(answer.body).not.toMatch(/https?:\/\//);
    }
  });

  it('are kept by browsers where their names change with their contents, and nothing beside them is served', async () => {
    const [asset] = /\/dashboard\/assets\/[\w.-]+\.js/.exec((await ask('GET', '/')).body) ?? [];
    const script = await ask('GET', asset ?? '');
    expect([script.statusCode, script.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    for (const url of [
      '/dashboard/assets/none.js',
      '/dashboard/assets/..%2f..%2fpackage.json',
      '/dashboard/assets/..%5cindex.html',
      '/dashboard/assets/%00',
    ]) {
      expect((await ask('GET', url)).statusCode, url).toBe(404);
    }
  });

  it('take nothing from the API: its paths answer as before', async () => {
    expect((await ask('GET', '/memories', { 'x-api-key': test.admin.apiKey })).headers['content-type']).toContain(
      'application/json',
    );
    expect((await ask('GET', '/requests', { accept: 'text/html' })).statusCode).toBe(401);
  });
});

describe('the session of a browser', () => {
  it('is a cookie that no script reads and no other path is sent, for TLS alone where there is TLS', async () => {
    const { header } = await signIn();
    expect(header).toMatch(/; Path=\/dashboard\/session(;|$)/);
    expect(header).toMatch(/; HttpOnly/);
    expect(header).toMatch(/; SameSite=Strict/);
    expect(header).not.toMatch(/Secure/);
  });

  it.each([
    ['https://memory.example.com', true],
    ['http://memory.lan', false],
  ])('is Secure as PUBLIC_URL %s says, whatever the connection is', async (publicUrl, isSecure) => {
    const { http } = test.app.services.config;
    const before = http.publicUrl;
    Object.assign(http, { publicUrl });
    try {
      expect(/; Secure/.test((await signIn()).header)).toBe(isSecure);
    } finally {
      Object.assign(http, { publicUrl: before });
    }
  });

  it('without Secure behind a proxy that ends TLS is reported in the log, once', async () => {
    const warn = vi.spyOn(test.app.services.log, 'warn');
    await signIn({ 'x-forwarded-proto': 'https' });
    await signIn({ 'x-forwarded-proto': 'https' });
    const warnings = warn.mock.calls.filter(([text]) => String(text).includes('without Secure'));
    expect(warnings).toEqual([[expect.stringMatching(/PUBLIC_URL and TRUST_PROXY are not set/)]]);
  });

  it('is exchanged for an access token again and again', async () => {
    let { cookie } = await signIn();
    for (let round = 0; round < 3; round += 1) {
      const answer = await ask('POST', '/dashboard/session', { cookie });
      expect(answer.json()).toEqual({ accessToken: expect.any(String), expiresIn: expect.any(Number) });
      const { accessToken } = answer.json<{ accessToken: string }>();
      expect((await ask('GET', '/auth/me', { authorization: `Bearer ${accessToken}` })).json()).toMatchObject({
        email: test.admin.email,
      });
      ({ cookie } = cookieOf(answer));
    }
  });

  it('ends when it is deleted, and a cookie that is no good is taken away', async () => {
    const { cookie } = await signIn();
    expect((await ask('DELETE', '/dashboard/session', { cookie })).headers['set-cookie']).toMatch(
      /=; .*Expires=Thu, 01 Jan 1970/,
    );
    const refused = await ask('POST', '/dashboard/session', { cookie });
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['set-cookie']).toMatch(/Expires=Thu, 01 Jan 1970/);
    expect((await ask('POST', '/dashboard/session')).statusCode).toBe(401);
    for (const body of [{}, { refreshToken: 7 }, { refreshToken: '' }])
      expect((await ask('PUT', '/dashboard/session', { body })).statusCode).toBe(400);
  });
});
