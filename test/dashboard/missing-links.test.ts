import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

describePages('a link to something that the log does not have', () => {
  let app: DashboardApp;
  let page: Page;
  beforeAll(async () => {
    app = await startDashboard();
    page = await app.signedIn('/dashboard/');
  });
  afterAll(() => app.close());

  it.each([
    {
      name: 'requests',
      rest: '?dashboard=included',
      opens: 'request',
      message: 'This request was not found. The log may no longer have it.',
    },
    { name: 'audit', rest: '?range=all', opens: 'entry', message: 'This entry was not found.' },
  ])('says so, and leaves the address: $name', async ({ name, rest, opens, message }) => {
    for (const id of ['018f0000-0000-7000-8000-000000000000', 'nothing']) {
      await page.goto(`${app.url}/dashboard/${name}${rest}&${opens}=${id}`);
      await page.getByText(message).waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe(rest);
    }
    expect(app.problems).toEqual([]);
  });
});
