import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, signInAgain, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

describePages('the playground', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const stored = async () =>
    (
      await held<{ memories: { nodes: { text: string; userId: string }[] } }>(
        app,
        '{ memories { nodes { text userId } } }',
      )
    ).memories.nodes;

  it('shows what would be stored while you type, stores nothing, then stores it with one click and finds it', async () => {
    const page = await app.signedIn('/dashboard/playground');
    const planned = page.getByRole('region', { name: 'Memories to store' });
    await planned.getByText('Write a message, or load an example.').waitFor();
    await page.getByLabel('User', { exact: true }).fill('maya');
    await page.getByLabel('Write a message').fill('I live in Porto.');
    await planned.getByText('Porto').waitFor();
    await page.getByLabel('Write a message').press('Enter');
    await page.getByLabel('Write a message').fill('My card is 4111 1111 1111 1111.');
    await planned.getByText('A secret in message 2. Secrets are never stored.').waitFor();
    await page.getByLabel('Write a message').press('Enter');
    await page.getByLabel('Write a message').fill('I play the violin.');
    await planned.getByText('violin').waitFor();
    expect(await stored()).toEqual([]);
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.locator('mark').filter({ hasText: 'I live in Porto.' }).waitFor();
    await planned.getByRole('button', { name: /^Store \d memor/ }).click();
    await page.getByText('Conversation stored').waitFor();
    const memories = await stored();
    expect(memories.length).toBeGreaterThanOrEqual(2);
    expect(new Set(memories.map(({ userId }) => userId))).toEqual(new Set(['maya']));
    await planned.getByText('No change').first().waitFor();
    const search = page.getByRole('region', { name: 'Search after storing' });
    await search.getByLabel('Search query').fill('porto');
    await search.getByRole('link').filter({ hasText: 'Porto' }).waitFor();
    await search.locator('mark').filter({ hasText: 'Porto' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('offers READERs nothing to store', async () => {
    const kay = { email: 'kay@example.com', password: 'a long enough secret' };
    await held(app, 'mutation ($input: CreateUserInput!) { createUser(input: $input) { __typename } }', {
      input: { ...kay, name: 'Kay', projectId: app.admin.projectId },
    });
    const page = await app.signedIn('/dashboard/playground', kay);
    await page.getByText('You cannot add memories').waitFor();
    expect(await page.getByLabel('Write a message').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Load an example' }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('keeps the conversation below the sign-in when the session has expired', async () => {
    const page = await app.signedIn('/dashboard/playground');
    await page.getByLabel('Write a message').fill('I live in Lisbon.');
    await page.getByLabel('Write a message').press('Enter');
    await page.getByText('1 message').waitFor();
    await app.app.services.database.query('UPDATE refresh_token_jtis SET revoked_at = now()');
    await page.getByLabel('Write a message').fill('I moved to Porto.');
    await signInAgain(page, app.admin);
    await page.getByText('1 message').waitFor();
    expect(await page.getByLabel('Write a message').inputValue()).toBe('I moved to Porto.');
    expect(app.problems).toEqual([]);
  });
});
