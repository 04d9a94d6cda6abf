import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareKillableServer, type KillableServer } from '../helpers/killable-server.js';
import { describePages, startBrowser, type DashboardBrowser } from './browser.js';

const admin = { name: 'Ada', email: 'ada@example.com', password: 'a long enough secret' };
const patience = { timeout: 20_000 };

describePages('a tab whose server is killed and started again', () => {
  let server: KillableServer;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    server = await prepareKillableServer();
    [browser] = await Promise.all([startBrowser(), server.start()]);
    await post('/auth/register', admin);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const post = (route: string, body: object) =>
    fetch(`${server.url}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** @returns a function that reads the paths of the test from the table, newest first */
  const readPaths = (page: Page) => async (): Promise<string[]> => {
    const cells = await page.getByRole('table', { name: 'Requests' }).getByRole('cell').allTextContents();
    return cells.flatMap((text) => /\/v1\/(?:before-[a-z]+|after)\//.exec(text)?.[0] ?? []);
  };

  async function signIn(): Promise<Page> {
    const page = await browser.visitor();
    await page.goto(`${server.url}/dashboard/requests`);
    await page.locator('input[name=email]').fill(admin.email);
    await page.locator('input[name=password]').fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    return page;
  }

  it('reconnects, continues the live log without a repeat, and opens a page that it had no code for', async () => {
    const page = await signIn();
    await page.evaluate('window.isSameTab = true');
    const other = await page.context().newPage();
    await other.goto(page.url());
    const rows = readPaths(page);
    await page.getByText('Live', { exact: true }).waitFor();
    for (const name of ['one', 'two']) await post(`/v1/before-${name}/`, {});
    await expect.poll(rows, patience).toEqual(['/v1/before-two/', '/v1/before-one/']);
    await other.getByText('Live', { exact: true }).waitFor();
    await server.kill();
    await page
      .getByText(/^Reconnecting|^Offline/)
      .first()
      .waitFor();
    await other.getByRole('link', { name: 'Audit' }).click();
    await server.start();
    await other.getByRole('heading', { name: 'Audit', level: 1 }).waitFor({ timeout: 20_000 });
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 20_000 });
    await post('/v1/after/', {});
    await expect.poll(rows, patience).toEqual(['/v1/after/', '/v1/before-two/', '/v1/before-one/']);
    expect(await page.evaluate('window.isSameTab')).toBe(true);
    expect(browser.problems).toEqual([]);
  });
});
