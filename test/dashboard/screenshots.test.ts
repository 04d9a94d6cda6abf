import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAdministration } from './administration-data.js';
import { findViolations, rulesOfColor } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { connectApp } from './oauth-app.js';
import { addSampleData } from './sample-data.js';
import { addWeeksOfData, searchByMeaning } from './weeks-of-data.js';

const pages = [
  'home',
  'memories',
  'memories?q=What%20does%20Maya%20eat%3F',
  'entities',
  'corrections',
  'import',
  'deletions',
  'requests',
  'audit',
  'log-streams',
  'events',
  'deliveries',
  'analytics',
  'playground',
  'explorer',
  'api-keys',
  'webhooks',
  'exports',
  'project',
  'categories',
  'organizations',
  'users',
  'connected-apps',
  'configuration',
  'settings',
] as const;
const folder = process.env.SCREENSHOTS;
/** Sizes beside 1440 × 900: a notebook, a tablet both ways, a phone, and 1280 px at 200 % zoom. */
const sizes = [
  ['1280', 1280, 800],
  ['1024', 1024, 768],
  ['768', 768, 1024],
  ['zoom', 640, 400],
  ['phone', 390, 844],
] as const;

/** Finds titles that lie under the actions or the legend beside them. */
const findOverlaps = `(() => {
  const boxOf = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const found = [];
  for (const head of document.querySelectorAll('.page-head, .card > header')) {
    const title = head.querySelector('h1, h2');
    const one = title && boxOf(title);
    for (const beside of head.querySelectorAll(':scope > .row, :scope > .legend, :scope > button')) {
      const other = beside.getBoundingClientRect();
      if (one && one.right > other.left && other.right > one.left && one.bottom > other.top && other.bottom > one.top)
        found.push(title.textContent);
    }
  }
  return found;
})()`;

/** Finds columns of tables that are too narrow for their label, or cut off. */
const findCutColumns = `[...document.querySelectorAll('.vtable [role=columnheader]')]
  .filter((cell) => cell.offsetWidth > 0 && (cell.scrollWidth > cell.clientWidth + 1 ||
    cell.getBoundingClientRect().right > cell.closest('.vtable').getBoundingClientRect().right + 1))
  .map((cell) => cell.textContent)`;

/** Finds tables whose rows scroll sideways, so that their last columns are out of view. */
const findCutTables = `[...document.querySelectorAll('.list-scroll')]
  .filter((box) => box.scrollWidth > box.clientWidth + 1)
  .map((box) => box.innerText.split('\\n').slice(0, 3).join(', '))`;

