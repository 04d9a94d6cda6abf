import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

// On a loopback address, the Host header may only contain names from this list.
const namedHost = {
  JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
  API_PORT: '0',
  DASHBOARD_PORT: '0',
  ALLOWED_HOSTS: 'gateway.test',
};

describePages('the session of the dashboard', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard({ http: loadConfig(namedHost).http });
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  it('outlives two tabs that reload at once, and ends in all of them with the sign-out', async () => {
    const first = await app.signedIn('/dashboard/settings');
    const second = await first.context().newPage();
    await second.goto(`${app.url}/dashboard/settings`);
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([first.reload(), second.reload()]);
      await Promise.all([first, second].map((tab) => tab.getByRole('heading', { name: 'Settings' }).waitFor()));
    }
    await first.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: 'Sign out' }).click();
    await first.waitForURL('**/login?next=*');
    expect(await first.getByText('Your session has ended').count()).toBe(0);
    await second.reload();
    await second.waitForURL('**/login?next=*');
    const cookies = await first.context().cookies(`${app.url}/dashboard/session`);
    expect(cookies).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  it('begins and goes on without TLS on another machine, where browsers offer less', async () => {
    const page = await app.visitor();
    await page.goto(`${app.url.replace('127.0.0.1', 'gateway.test')}/login`);
    expect(await page.evaluate('window.isSecureContext')).toBe(false);
    await page.locator('input[name=email]').fill(app.admin.email);
    await page.locator('input[name=password]').fill(app.admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByRole('link', { name: 'Observe' }).first().click();
    await app.as(app.admin.apiKey).rest('GET', '/v1/ping/');
    await page.getByRole('cell', { name: '/v1/ping/' }).first().waitFor();
    expect(app.problems).toEqual([]);
  });

  it('waits for a server that is away for a moment, instead of asking for the password', async () => {
    const page = await app.signedIn('/dashboard/settings');
    await page.route('**/dashboard/session', (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    await page.getByRole('alert').getByText('The server is not ready').waitFor();
    await page.unroute('**/dashboard/session');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('leaves the text of a refused sign-in on the page, with what was typed', async () => {
    const page = await app.visitor();
    await page.goto(`${app.url}/dashboard/api-keys`);
    await page.waitForURL('**/login?next=*');
    await page.locator('input[name=email]').fill(app.admin.email);
    await page.locator('input[name=password]').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByText('Forgot the password?').click();
    expect(await page.getByRole('alert').isVisible()).toBe(true);
    expect(await page.locator('input[name=email]').inputValue()).toBe(app.admin.email);
    await page.locator('input[name=password]').fill(app.admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard/*/*/api-keys');
    expect(app.problems).toEqual([]);
  });

  it('begins after one round trip: whether the server is set up and who is signed in are asked at once', async () => {
    const page = await app.visitor();
    let note = () => undefined as void;
    const isAsked = new Promise<void>((resolve) => (note = resolve));
    await page.route('**/graphql', async (route) => {
      const body = route.request().postData() ?? '';
      if (body.includes('query Viewer')) note();
      if (body.includes('query SetupStatus')) await isAsked;
      await route.continue();
    });
    await page.goto(`${app.url}/login`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('goes on after the sign-in to pages of its own alone', async () => {
    for (const next of ['https://evil.example/dashboard', '//evil.example/dashboard', '/dashboard.evil.example']) {
      const page = await app.signedIn(`/login?next=${encodeURIComponent(next)}`);
      await page.waitForURL((address) => address.host === new URL(app.url).host && address.pathname.endsWith('/home'));
      await page.context().close();
    }
    expect(app.problems).toEqual([]);
  });

  it('shows its pages without a sign-in where authentication is switched off', async () => {
    await app.close();
    const { auth } = app.app.services.config;
    app = await startDashboard({ auth: { ...auth, disabled: true, jwtSecret: null } });
    await app.app.services.database.query('TRUNCATE users CASCADE');
    const page = await app.visitor();
    await page.goto(`${app.url}/dashboard/settings`);
    await page.getByText('Authentication is switched off').waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    await page.goto(`${app.url}/dashboard/api-keys`);
    await page.getByRole('heading', { name: 'No user yet' }).waitFor();
    await page.goto(`${app.url}/login`);
    await page.waitForURL('**/home');
    await page.goto(`${app.url}/setup?step=2`);
    await page.getByRole('button', { name: 'Store', exact: true }).click();
    await page.getByRole('list', { name: 'Stored memories' }).getByText('Lisbon').waitFor();
    await page.getByText('Waiting for the first request from your app').waitFor();
    expect(app.problems).toEqual([]);
  });
});
