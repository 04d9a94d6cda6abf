import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { addSampleData } from './sample-data.js';

const pages = [
  'home',
  'memories',
  'entities',
  'deletions',
  'requests',
  'events',
  'analytics',
  'api-keys',
  'webhooks',
  'exports',
  'project',
  'categories',
  'organizations',
  'users',
  'configuration',
  'settings',
] as const;
const folder = process.env.SCREENSHOTS;
const phone = { width: 390, height: 844 };

// `npm run screenshots` writes a picture of each page: light, dark and at 390 px. Without SCREENSHOTS only the width is checked.
describePages('every page of the dashboard', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
    await addSampleData(app);
    if (folder) await mkdir(folder, { recursive: true });
  });
  afterAll(() => app.close());

  it('fits 390 px without scrolling sideways, in both themes', { timeout: 300_000 }, async () => {
    const page = await app.signedIn('/dashboard');
    const take = async (name: string) => folder && page.screenshot({ path: `${folder}/${name}.png` });
    for (const path of pages) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${app.url}/dashboard/${path}`);
      await page.locator('h1').waitFor();
      await page.waitForTimeout(folder ? 900 : 100);
      await take(`${path}-light`);
      await page.emulateMedia({ colorScheme: 'dark' });
      if (folder) await page.waitForTimeout(200);
      await take(`${path}-dark`);
      await page.setViewportSize(phone);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.waitForTimeout(folder ? 300 : 100);
      await take(`${path}-phone`);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width, path).toBeLessThanOrEqual(phone.width);
    }
    expect(app.complaints).toEqual([]);
  });
});
