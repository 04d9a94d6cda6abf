import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

const patience = { timeout: 15_000 };

describePages('a page while the server is overloaded', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const add = (text: string) =>
    app
      .as(app.admin.apiKey)
      .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content: text }], infer: false, user_id: 'ada' });

  it('keeps what it shows while the server is too busy to read it again', async () => {
    await add('Ada plays the violin.');
    const page = await app.signedIn('/dashboard/events');
    const event = page.getByRole('button', { name: 'Add memories' }).first();
    await event.waitFor();
    const refuse = (status: number, code: string) =>
      page.route('**/graphql', (route) =>
        /query (?:Events|Memories)\b/.test(route.request().postData() ?? '')
          ? route.fulfill({ status, json: { errors: [{ message: 'Too busy.', extensions: { code } }] } })
          : route.fallback(),
      );
    const alert = page.getByRole('alert').filter({ hasText: /Too busy|Too many requests/ });
    for (const [status, code] of [
      [503, 'UNAVAILABLE'],
      [429, 'RATE_LIMITED'],
    ] as const) {
      await refuse(status, code);
      await alert.waitFor();
      expect(await event.count()).toBe(1);
      await page.unrouteAll();
      await alert.getByRole('button', { name: 'Retry' }).click();
      await alert.waitFor({ state: 'detached' });
    }
    await page.getByRole('link', { name: 'Memories' }).click();
    const row = page.getByRole('cell', { name: 'Ada plays the violin.', exact: true });
    await page.getByText('1 memory', { exact: true }).waitFor();
    await refuse(503, 'UNAVAILABLE');
    await add('Ada plays the cello.');
    await alert.waitFor();
    await row.waitFor();
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('cell', { name: 'Ada plays the cello.', exact: true }).waitFor();
    expect(app.problems).toEqual([]);
  });

  const isNextPage = (request: Request) =>
    /query (?:Memories|RequestLogs)\b.*"after":"/s.test(request.postData() ?? '');

  it.each([
    { path: 'memories', table: 'Memories', end: 'Ada plays piece 0.' },
    { path: 'requests', table: 'Requests', end: '/v1/first/' },
  ])('asks an overloaded server for the next page of $path once, and again at Retry', async ({ path, table, end }) => {
    await app.as(app.admin.apiKey).rest('GET', '/v1/first/');
    for (let index = 0; index < 120; index += 1) await add(`Ada plays piece ${index}.`);
    const page = await app.signedIn(`/dashboard/${path}`);
    let asked = 0;
    await page.route('**/graphql', (route) => {
      if (!isNextPage(route.request())) return route.fallback();
      asked += 1;
      return route.fulfill({
        status: 503,
        json: { errors: [{ message: 'Too busy.', extensions: { code: 'UNAVAILABLE' } }] },
      });
    });
    const rows = page.getByRole('table', { name: table });
    const scroll = () => rows.evaluate((box) => (box.scrollTop = box.scrollHeight));
    await rows.getByRole('cell').first().waitFor();
    await scroll();
    const alert = page.getByRole('alert').filter({ hasText: 'Too busy.' });
    await alert.waitFor();
    await rows.evaluate((box) => (box.scrollTop -= 200));
    await scroll();
    await sleep(1_000);
    expect(asked).toBe(1);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await alert.waitFor({ state: 'detached' });
    await expect
      .poll(async () => {
        await scroll();
        return rows.getByText(end, { exact: true }).count();
      }, patience)
      .toBe(1);
    expect(app.problems).toEqual([]);
  });
});
