import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closeAfterTest, describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

describePages('the audit page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const rename = (name: string) =>
    held(app, 'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }', {
      input: { id: app.admin.projectId, name },
    });
  const label = 'A label with <i>markup</i>';

  it('shows changes as they are made, each before and after, and verifies the chain', async () => {
    await rename('Kitchen <b>talk</b>');
    const page = await app.signedIn('/dashboard/audit?action=project.');
    const table = page.getByRole('table', { name: 'Audit' });
    await table.getByRole('row').filter({ hasText: 'project.update' }).first().waitFor();
    await rename('Kitchen talks');
    await expect
      .poll(() => table.getByRole('row').filter({ hasText: 'project.update' }).count(), { timeout: 10_000 })
      .toBe(2);
    await table.getByRole('row').filter({ hasText: 'project.update' }).first().click();
    const drawer = page.getByRole('complementary', { name: 'Entry project.update' });
    const changes = drawer.getByRole('region', { name: 'Before and after' });
    await changes.locator('del').filter({ hasText: '<b>talk</b>' }).waitFor();
    await changes.locator('ins').filter({ hasText: 'talks' }).waitFor();
    await drawer.getByText(/^Entry \d+ in the chain$/).waitFor();
    await page.keyboard.press('j');
    await drawer.locator('ins').filter({ hasText: 'Kitchen <b>talk</b>' }).waitFor();
    await page.getByText('Chain verified').waitFor();
    // The list of an admin has the changes of no organization, too, which are in a chain of their own.
    await page.getByText(/^\d+ entr(y|ies) of this organization, checked [\d:]+ UTC$/).waitFor();
    await page.getByText('2 entries from all organizations').waitFor();
    await page.reload();
    await drawer.locator('ins').filter({ hasText: 'Kitchen <b>talk</b>' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('ends its table at the edge of the window, at every height', async () => {
    for (let index = 0; index < 40; index += 1) await rename(`Kitchen ${index}`);
    const page = await app.signedIn('/dashboard/audit?range=all');
    const table = page.getByRole('table', { name: 'Audit' });
    await table.getByRole('row').nth(5).waitFor();
    for (const height of [900, 620]) {
      await page.setViewportSize({ width: 1280, height });
      const readEdge = async () => {
        const box = await table.boundingBox();
        return box && Math.round(height - box.y - box.height);
      };
      await expect.poll(readEdge).toBe(24);
    }
    expect(app.problems).toEqual([]);
  });

  it('names a user in adds, exports and as a target, and calls the user erased after the erasure', async () => {
    const run = (field: string, input: string) =>
      held(app, `mutation { ${field}(input: { ${input} }) { __typename ... on Error { message } } }`);
    await run('createEntity', 'type: USER, name: "rosa@example.com"');
    await run('addMemories', 'userId: "rosa@example.com", messages: [{ role: USER, content: "I collect stamps." }]');
    const page = await app.signedIn('/dashboard/audit?range=all');
    const table = page.getByRole('table', { name: 'Audit' });
    const created = table.getByRole('row').filter({ hasText: 'entity.create' });
    await created.filter({ hasText: 'Admin created user/rosa@example.com' }).waitFor();
    await table.getByRole('row').filter({ hasText: 'Admin added memories of rosa@example.com' }).waitFor();
    const open = () => table.getByRole('row').filter({ hasText: 'memory.add' }).click();
    const drawer = page.getByRole('complementary', { name: 'Entry memory.add' });
    await open();
    await drawer.locator('ins').filter({ hasText: 'rosa@example.com' }).waitFor();
    await run('eraseSubject', 'type: USER, name: "rosa@example.com"');
    await page.goto(`${app.url}/dashboard/audit?range=all`);
    await created.filter({ hasText: 'Admin created erased user' }).waitFor();
    await open();
    await drawer.locator('ins').filter({ hasText: 'erased user' }).waitFor();
    expect(await page.getByText('rosa@example.com').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('says who changed the URL of a webhook, with which key, in two clicks, and exports the log', async () => {
    const webhook = { name: 'billing-sync', url: 'https://a.example.com/', eventTypes: ['MEMORY_ADD'] };
    const { createWebhook } = await held<{ createWebhook: { webhook: { id: string } } }>(
      app,
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { ... on CreateWebhookPayload { webhook { id } } } }',
      { input: { ...webhook, projectId: app.admin.projectId } },
    );
    await held(app, 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { __typename } }', {
      input: { id: createWebhook.webhook.id, url: 'https://b.example.com/' },
    });
    const page = await app.signedIn('/dashboard/home');
    await page.getByRole('link', { name: 'Observe' }).click();
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    const row = page.getByRole('table', { name: 'Audit' }).getByRole('row').filter({ hasText: 'webhook.update' });
    await row.filter({ hasText: 'Admin changed the URL of billing-sync' }).waitFor();
    await row.filter({ hasText: `bootstrap (${app.admin.apiKey.slice(0, 12)}…)` }).waitFor();
    await row.click();
    const drawer = page.getByRole('complementary', { name: 'Entry webhook.update' });
    await drawer.getByRole('heading', { name: 'Admin changed the URL of billing-sync' }).waitFor();
    await drawer.getByRole('button', { name: 'Copy the ID of the target' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await (await saved).createReadStream();
    expect(Buffer.concat((await file.toArray()) as Buffer[]).toString()).toContain('webhook.update');
    await drawer.getByRole('link', { name: 'billing-sync' }).click();
    await page.getByRole('heading', { name: 'billing-sync' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('opens the entry of a link that the filters leave out', async () => {
    await rename('Kitchen talks');
    const query = '{ auditLogs(filter: { action: "project.update" }) { nodes { id } } }';
    const { auditLogs } = await held<{ auditLogs: { nodes: { id: string }[] } }>(app, query);
    const page = await app.signedIn(`/dashboard/audit?type=api_key&entry=${auditLogs.nodes[0]?.id}`);
    const drawer = page.getByRole('complementary', { name: 'Entry project.update' });
    await drawer.locator('ins').filter({ hasText: 'Kitchen talks' }).waitFor();
    await page.goto(`${app.url}/dashboard/audit?type=nothing&entry=0`);
    await page.locator('.empty').waitFor();
    expect(await page.getByRole('complementary', { name: /^Entry/ }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('filters by action in the URL, and says where the chain is broken', async () => {
    await rename(label);
    await held(app, 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { __typename } }', {
      input: { label },
    });
    const page = await app.signedIn('/dashboard/audit?action=project.');
    const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
    await rows.filter({ hasText: 'project.update' }).waitFor();
    expect(await rows.filter({ hasText: 'api_key' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove filter Action' }).click();
    await rows.filter({ hasText: 'api_key.create' }).waitFor();
    await page.goBack();
    await rows.filter({ hasText: 'api_key.create' }).waitFor({ state: 'detached' });
    const sealed = () =>
      app.app.services.database.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM audit_logs WHERE sequence IS NOT NULL AND organization_id IS NOT NULL',
      );
    await expect.poll(async () => (await sealed())[0]?.count ?? 0, { timeout: 10_000 }).toBeGreaterThan(0);
    await app.app.services.database.query(
      `UPDATE audit_logs SET changes = '{"name":["a","b"]}' WHERE action = 'project.update'`,
    );
    await page.getByRole('button', { name: 'Verify again' }).click();
    await page.getByText(/^Chain broken at \d+$/).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('stops reading new entries after a failure, until Retry', async () => {
    await rename(label);
    const page = await app.signedIn('/dashboard/audit');
    closeAfterTest(page);
    const table = page.getByRole('table', { name: 'Audit' });
    await table.waitFor();
    await page.clock.install();
    let count = 0;
    await page.route('**/graphql', (route) => {
      if (!route.request().postData()?.includes('query AuditLogs')) return route.fallback();
      count += 1;
      return route.fulfill({ json: { errors: [{ message: 'No entries today.' }] } });
    });
    await page.reload();
    await page.getByRole('alert').getByText('No entries today.').waitFor();
    const former = count;
    await page.clock.runFor(10_000);
    expect(count).toBe(former);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await table.waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('misses no entry of the time in which its tab was hidden', async () => {
    await rename('Kitchen');
    const page = await app.signedIn('/dashboard/audit?action=project.&range=all');
    await page.getByText(/^1 entry from/).waitFor();
    const show = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })`);
    await show('hidden');
    for (let index = 0; index < 60; index += 1) await rename(`Kitchen ${index}`);
    await show('visible');
    await page.getByText(/^(50\+|61) entries from/).waitFor();
    expect(app.problems).toEqual([]);
  });
});
