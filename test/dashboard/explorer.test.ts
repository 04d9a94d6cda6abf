import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { chooseOption } from './select.js';

describePages('the explorer', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  it('runs operations in the editor with the session of the viewer', async () => {
    const page = await app.signedIn('/dashboard/explorer');
    const editor = page.frameLocator('iframe[title="GraphQL editor"]');
    await editor.getByRole('button', { name: /Execute query/ }).click();
    await editor.locator('.result-window').getByText(app.admin.email).waitFor();
    await chooseOption(page.getByLabel('Sample operation'), 'List memories');
    await editor.getByText('query Memories').first().waitFor();
    expect(app.problems).toEqual([]);
  });

  it('takes over a change of theme, with its text, headers and response', async () => {
    const page = await app.signedIn('/dashboard/explorer');
    const editor = page.frameLocator('iframe[title="GraphQL editor"]');
    await editor.getByRole('button', { name: /Execute query/ }).click();
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
    await editor.getByRole('button', { name: /Execute query/ }).click();
    await editor.locator('.result-window').getByText(app.admin.email).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const read = (part: string) => editor.locator(part).boundingBox();
    await expect.poll(async () => (await read('.graphiql-editors'))?.width).toBeGreaterThan(330);
    const [query, response] = [await read('.graphiql-editors'), await read('.graphiql-response')];
    expect(response?.y).toBeGreaterThanOrEqual((query?.y ?? Infinity) + (query?.height ?? 0));
    await page.goto(`${app.url}/dashboard/requests?method=POST`);
    await page.getByText('No matching requests').waitFor();
    expect(app.problems).toEqual([]);
  });
});
