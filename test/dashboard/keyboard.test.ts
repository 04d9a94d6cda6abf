import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

describePages('the keyboard alone', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const focused = (page: Page) => page.locator(':focus');
  /** Presses Tab until the control has the focus. */
  async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<void> {
    const target = page.getByRole(role, { name }).and(focused(page));
    for (let press = 0; press < 80; press += 1) {
      await page.keyboard.press('Tab');
      if ((await target.count()) > 0) return;
    }
    throw new Error(`Tab does not reach ${role} ${String(name)}.`);
  }
  /** Whether the focus can be seen. */
  const hasOutline = (page: Page) =>
    page.evaluate<boolean>(`(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    })()`);

  it('signs in, skips to the content, and goes to a page with the palette', async () => {
    const page = await app.visitor();
    await page.goto(`${app.url}/login`);
    await tabTo(page, 'textbox', /^Email/);
    await page.keyboard.type(app.admin.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(app.admin.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.keyboard.press('Tab');
    await page
      .getByRole('link', { name: /^Skip to/ })
      .and(focused(page))
      .waitFor();
    expect(await hasOutline(page)).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.evaluate('Boolean(document.activeElement.closest("main"))')).toBe(true);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to' }).waitFor();
    await page.keyboard.type('categ');
    await page.getByRole('option', { name: 'Categories' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Categories' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('adds a memory, opens it, edits it and deletes it with Undo', async () => {
    const page = await app.signedIn('/dashboard/memories');
    await page.getByText('No memories yet').waitFor();
    await tabTo(page, 'button', 'Add');
    expect(await hasOutline(page)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /^Text/ }).and(focused(page)).waitFor();
    await page.keyboard.type('Ada plays the violin.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'Ada plays the violin.' });
    await row.waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tabTo(page, 'link', 'Ada plays the violin.');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ada plays the violin.' }).waitFor();
    await tabTo(page, 'button', 'Edit');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /^Text/ }).and(focused(page)).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Ada plays the cello.');
    await tabTo(page, 'button', 'Save');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ada plays the cello.' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tabTo(page, 'button', 'Delete');
    await page.keyboard.press('Enter');
    await page.getByText('No memories yet').waitFor();
    await tabTo(page, 'button', 'Undo');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ada plays the cello.' }).waitFor();
    expect(await held(app, '{ memories { nodes { text } } }')).toEqual({
      memories: { nodes: [{ text: 'Ada plays the cello.' }] },
    });
    expect(app.problems).toEqual([]);
  });

  it('walks through the request log and its drawer, and creates an API key', async () => {
    for (const path of ['/v1/ping/', '/v3/nothing-here/']) await app.as(app.admin.apiKey).rest('GET', path);
    const page = await app.signedIn('/dashboard/requests');
    await page.getByRole('cell', { name: '/v1/ping/' }).waitFor();
    await page.getByRole('cell', { name: '/v3/nothing-here/' }).waitFor();
    await tabTo(page, 'table', 'Requests');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('complementary', { name: /^Request / });
    await drawer.getByText('/v3/nothing-here/').first().waitFor();
    await page.keyboard.press('j');
    await drawer.getByText('/v1/ping/').first().waitFor();
    await tabTo(page, 'tab', /^Request/);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Requests' }).and(focused(page)).waitFor();
    await page.goto(`${app.url}/dashboard/api-keys`);
    await page.getByRole('cell', { name: 'bootstrap', exact: true }).waitFor();
    await tabTo(page, 'button', 'New key');
    await page.keyboard.press('Enter');
    await page
      .getByRole('textbox', { name: /^Label/ })
      .and(focused(page))
      .waitFor();
    await page.keyboard.type('From the keyboard');
    await page.keyboard.press('Enter');
    await page.getByTestId('secret').waitFor();
    await tabTo(page, 'button', 'Done');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'From the keyboard', exact: true }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('returns the focus to what opened a dialog, also from a dialog that follows or asks', async () => {
    const page = await app.signedIn('/dashboard/api-keys');
    await page.getByRole('cell', { name: 'bootstrap', exact: true }).waitFor();
    const label = page.getByRole('textbox', { name: /^Label/ });
    const discarding = page.getByRole('dialog', { name: 'Discard your changes?' });
    await tabTo(page, 'button', 'New key');
    await page.keyboard.press('Enter');
    await label.and(focused(page)).waitFor();
    await page.keyboard.type('Kitchen');
    await page.keyboard.press('Escape');
    await discarding.waitFor();
    await page.keyboard.press('Escape');
    await discarding.waitFor({ state: 'detached' });
    await label.and(focused(page)).waitFor();
    await page.keyboard.press('Escape');
    await tabTo(page, 'button', 'Discard');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'New key' }).and(focused(page)).waitFor();
    await page.keyboard.press('Enter');
    await label.and(focused(page)).waitFor();
    await page.keyboard.type('Kitchen');
    await page.keyboard.press('Enter');
    await page.getByTestId('secret').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New key' }).and(focused(page)).waitFor();
    await tabTo(page, 'button', 'Edit Kitchen');
    await page.keyboard.press('Enter');
    await label.and(focused(page)).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit Kitchen' }).and(focused(page)).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('moves the focus to a page that opens, and announces its title', async () => {
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Ada sings.' }],
      infer: false,
      user_id: 'ada',
    });
    const page = await app.signedIn('/dashboard/memories');
    await tabTo(page, 'link', 'Ada sings.');
    await page.keyboard.press('Enter');
    await page.locator('[aria-live]').getByText('Ada sings. · memory-gateway', { exact: true }).waitFor();
    await page.locator('main').and(focused(page)).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('webh');
    await page.getByRole('option', { name: 'Webhooks' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[aria-live]').getByText('Webhooks · memory-gateway', { exact: true }).waitFor();
    await page.locator('main').and(focused(page)).waitFor();
    expect(app.problems).toEqual([]);
  });
});