// `npm run screenshots` saves each page in light, dark and in six sizes. Without SCREENSHOTS only the checks run.
describePages('every page of the dashboard', () => {
  let app: DashboardApp;
  let memoryId: string;
  let closeReceiver = () => undefined as void;
  beforeAll(async () => {
    // Pictures show a month of data; the checks need one row of each kind.
    app = await startDashboard(folder ? { ...searchByMeaning(), outboundAllow: ['loopback'] } : {});
    if (folder) closeReceiver = await addAdministration(app);
    await connectApp(app, 'Claude Code');
    await connectApp(app, 'Night reader', ['Write', 'Delete']);
    await (folder ? addWeeksOfData(app) : addSampleData(app));
    const { memories } = await held<{ memories: { nodes: { id: string }[] } }>(
      app,
      '{ memories(first: 1) { nodes { id } } }',
    );
    memoryId = memories.nodes[0]?.id ?? '';
    if (folder) await mkdir(folder, { recursive: true });
  });
  afterAll(async () => {
    await app.close();
    closeReceiver();
  });

  const take = async (page: Page, name: string) => folder && page.screenshot({ path: `${folder}/${name}.png` });

  /** Checks the page in both themes with axe, and its width and titles in six sizes. */
  async function look(page: Page, name: string): Promise<void> {
    await page.locator('h1').waitFor();
    // A picture shows data, also on a slow machine.
    if (folder) await expect.poll(() => page.locator('.skeleton').count(), { timeout: 60_000 }).toBe(0);
    await page.waitForTimeout(folder ? 900 : 150);
    if (name === 'explorer')
      await page
        .frameLocator('iframe')
        .getByRole('button', { name: /^Run operation/ })
        .waitFor({ timeout: 60_000 });
    await take(page, `${name}-light`);
    expect.soft(await findViolations(page), `${name}, light`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForTimeout(folder ? 250 : 150);
    await take(page, `${name}-dark`);
    expect.soft(await findViolations(page, rulesOfColor), `${name}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    for (const [size, width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(folder ? 300 : 100);
      await take(page, `${name}-${size}`);
      // Charts draw again after a resize.
      const readWidth = () => page.evaluate<number>('document.documentElement.scrollWidth');
      await expect
        .poll(readWidth, { timeout: 5_000 })
        .toBeLessThanOrEqual(width)
        .catch(() => undefined);
      const used = await readWidth();
      expect.soft(used, `${name}, width at ${width}`).toBeLessThanOrEqual(width);
      expect.soft(await page.evaluate(findOverlaps), `${name}, overlaps at ${width}`).toEqual([]);
      expect.soft(await page.evaluate(findCutColumns), `${name}, columns at ${width}`).toEqual([]);
      expect.soft(await page.evaluate(findCutTables), `${name}, tables at ${width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  it('has no axe violation in either theme and fits every size', { timeout: 900_000 }, async () => {
    // Each page refreshes its session, which can be done 20 times a minute.
    const signedIn = async () => {
      const fresh = await app.signedIn('/dashboard');
      await fresh.setViewportSize({ width: 1440, height: 900 });
      return fresh;
    };
    let page = await signedIn();
    for (const [index, path] of [...pages, `memories/${memoryId}`].entries()) {
      if (index === 14) page = await signedIn();
      await page.goto(`${app.url}/dashboard/${path}`);
      await look(page, path === `memories/${memoryId}` ? 'memory' : path.replace(/\?q=.*/, '-search'));
    }
    page = await signedIn();
    await page.goto(`${app.url}/dashboard/connected-apps`);
    await page.getByRole('button', { name: 'Night reader', exact: true }).click();
    await page.getByRole('complementary', { name: 'Connected app' }).waitFor();
    await look(page, 'connected-app');
    await page.goto(`${app.url}/setup?step=2`);
    await look(page, 'setup');
    const visitor = await app.visitor();
    await visitor.goto(`${app.url}/login`);
    await look(visitor, 'login');
    expect(app.problems).toEqual([]);
  });

  it('has no axe violation in drawers and dialogs', { timeout: 120_000 }, async () => {
    const page = await app.signedIn('/dashboard/requests');
    await page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: 'Refused' }).first().click();
    const request = page.getByRole('complementary', { name: /^Request / });
    await request.getByText('with this error').waitFor();
    await take(page, 'request-drawer');
    expect.soft(await findViolations(page), 'request drawer').toEqual([]);
    await request.getByRole('tab', { name: 'Timing' }).click();
    await request.getByRole('region', { name: 'Timing' }).waitFor();
    expect.soft(await findViolations(page), 'timing of a request').toEqual([]);
    await page.goto(`${app.url}/dashboard/audit`);
    await page.getByRole('table', { name: 'Audit' }).getByRole('row').nth(1).click();
    await page.getByRole('complementary', { name: /^Entry / }).waitFor();
    await take(page, 'audit-drawer');
    expect.soft(await findViolations(page), 'audit drawer').toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to' }).waitFor();
    expect.soft(await findViolations(page), 'command palette').toEqual([]);
    await page.goto(`${app.url}/dashboard/memories/${memoryId}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit memory' }).waitFor();
    await page.waitForTimeout(300);
    expect.soft(await findViolations(page), 'edit dialog').toEqual([]);
    expect(app.problems).toEqual([]);
  });
});
