import type { FrameLocator, Locator, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { findViolations } from './axe.js';
import { describePages, signInAgain, startDashboard, type DashboardApp } from './browser.js';
import { addReader, type Person } from './people.js';
import { chooseOption } from './select.js';

const loaded = `performance.getEntriesByType('resource').map(({ name }) => name).join(' ')`;

/** The page, the frame of its editor, and the buttons in the frame. */
interface Explorer {
  readonly page: Page;
  readonly frame: FrameLocator;
  button(name: string | RegExp): Locator;
}
type Part = (at: Explorer) => Locator;

describePages('the explorer', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  // On a fast machine, the tests sign in more often than one address may in a minute.
  beforeEach(async () => {
    vi.spyOn(app.app.services.authRateLimiter, 'take').mockResolvedValue(undefined);
    await app.reset();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await app.close();
  });

  it('runs operations in the editor with the session of the viewer', async () => {
    const page = await app.signedIn('/dashboard/explorer');
    const editor = page.frameLocator('iframe[title="GraphQL editor"]');
    await editor.getByRole('button', { name: /Run operation/ }).click();
    await editor.locator('.result-window').getByText(app.admin.email).waitFor();
    await chooseOption(page.getByLabel('Sample operation'), 'List memories');
    await editor.getByText('query Memories').first().waitFor();
    expect(app.problems).toEqual([]);
  });

  it('hides the frame of the editor, which would be white in the dark theme, until its page has arrived', async () => {
    const page = await app.signedIn('/dashboard/api-keys');
    let arrive: () => void = () => {};
    const isAwaited = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/graphql?query=*', async (route) => {
      await isAwaited;
      return route.continue();
    });
    await page.getByRole('link', { name: 'Explorer' }).click();
    const frame = page.locator('iframe[title="GraphQL editor"]');
    await frame.waitFor({ state: 'attached' });
    expect(await frame.isVisible()).toBe(false);
    arrive();
    await frame.waitFor();
    await frame
      .contentFrame()
      .getByRole('button', { name: /Run operation/ })
      .waitFor();
    expect(app.problems).toEqual([]);
  });

  it('says in an empty response what to press, until an operation runs', async () => {
    const page = await app.signedIn('/dashboard/explorer');
    const editor = page.frameLocator('iframe[title="GraphQL editor"]');
    const hint = editor.locator('.result-window').getByText('Press ▶ or Ctrl Enter to run the operation.');
    await hint.waitFor();
    await editor.locator('.graphiql-query-editor .monaco-editor').click();
    await page.keyboard.press('Control+Enter');
    await editor.locator('.result-window').getByText(app.admin.email).waitFor();
    await hint.waitFor({ state: 'hidden' });
    expect(app.problems).toEqual([]);
  });

  it('takes over a change of theme, with its text, headers and response', async () => {
    const page = await app.signedIn('/dashboard/explorer');
    const editor = page.frameLocator('iframe[title="GraphQL editor"]');
    await editor.getByRole('button', { name: /Run operation/ }).click();
    await editor.locator('.result-window').getByText(app.admin.email).waitFor();
    await editor.getByRole('button', { name: 'Headers', exact: true }).click();
    await editor.locator('.graphiql-editor-tool .monaco-editor:visible').click();
    await page.keyboard.insertText('{"X-Kept": "yes"}');
    await editor.locator('.graphiql-query-editor .monaco-editor').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('query Kept { viewer { authMode } }');
    const colors = () =>
      Promise.all(
        ['.graphiql-container', '.graphiql-query-editor .monaco-editor'].map((part) =>
          editor
            .locator(part)
            .first()
            .evaluate((element) => {
              const channels =
                getComputedStyle(element)
                  .backgroundColor.match(/[\d.]+/g)
                  ?.map(Number) ?? [];
              return channels[3] === 0 ? 'none' : (channels[0] ?? 0) < 128 ? 'dark' : 'light';
            }),
        ),
      );
    const light = await colors();
    expect(light).toContain('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colors).toEqual(light.map((color) => (color === 'light' ? 'dark' : color)));
    await expect.poll(() => editor.locator('.graphiql-dialog').count()).toBe(0);
    await editor.getByText('query Kept').first().waitFor();
    await editor.getByText('X-Kept').first().waitFor();
    await editor.locator('.result-window').getByText(app.admin.email).waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(colors).toEqual(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colors).not.toEqual(light);
    expect(app.problems).toEqual([]);
  });

  it('stacks query and response on phones, and leaves its own operations out of the list of requests', async () => {
    const page = await app.signedIn('/dashboard/explorer');
    const editor = page.frameLocator('iframe[title="GraphQL editor"]');
    await editor.getByRole('button', { name: /Run operation/ }).click();
    await editor.locator('.result-window').getByText(app.admin.email).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const read = (part: string) => editor.locator(part).boundingBox();
    await expect.poll(async () => (await read('.graphiql-editors'))?.width).toBeGreaterThan(330);
    const [query, response] = [await read('.graphiql-editors'), await read('.graphiql-response')];
    expect((await editor.locator('.graphiql-query-editor .graphiql-editor').boundingBox())?.width).toBeGreaterThan(330);
    expect(response?.y).toBeGreaterThanOrEqual((query?.y ?? Infinity) + (query?.height ?? 0));
    await page.goto(`${app.url}/dashboard/requests?method=GET`);
    await page.getByText('No matching requests').waitFor();
    await page.goto(`${app.url}/dashboard/requests?method=POST`);
    await page.getByText('No matching requests').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('transfers a small page and compressed files, and nothing of the files on a second visit', async () => {
    const page = await app.visitor();
    const visit = async () => {
      const sent: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[] = [];
      const onResponse = (response: Response) =>
        sent.push({ url: new URL(response.url()).pathname, headers: response.headers() });
      page.on('response', onResponse);
      await page.goto(`${app.url}/graphql`);
      await page.getByRole('button', { name: /Run operation/ }).waitFor();
      // The last file that the page asks for.
      await expect.poll(() => page.evaluate<string>(loaded), { timeout: 15_000 }).toContain('/graphql/assets/graphql-');
      page.off('response', onResponse);
      const sizes = await page.evaluate<Record<string, [transferred: number, size: number]>>(`Object.fromEntries(
        [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
          .filter(({ name, initiatorType }) => initiatorType !== 'fetch')
          .map(({ name, transferSize, encodedBodySize }) => [new URL(name).pathname, [transferSize, encodedBodySize]]))`);
      return { sent, sizes };
    };
    const first = await visit();
    expect(first.sizes['/graphql']?.[1]).toBeLessThan(4_000);
    const assets = first.sent.filter(({ url }) => url.startsWith('/graphql/assets/'));
    expect(assets.length).toBeGreaterThanOrEqual(3);
    for (const { url, headers } of assets.filter((asset) => !asset.url.endsWith('.svg'))) {
      expect(url).toMatch(/-[\w-]{8}\.(js|css)$/);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-encoding']).toBe('br');
    }
    const second = await visit();
    const again = Object.entries(second.sizes).filter(([path]) => path.startsWith('/graphql/assets/'));
    expect(again.length).toBeGreaterThanOrEqual(3);
    expect(again.map(([, [transferred]]) => transferred)).toEqual(again.map(() => 0));
    expect(app.problems).toEqual([]);
  });

  it('has the colors of the dashboard in both themes', async () => {
    const page = await app.signedIn('/dashboard/explorer');
    const editor = page.frameLocator('iframe[title="GraphQL editor"]');
    const readColor = (part: Locator, property: 'backgroundColor' | 'color') =>
      part.evaluate((element, name) => getComputedStyle(element)[name], property);
    const keyword = editor
      .locator('.graphiql-query-editor .view-line span')
      .getByText('query', { exact: true })
      .first();
    const expected = {
      light: { surface: 'rgb(255, 255, 255)', ink: 'rgb(31, 30, 26)', accent: 'rgb(47, 79, 208)' },
      dark: { surface: 'rgb(26, 25, 24)', ink: 'rgb(238, 236, 231)', accent: 'rgb(147, 168, 255)' },
    };
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const colors = async () => ({
        surface: await readColor(editor.locator('.graphiql-container').first(), 'backgroundColor'),
        ink: await readColor(editor.locator('.graphiql-execute-button'), 'backgroundColor'),
        accent: await readColor(keyword, 'color'),
      });
      await expect.poll(colors, { timeout: 15_000 }).toEqual(expected[colorScheme]);
    }
    expect(app.problems).toEqual([]);
  });

  /** Panels, dialogs and menus of the Explorer: how to open each, and what it shows. */
  const parts: readonly (readonly [name: string, open: Part, shown: Part])[] = [
    [
      'variables',
      (at) => at.button('Variables'),
      (at) => at.frame.locator('.graphiql-editor-tool .monaco-editor:visible'),
    ],
    ['headers', (at) => at.button('Headers'), (at) => at.frame.locator('.graphiql-editor-tool .monaco-editor:visible')],
    ['docs', (at) => at.button('Show docs'), (at) => at.frame.getByText('Root Types')],
    [
      'a type of the docs',
      (at) => at.frame.locator('.graphiql-doc-explorer a').getByText('Query').first(),
      (at) => at.frame.locator('.graphiql-doc-explorer-title').getByText('Query'),
    ],
    ['fields', (at) => at.button('Show fields'), (at) => at.frame.locator('.graphiql-explorer-root')],
    ['a tab', (at) => at.button('New tab'), (at) => at.frame.getByRole('button', { name: 'Close <untitled>' })],
    ['keyboard shortcuts', (at) => at.button('Keyboard shortcuts'), (at) => at.frame.getByRole('dialog')],
    ['settings', (at) => at.button('Editor settings'), (at) => at.frame.getByRole('dialog')],
    ['saved operations', (at) => at.page.getByRole('button', { name: 'Saved' }), (at) => at.page.getByRole('menu')],
    ['history', (at) => at.page.getByRole('button', { name: 'History' }), (at) => at.page.getByRole('menu')],
    ['samples', (at) => at.page.getByLabel('Sample operation'), (at) => at.page.getByRole('listbox')],
  ];
  for (const colorScheme of ['light', 'dark'] as const)
    it(
      `has no axe violation in ${colorScheme}, with each panel, dialog and menu open`,
      { timeout: 240_000 },
      async () => {
        const page = await app.signedIn('/dashboard/explorer');
        await page.emulateMedia({ colorScheme });
        const frame = page.frameLocator('iframe[title="GraphQL editor"]');
        const button = (name: string | RegExp) => frame.getByRole('button', { name, exact: typeof name === 'string' });
        await button(/Run operation/).click();
        await frame.locator('.result-window').getByText(app.admin.email).waitFor();
        await frame.locator(`body.graphiql-${colorScheme}`).waitFor();
        expect(await findViolations(page)).toEqual([]);
        for (const [name, open, shown] of parts) {
          await open({ page, frame, button }).click();
          await shown({ page, frame, button }).first().waitFor();
          expect.soft(await findViolations(page), name).toEqual([]);
          await page.keyboard.press('Escape');
        }
        expect(app.problems).toEqual([]);
      },
    );

  /** Signs in on the page, and opens the Explorer. */
  async function enter(page: Page, { email, password }: Person): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Account/ }).waitFor();
    await page.goto(`${app.url}/dashboard/explorer`);
  }
  /** Replaces the query in the editor of a page. */
  async function write(page: Page, query: string): Promise<FrameLocator> {
    const editor = page.frameLocator('iframe[title="GraphQL editor"]');
    await editor.locator('.graphiql-query-editor .monaco-editor').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(query);
    await editor.locator('.graphiql-query-editor').getByText(query.slice(0, 8)).first().waitFor();
    return editor;
  }
  /** Chooses an item of a menu of the page. */
  async function choose(page: Page, menu: 'Saved' | 'History', item: string): Promise<void> {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }
  /** Returns the items of a menu, and closes it. */
  async function readMenu(page: Page, menu: 'Saved' | 'History'): Promise<string[]> {
    await page.getByRole('button', { name: menu }).click();
    const items = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    return items;
  }

  it('saves the operation in the editor with its variables, opens it again, and removes it', async () => {
    const page = await app.signedIn('/dashboard/explorer');
    const editor = await write(page, 'query Kept($first: Int) { memories(first: $first) { totalCount } }');
    await editor.locator('.graphiql-editor-tool .monaco-editor:visible').click();
    await page.keyboard.insertText('{"first": 3}');
    await choose(page, 'Saved', 'Save this operation');
    await chooseOption(page.getByLabel('Sample operation'), 'List memories');
    await editor.getByText('query Memories').first().waitFor();
    await page.reload();
    await choose(page, 'Saved', 'Kept');
    await editor.getByText('query Kept').first().waitFor();
    await editor.locator('.result-window').getByText('totalCount').waitFor();
    await editor.locator('.graphiql-editor-tool').getByText('"first"').waitFor();
    await choose(page, 'Saved', 'Remove this operation');
    expect(await readMenu(page, 'Saved')).toEqual(['Save this operation']);
    expect(app.problems).toEqual([]);
  });

  it('saves the operation of the browser tab that saves, also while another one has the Explorer open', async () => {
    const first = await app.signedIn('/dashboard/explorer');
    await write(first, 'query First { viewer { authMode } }');
    const second = await first.context().newPage();
    await second.goto(first.url());
    await write(second, 'query Second { viewer { authMode } }');
    await choose(first, 'Saved', 'Save this operation');
    expect(await readMenu(second, 'Saved')).toEqual(['Save this operation', 'First']);
    await first.reload();
    const opened = first.frameLocator('iframe').getByRole('list', { name: 'Open operations' });
    await opened.getByRole('button', { name: 'First', exact: true }).waitFor();
    expect(await opened.getByText('Second').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('shows saved operations, history, variables and recent pages to nobody but their user', async () => {
    const reader = await addReader(app);
    const page = await app.signedIn('/dashboard/explorer');
    const editor = await write(page, 'query Private($id: ID!) { memory(id: $id) { text } }');
    await editor.locator('.graphiql-editor-tool .monaco-editor:visible').click();
    await page.keyboard.insertText('{"id": "0190c6c5-0000-7000-8000-00000000abcd"}');
    await editor.getByRole('button', { name: /Run operation/ }).click();
    await editor.locator('.result-window').getByText('"memory": null').waitFor();
    await choose(page, 'Saved', 'Save this operation');
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('Deliveries');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    const isStored = () =>
      page.evaluate<boolean>('JSON.stringify([localStorage, sessionStorage]).includes("00000000abcd")');
    expect(await isStored()).toBe(true);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.locator('input[name=password]').waitFor();
    expect(await page.evaluate<number>('sessionStorage.length')).toBe(0);

    await enter(page, reader);
    expect(await readMenu(page, 'Saved')).toEqual(['Save this operation']);
    expect(await readMenu(page, 'History')).toEqual(['No operations yet']);
    await editor.locator('.graphiql-query-editor').getByText('query WhoAmI').waitFor();
    expect(await editor.getByText('00000000abcd').count()).toBe(0);
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('option', { name: 'Home' }).first().waitFor();
    expect(await page.getByRole('option').filter({ hasText: 'Recent' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();

    await enter(page, app.admin);
    expect(await readMenu(page, 'Saved')).toEqual(['Save this operation', 'Private']);
    expect(await readMenu(page, 'History')).toEqual(['No operations yet']);
    expect(app.problems).toEqual([]);
  });

  it('asks for the sign-in above the editor when the session has expired, and keeps its text', async () => {
    const page = await app.signedIn('/dashboard/explorer');
    const frame = page.frameLocator('iframe[title="GraphQL editor"]');
    await frame.locator('.graphiql-editor').first().click();
    await page.keyboard.type('# Mine ');
    await app.app.services.database.query('UPDATE refresh_token_jtis SET revoked_at = now()');
    await frame.getByRole('button', { name: /Run operation/ }).click();
    await signInAgain(page, app.admin);
    await frame.getByText('# Mine').first().waitFor();
    await frame.getByRole('button', { name: /Run operation/ }).click();
    await frame.locator('.result-window').getByText(app.admin.email).waitFor();
    expect(app.problems).toEqual([]);
  });
});
