import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { addOwner, addReader, type Person } from './people.js';
import { addSampleData } from './sample-data.js';

/** Buttons that a READER does not see, by page. */
const ownerButtons: Readonly<Record<string, RegExp>> = {
  memories: /^(Add|Delete|Categorize)$/,
  'entities?type=USER&name=maya': /^Delete$/,
  deletions: /^Preview$/,
  webhooks: /^New webhook$/,
  exports: /^New export$/,
  project: /^(Save|Delete project|Add member|Create project)$/,
  categories: /^(Add category|Customize|Preview recategorization)$/,
};
/** Pages that every member may use. */
const shared = [
  'home',
  'memories?q=food',
  'requests',
  'events',
  'analytics',
  'explorer',
  'api-keys',
  'settings',
  'connected-apps',
];

describePages('the pages as OWNER and READER', () => {
  let app: DashboardApp;
  let people: Record<'owner' | 'reader', Person>;
  beforeAll(async () => {
    app = await startDashboard();
    await addSampleData(app);
    people = { owner: await addOwner(app), reader: await addReader(app) };
  });
  afterAll(() => app.close());

  const open = async (page: Page, path: string) => {
    await page.goto(`${app.url}/dashboard/${path}`);
    await page.locator('h1').waitFor();
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  };
  const failures = (page: Page) => page.getByText(/did not load|Loading failed|Not found|Something went wrong/).count();

  it('offer a READER what a READER may use, and nothing else', { timeout: 90_000 }, async () => {
    let page = await app.signedIn('/dashboard/home', people.reader);
    for (const [path, buttons] of Object.entries(ownerButtons)) {
      await open(page, path);
      expect
        .soft(await page.locator('main').getByRole('button', { name: buttons }).allTextContents(), path)
        .toEqual([]);
      expect.soft(await failures(page), path).toBe(0);
    }
    for (const path of shared) {
      await open(page, path);
      expect.soft(await failures(page), path).toBe(0);
    }
    await open(page, 'import');
    await page.getByText('You cannot import memories').waitFor();
    await open(page, 'playground');
    await page.getByText('You cannot add memories').waitFor();
    await open(page, 'memories');
    await page.getByRole('cell', { name: 'maya moved from Lisbon to Porto in November.' }).click();
    await page.getByRole('heading', { name: 'maya moved from Lisbon to Porto in November.' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Edit|Delete|Restore version)/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    // Another session: a session is refreshed at most 20 times per minute, once for each page that is loaded.
    page = await app.signedIn('/dashboard/home', people.reader);
    await open(page, 'home');
    await page.getByRole('region', { name: 'Key figures' }).getByText('Your requests').waitFor();
    await page.getByText('Only owners see webhooks and log streams.').waitFor();
    await open(page, 'requests');
    await page.getByText('You see your own requests.').waitFor();
    const menu = page.getByRole('navigation', { name: 'Pages' });
    expect(await menu.getByRole('group', { name: 'Observe' }).getByRole('link').allTextContents()).toEqual([
      'Requests',
      'Events',
      'Analytics',
    ]);
    await open(page, 'users/invitations');
    await page.getByRole('heading', { name: "You don't have access" }).waitFor();
    expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
    await open(page, 'audit?scope=project');
    await page.getByRole('heading', { name: "You don't have access" }).waitFor();
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it(
    'offer an OWNER what changes the project, and not what changes the installation',
    { timeout: 90_000 },
    async () => {
      const page = await app.signedIn('/dashboard/home', people.owner);
      for (const [path, buttons] of Object.entries(ownerButtons)) {
        await open(page, path);
        const shown = () => page.locator('main').getByRole('button', { name: buttons }).count();
        await expect.poll(shown, { message: path, timeout: 10_000 }).toBeGreaterThan(0);
        expect.soft(await failures(page), path).toBe(0);
      }
      await open(page, 'audit');
      await page.getByRole('table', { name: 'Audit' }).waitFor();
      expect.soft(await failures(page), 'audit').toBe(0);
      expect.soft(await page.locator('main').getByText(/chain/i).count(), 'audit').toBe(0);
      await open(page, 'configuration');
      await page.getByText('Only admins may change them.').waitFor();
      expect(await page.getByRole('button', { name: 'Test and save' }).count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
      expect(app.problems).toEqual([]);
    },
  );
});
