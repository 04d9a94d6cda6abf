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
});
