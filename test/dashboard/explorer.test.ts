import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

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
    await page.getByLabel('Sample operation').selectOption('List memories');
    await editor.getByText('query Memories').first().waitFor();
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
