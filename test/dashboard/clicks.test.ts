import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { store } from '../deletion/helpers.js';
import { startReceiver, type Receiver } from '../webhook/receiver.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { countClicks, type ClickCounter } from './click-counter.js';
import { held } from './graphql.js';

const patience = { timeout: 15_000 };

/** Whether all of an element is in the window of a notebook. */
const isInView = (box: { y: number; height: number } | null) => box !== null && box.y >= 0 && box.y + box.height <= 900;

describePages('a task in the clicks that it may take', () => {
  let app: DashboardApp;
  let receiver: Receiver;
  let page: Page;
  let clicks: ClickCounter;
  beforeAll(async () => {
    app = await startDashboard({ outboundAllow: ['loopback'] });
    receiver = await startReceiver((response) => response.writeHead(500).end('down'));
  });
  // Each task begins with a sign-in, more than one address may try in a minute.
  beforeEach(async () => {
    vi.spyOn(app.app.services.authRateLimiter, 'take').mockResolvedValue(undefined);
    await app.reset();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await receiver.close();
    await app.close();
  });

  /** Opens the page where the task starts. Presses count from here. */
  async function start(path: string): Promise<Page> {
    page = await app.signedIn('/settings');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    clicks = await countClicks(page);
    await page.goto(`${app.url}/dashboard/${path}`);
    await page.locator('h1').waitFor();
    if (path === 'home') await page.locator('.uplot canvas').first().waitFor();
    return page;
  }
  /** Asserts the presses of the pointer since the start. */
  const expectClicks = (number: number) => {
    expect(clicks.take()).toBe(number);
    expect(app.problems).toEqual([]);
  };
  /** Starts a task with a quick action of Home. */
  async function startQuickly(action: string): Promise<void> {
    await start('home');
    await page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: action }).click();
  }
  const add = (text: string, userId: string) =>
    app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: text }],
      user_id: userId,
      infer: false,
    });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const navigation = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  const createHook = async (): Promise<string> => {
    const query =
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { ... on CreateWebhookPayload { webhook { id } } } }';
    const input = { name: 'billing-sync', url: receiver.url, eventTypes: ['MEMORY_ADD'] };
    const { createWebhook } = await held<{ createWebhook: { webhook: { id: string } } }>(app, query, { input });
    return createWebhook.webhook.id;
  };

  it('first memory on an empty server: 2', async () => {
    await start('home');
    await button('Load sample data').waitFor();
    await page.getByRole('link', { name: 'Add a memory' }).click();
    await page.getByRole('dialog').locator('textarea').first().waitFor();
    await page.keyboard.type('Ada plays the violin.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('cell', { name: 'Ada plays the violin.', exact: true }).waitFor();
    expectClicks(2);
  });

  it('why a request failed, from Home: 2', async () => {
    await app
      .as(app.admin.apiKey)
      .rest('POST', '/v3/memories/search/', { query: 'food', filters: { user_id: 'maya' }, threshold: 70 });
    await start('home');
    await navigation('Observe').click();
    await page.getByRole('row').filter({ hasText: 'Refused' }).click();
    await page
      .getByRole('complementary')
      .getByText(/threshold/)
      .first()
      .waitFor();
    expectClicks(2);
  });

  it('a wrong result and why it was found, from Home: 3', async () => {
    await add('Ada plays the violin.', 'ada');
    await start('home');
    await navigation('Memories').click();
    await page.getByLabel('Search', { exact: true }).click();
    await page.keyboard.type('violin');
    await page.keyboard.press('Enter');
    await button(/^Why/).first().click();
    await page.getByRole('heading', { name: 'Why this score' }).waitFor();
    expectClicks(3);
  });

  it('decide on an outdated fact, from Home: 2', async () => {
    const [older, newer] = await store(app.app.services, app.admin.projectId, [
      { user_id: 'ada', text: 'Ada lives in Lisbon.' },
      { user_id: 'ada', text: 'Ada lives in Porto.' },
    ]);
    await app.app.services.database.query(
      `INSERT INTO memory_links (id, project_id, newer_id, older_id, probability, created_at)
VALUES (gen_random_uuid(), $1, $2, $3, 0.9, now())`,
      [app.admin.projectId, newer, older],
    );
    await start('home');
    await page.getByRole('link', { name: 'Review corrections' }).click();
    await button(/^Replace older/).click();
    await page.getByText('All suggestions are reviewed').waitFor();
    const confirmed = `SELECT count(*)::int AS count FROM memory_links WHERE status = 'CONFIRMED'`;
    await expect
      .poll(() => app.app.services.database.query<{ count: number }>(confirmed), patience)
      .toEqual([{ count: 1 }]);
    expectClicks(2);
  });

  it('erase a user with a receipt as proof, from Home: 5', async () => {
    await add('Ada plays the violin.', 'ada');
    await start('home');
    await navigation('Memories').click();
    await navigation('Entities').click();
    await page.getByRole('row').filter({ hasText: 'ada' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByLabel('Type ada to confirm').waitFor();
    await page.keyboard.type('ada');
    await button('Delete entity and memories').click();
    const proof = page.getByLabel('Deletion of ada');
    await proof.getByText('Requested by').waitFor();
    await proof.getByRole('button', { name: 'Download JSON' }).waitFor();
    expectClicks(5);
  });

  it('who changed the URL of a webhook, from Home: 2', async () => {
    const id = await createHook();
    await held(app, 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { __typename } }', {
      input: { id, url: `${receiver.url}/v2` },
    });
    await start('home');
    await navigation('Observe').click();
    await navigation('Audit').click();
    await page.getByText(/Admin changed .*URL.* of .*billing-sync/i).waitFor();
    expectClicks(2);
  });

  it('replay of a failing delivery, from Home: 2', async () => {
    const webhookId = await createHook();
    await add('Ada plays the violin.', 'ada');
    const failing = 'query ($id: ID!) { webhook(id: $id) { failingSince } }';
    const read = () => held<{ webhook: { failingSince: string | null } }>(app, failing, { id: webhookId });
    await expect.poll(async () => (await read()).webhook.failingSince, patience).not.toBeNull();
    await start('home');
    const before = receiver.received.length;
    await page.getByRole('link', { name: 'Review deliveries' }).click();
    await button(/^Resend /).click();
    await receiver.arrived(before + 1);
    expectClicks(2);
  });

  const createKey = (label: string, expiresAt: string | null) =>
    held(app, 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { __typename } }', {
      input: { label, expiresAt },
    });
  /** Returns the labels of the keys that work at most until tomorrow, as a key after its rotation. */
  const listReplaced = async () => {
    const query = '{ apiKeys { nodes { label expiresAt } } }';
    const { apiKeys } = await held<{ apiKeys: { nodes: { label: string; expiresAt: string | null }[] } }>(app, query);
    const tomorrow = Date.now() + 86_400_000;
    return apiKeys.nodes
      .filter(({ expiresAt }) => expiresAt !== null && Date.parse(expiresAt) <= tomorrow)
      .map(({ label }) => label);
  };

  it('rotation of a key that expires soon, from Home: 2', async () => {
    await createKey('Worker', new Date(Date.now() + 5 * 86_400_000).toISOString());
    // The new key lives as long as the old one was to live.
    await app.app.services.database.query(
      `UPDATE api_keys SET created_at = now() - interval '85 days' WHERE label = 'Worker'`,
    );
    await start('home');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('Key Worker expires on').waitFor();
    await attention.getByRole('link', { name: 'Rotate key' }).click();
    await button('Rotate key').click();
    await page.getByTestId('secret').waitFor();
    expectClicks(2);
    expect(await listReplaced()).toEqual(['Worker']);
    await page.goto(`${app.url}/dashboard/home`);
    await attention.getByText('Nothing needs attention.').waitFor();
  });

  it('rotation of the oldest key, from Home: 2', async () => {
    await createKey('Worker', null);
    const query = '{ apiKeys { nodes { label createdAt } } }';
    const { apiKeys } = await held<{ apiKeys: { nodes: { label: string; createdAt: string }[] } }>(app, query);
    const [oldest] = apiKeys.nodes.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    expect(oldest?.label).not.toBe('Worker');
    await startQuickly('Rotate key');
    await page.getByRole('dialog', { name: 'Rotate an API key?' }).getByRole('button', { name: 'Rotate key' }).click();
    await page.getByTestId('secret').waitFor();
    expectClicks(2);
    expect(await listReplaced()).toEqual([oldest?.label]);
  });

  it('invitation of a READER, from Home: 3, and they get in', async () => {
    await startQuickly('Invite member');
    await page.getByRole('dialog').locator('input[name=email]').waitFor();
    await page.keyboard.type('guest@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog', { name: 'Invitation created' }).getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    expectClicks(3);
    const guest = await app.visitor();
    await guest.goto(await copied());
    await guest.locator('dd', { hasText: 'READER of default-project' }).waitFor();
    await guest.locator('input[name=name]').fill('Guest');
    await guest.locator('input[name=password]').fill('a password of nine words');
    await guest.getByRole('button', { name: 'Accept invitation' }).click();
    await guest.getByRole('heading', { name: 'Home' }).waitFor();
    await guest.goto(`${app.url}/dashboard/project`);
    await guest.getByRole('cell', { name: 'guest@example.com' }).waitFor();
  });

  it('sharing a filtered live view, from the view: 1', async () => {
    for (const path of ['/v3/nothing-here/', '/v1/ping/']) await app.as(app.admin.apiKey).rest('GET', path);
    await start('requests?status=4');
    await page.getByRole('row').filter({ hasText: '/v3/nothing-here/' }).waitFor();
    await button('Copy link').click();
    await page.getByText('Copied').waitFor();
    expectClicks(1);
    const other = await page.context().newPage();
    await other.goto(await copied());
    await other.getByRole('row').filter({ hasText: '/v3/nothing-here/' }).waitFor();
    await other.getByText('Live').first().waitFor();
    expect(await other.getByRole('row').filter({ hasText: '/v1/ping/' }).count()).toBe(0);
  });

  it('a query from the history of the Explorer, from Home: 1', async () => {
    await start('explorer');
    const editor = page.frameLocator('iframe[title="GraphQL editor"]');
    await editor.getByRole('button', { name: /Run operation/ }).click();
    await editor.locator('.result-window').getByText(app.admin.email).waitFor();
    await page.goto(`${app.url}/dashboard/home`);
    await page.getByRole('region', { name: 'Key figures' }).waitFor();
    await page.locator('.uplot canvas').first().waitFor();
    clicks.take();
    await page.getByRole('link', { name: 'Run WhoAmI' }).click();
    await editor.locator('.result-window').getByText(app.admin.email).waitFor();
    expectClicks(1);
  });

  it('comparison of two prompts, from Home: 2', async () => {
    await startQuickly('Compare prompts');
    await page.getByRole('textbox', { name: 'Instructions', exact: true }).and(page.locator(':focus')).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Compare' }).last().boundingBox()).toSatisfy(isInView);
    await page.keyboard.type('Keep hobbies only.');
    await page.getByRole('button', { name: 'Compare' }).last().click();
    await page.getByRole('group', { name: 'With the edited settings' }).waitFor();
    expectClicks(2);
  });

  it('import of a file: 3, and its export: 3, each from Home', async () => {
    await startQuickly('Import');
    const chooser = page.waitForEvent('filechooser');
    await page.getByText('Choose files').click();
    const csv = 'memory,user_id\nAda plays the violin.,ada\n';
    await (await chooser).setFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await button('Import 1 memory').click();
    await page.getByText('Import finished').waitFor();
    expectClicks(3);
    await startQuickly('Export');
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    const saved = page.waitForEvent('download');
    await button('Download').click();
    expect((await saved).suggestedFilename()).toMatch(/^memories-/);
    expectClicks(3);
  });
});
