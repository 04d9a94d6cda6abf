import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closeAfterTest, describePages, signInAgain, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

const patience = { timeout: 15_000 };

describePages('a page under difficult conditions', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const add = (text: string, owner: Record<string, string> = { user_id: 'ada' }) =>
    app
      .as(app.admin.apiKey)
      .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content: text }], infer: false, ...owner });

  it('leads to the sign-in when the session has expired, and back to the same page', async () => {
    await add('Ada plays the violin.');
    const page = await app.signedIn('/dashboard/memories?userId=ada');
    await page.getByRole('cell', { name: 'Ada plays the violin.', exact: true }).waitFor();
    await app.app.services.database.query('UPDATE refresh_token_jtis SET revoked_at = now()');
    await page.getByRole('link', { name: 'Entities' }).click();
    await page.waitForURL('**/login?next=*');
    await page.getByText('Your session has ended. Sign in to continue.').waitFor();
    await page.locator('input[name=email]').fill(app.admin.email);
    await page.locator('input[name=password]').fill(app.admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard/*/*/entities');
    await page.getByText('1 entity').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('asks for the sign-in above a dialog with typed text when the session has expired, and keeps the text', async () => {
    const page = await app.signedIn('/dashboard/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.locator('input[name=label]').fill('Kitchen');
    await app.app.services.database.query('UPDATE refresh_token_jtis SET revoked_at = now()');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const signIn = page.getByRole('dialog', { name: 'Sign in' });
    await signIn.getByText('Your session has ended. Sign in to continue.').waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement.name')).toBe('email');
    await signInAgain(page, app.admin);
    expect(await dialog.locator('input[name=label]').inputValue()).toBe('Kitchen');
    await dialog.getByRole('alert').getByText('Your session had ended. Try again.').waitFor();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByTestId('secret').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('sends no requests again and again while the code of a page cannot be loaded', async () => {
    const page = await app.signedIn('/dashboard/api-keys');
    await page.getByRole('button', { name: 'New key' }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) sent.push(request.postData() ?? '');
    });
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.locator('.offline-banner').waitFor();
    await sleep(2_000);
    expect(sent).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('shows in two tabs what one of them changes', async () => {
    const first = await app.signedIn('/dashboard/memories');
    await first.getByText('No memories yet').waitFor();
    await add('Ada plays the violin.');
    await first.getByRole('cell', { name: 'Ada plays the violin.', exact: true }).waitFor();
    const second = await first.context().newPage();
    await second.goto(first.url());
    await second.getByRole('cell', { name: 'Ada plays the violin.', exact: true }).click();
    await second.getByRole('button', { name: 'Edit' }).click();
    await second.getByRole('dialog').locator('textarea[name=text]').fill('Ada plays the cello.');
    await second.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await second.getByRole('heading', { name: 'Ada plays the cello.', exact: true }).waitFor();
    await first.getByRole('cell', { name: 'Ada plays the cello.', exact: true }).waitFor();
    await first.getByRole('cell', { name: 'Ada plays the cello.', exact: true }).click();
    await first.getByRole('button', { name: 'Helpful, 0', exact: true }).waitFor();
    await second.getByRole('button', { name: 'Delete' }).click();
    await second.getByText('No memories yet').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('loads over a slow connection, with a skeleton for a start', async () => {
    await add('Ada plays the violin.');
    const page = await app.signedIn('/dashboard/memories');
    await page.getByRole('cell', { name: 'Ada plays the violin.', exact: true }).waitFor();
    closeAfterTest(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    });
    await page.getByRole('link', { name: 'Entities' }).click();
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    await page.getByText('1 entity').waitFor();
    await page.reload();
    await page.getByText('1 entity').waitFor({ timeout: 30_000 });
    expect(app.problems).toEqual([]);
  });

  it('is live again, with its data, after one request got no response', async () => {
    await add('Ada plays the violin.');
    const page = await app.signedIn('/dashboard/memories');
    await page.getByRole('cell', { name: 'Ada plays the violin.', exact: true }).waitFor();
    await page.getByText(/^Live, updated/).waitFor();
    await page.route('**/graphql', (route) => route.abort('connectionreset'), { times: 1 });
    // The page asks whether the server answers. A late answer leaves time to see the state in between.
    await page.route('**/ready', async (route) => {
      await sleep(1_000);
      await route.continue();
    });
    await page.getByRole('link', { name: 'Entities' }).click();
    await page.getByText(/^Reconnecting/).waitFor();
    await page.getByText('1 entity').waitFor();
    await page.getByText(/^Live, updated/).waitFor({ timeout: 5_000 });
    expect(app.problems).toEqual([]);
  });

  it('keeps the rows of a list without a further notice while the server does not respond', async () => {
    await add('Ada plays the violin.');
    const page = await app.signedIn('/dashboard/memories');
    const row = page.getByRole('cell', { name: 'Ada plays the violin.', exact: true });
    await row.waitFor();
    await page.getByText(/^Live, updated/).waitFor();
    await page.route(/\/(graphql|ready)$/, (route) => route.abort('connectionreset'));
    // The list is read again after a change.
    await add('Ada plays the cello.');
    await page.getByText(/^(Reconnecting|Offline), updated/).waitFor();
    await row.waitFor();
    expect(await page.getByText('This part loads when the server responds again.').count()).toBe(0);
    await page.unrouteAll();
    await page.getByRole('cell', { name: 'Ada plays the cello.', exact: true }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('does once what is clicked twice', async () => {
    const page = await app.signedIn('/dashboard/api-keys');
    await page.getByRole('button', { name: 'New key' }).dblclick();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.locator('input[name=label]').fill('Twice');
    await dialog.getByRole('button', { name: 'Create' }).dblclick();
    await page.getByTestId('secret').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.goto(`${app.url}/dashboard/memories`);
    await page.getByRole('button', { name: 'Add' }).click();
    const adding = page.getByRole('dialog');
    await adding.locator('textarea[name=text]').fill('Ada plays the violin.');
    await adding.locator('input[name=user]').fill('ada');
    await adding.getByRole('button', { name: 'Add' }).dblclick();
    await page.getByText('1 memory', { exact: true }).waitFor();
    await page.goto(`${app.url}/dashboard/playground`);
    await page.getByLabel('User', { exact: true }).fill('kay');
    await page.getByLabel('Write a message').fill('I live in Lisbon.');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Store \d/ }).dblclick();
    await page.getByText('Conversation stored').waitFor();
    const counts = '{ apiKeys { nodes { label } } memories { totalCount } events(type: ADD) { totalCount } }';
    await expect
      .poll(() => held(app, counts), patience)
      .toEqual({
        apiKeys: { nodes: [{ label: 'Twice' }, { label: 'bootstrap' }] },
        memories: { totalCount: 2 },
        events: { totalCount: 2 },
      });
    expect(app.problems).toEqual([]);
  });
});
