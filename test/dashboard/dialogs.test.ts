import { mkdir } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { addSampleData } from './sample-data.js';

const folder = process.env.SCREENSHOTS;

/** A dialog, drawer or state of a page: how to open it, and what shows that it is open. */
interface Part {
  readonly name: string;
  readonly path: string;
  open(page: Page): Promise<unknown>;
  shown(page: Page): Locator;
}

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const csv = {
  name: 'memories.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('memory,user_id,mood\nLikes tea,ada,calm\n,ada,x\n'),
};

const parts: readonly Part[] = [
  {
    name: 'entity',
    path: 'entities?type=USER&name=maya',
    open: async () => undefined,
    shown: (page) => page.getByRole('region', { name: 'Timeline' }),
  },
  {
    name: 'entity-graph',
    path: 'entities?type=USER&name=maya&view=graph',
    open: async () => undefined,
    shown: (page) => page.locator('.graph'),
  },
  { name: 'erase-dialog', path: 'entities?type=USER&name=maya', open: click('Delete'), shown: dialog('Delete maya?') },
  {
    name: 'selection-bar',
    path: 'memories',
    open: (page) =>
      page
        .getByRole('checkbox', { name: /^Select maya/ })
        .first()
        .check(),
    shown: (page) => page.getByRole('region', { name: 'Selected memories' }),
  },
  { name: 'add-memory', path: 'memories', open: click('Add'), shown: dialog('Add memory') },
  {
    name: 'saved-views',
    path: 'memories?category=food',
    open: click('Saved views'),
    shown: (page) => page.getByRole('menu'),
  },
  {
    name: 'import-mapping',
    path: 'import',
    open: (page) => page.locator('input[type=file]').setInputFiles(csv),
    shown: (page) => page.getByRole('region', { name: 'Preview' }),
  },
  {
    name: 'event-drawer',
    path: 'events',
    open: click(/^(Export|Add memories)$/),
    shown: (page) => page.getByRole('complementary', { name: 'Event' }),
  },
  { name: 'key-dialog', path: 'api-keys', open: click('New key'), shown: dialog('New API key') },
  { name: 'category-dialog', path: 'categories', open: click('Add category'), shown: dialog('New category') },
  { name: 'member-dialog', path: 'project', open: click('Add member'), shown: dialog(/./) },
  { name: 'delete-project', path: 'project', open: click('Delete project'), shown: dialog(/^Delete the project/) },
  {
    name: 'webhook',
    path: 'webhooks',
    open: (page) =>
      page
        .getByRole('link', { name: 'order-events' })
        .or(page.getByRole('button', { name: 'order-events' }))
        .first()
        .click(),
    shown: (page) => page.getByText('Deliveries').first(),
  },
  { name: 'invitation', path: 'users/invitations', open: click('Invite'), shown: dialog(/./) },
];

// `npm run screenshots` also writes a picture of each in both themes.
describePages('every dialog, drawer and state of a page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
    await addSampleData(app);
    await held(app, 'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }', {
      input: { id: app.admin.projectId, hasDecay: true },
    });
    if (folder) await mkdir(folder, { recursive: true });
  });
  afterAll(() => app.close());

  it('has no axe violation in either theme', { timeout: 240_000 }, async () => {
    const page = await app.signedIn('/dashboard');
    for (const { name, path, open, shown } of parts) {
      await page.goto(`${app.url}/dashboard/${path}`);
      await page.locator('h1').waitFor();
      await open(page);
      await shown(page).waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
        await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
        if (folder) await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
        expect.soft(await findViolations(page), `${name}, ${colorScheme}`).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(app.problems).toEqual([]);
  });
});
