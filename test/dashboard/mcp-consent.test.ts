import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { startOAuthApp } from './oauth-app.js';
import { chooseOption } from './select.js';

describePages('the consent page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  it('takes a client that knows only the URL to its first memory, without a key', async () => {
    const started = await startOAuthApp(app, 'Night reader');
    const page = await app.visitor();
    await page.goto(started.consentUrl);
    await page.locator('input[name=email]').fill(app.admin.email);
    await page.locator('input[name=password]').fill(app.admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Connect Night reader' }).waitFor();
    await page.getByText(new URL(started.redirectUri).host).waitFor();
    await page.getByText('The app runs on this computer.').waitFor();
    await page.getByText('The app chose its name itself.').waitFor();
    const permissions = page.getByRole('checkbox');
    expect(await permissions.count()).toBe(3);
    await page.getByRole('checkbox', { name: 'Delete' }).uncheck();
    await chooseOption(page.getByLabel('Project'), app.admin.projectId);
    await page.getByRole('button', { name: 'Allow' }).click();
    const query = await started.received;
    expect([query.get('state'), query.get('iss')]).toEqual(['state-of-the-app', new URL(app.url).origin]);

    const client = await started.finish(query);
    const text = 'Ada reads at night.';
    await client.callTool({ name: 'add_memory', arguments: { text, user_id: 'ada', infer: false } });
    const { structuredContent } = await client.callTool({ name: 'search_memories', arguments: { query: 'reads' } });
    expect(structuredContent).toMatchObject({ results: [{ memory: text, user_id: 'ada' }] });
    await client.close();
    started.close();

    await page.goto(`${app.url}/dashboard/connected-apps`);
    const row = page.getByRole('row').filter({ hasText: 'Night reader' });
    await row.getByText('Write').waitFor();
    expect(await row.getByText('Delete').count()).toBe(0);
    await row.getByRole('button', { name: 'Night reader', exact: true }).click();
    const drawer = page.getByRole('complementary', { name: 'Connected app' });
    await drawer.getByRole('button', { name: 'Copy the Client ID' }).waitFor();
    expect(new URL(page.url()).searchParams.get('app')).toMatch(/^[0-9a-f-]{36}$/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page)).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Revoke access of Night reader' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
    await page.getByText('No connected apps yet').waitFor();
    await page.getByRole('button', { name: 'VS Code' }).click();
    await page.getByText(`"url": "${app.url}/mcp"`).waitFor();
    const again = await fetch(new URL('/mcp', app.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${started.readAccessToken()}` },
    });
    expect(again.status).toBe(401);
    expect(app.problems).toEqual([]);
  });

  it('reports a refusal to the client, and says when a request is invalid', async () => {
    const started = await startOAuthApp(app, 'Night reader');
    const page = await app.signedIn('/authorize?request=altered');
    await page.getByRole('alert').getByText('This request is invalid or has expired.').waitFor();
    await page.goto(started.consentUrl);
    await page.getByRole('button', { name: 'Deny' }).click();
    const query = await started.received;
    expect([query.get('error'), query.get('code')]).toEqual(['access_denied', null]);
    started.close();
    expect(app.problems).toEqual([]);
  });
});
