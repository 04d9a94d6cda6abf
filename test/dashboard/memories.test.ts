import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

describePages('the memories page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const add = (text: string, userId: string) =>
    app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: text }],
      user_id: userId,
      infer: false,
    });

  it('says how memories come there while there are none, and takes one', async () => {
    const page = await app.signedIn('/dashboard/memories');
    await page.getByText('No memories yet').waitFor();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('textbox', { name: /^Text/ }).fill('I moved to <b>Lisbon</b>.');
    await page.locator('input[name=user]').fill('ada');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('cell', { name: 'I moved to <b>Lisbon</b>.' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('filters by owner, searches and deletes', async () => {
    await add('Ada plays the violin.', 'ada');
    await add('Kay plays the drums.', 'kay');
    const page = await app.signedIn('/dashboard/memories');
    await page.getByText('2 memories').waitFor();
    await page.getByLabel('Owner ID').fill('kay');
    await page.getByText('1 memory').waitFor();
    await page.getByLabel('Search').fill('drums');
    await page.getByRole('button', { name: 'Kay plays the drums.' }).click();
    await page.getByRole('heading', { name: 'Kay plays the drums.' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 memory deleted').waitFor();
    await page.getByText('1 memory', { exact: true }).waitFor();
    const { body } = await app
      .as(app.admin.apiKey)
      .rest<{ results: { memory: string }[] }>('POST', '/v3/memories/', { filters: { user_id: '*' } });
    expect(body.results.map(({ memory }) => memory)).toEqual(['Ada plays the violin.']);
    expect(app.problems).toEqual([]);
  });

  it('shows READERs everything, and offers them nothing that changes it', async () => {
    await add('Ada plays the violin.', 'ada');
    const kay = { email: 'kay@example.com', password: 'a long enough secret' };
    await held(app, 'mutation ($input: CreateUserInput!) { createUser(input: $input) { __typename } }', {
      input: { ...kay, name: 'Kay', projectId: app.admin.projectId },
    });
    const page = await app.signedIn('/dashboard/memories', kay);
    await page.getByRole('button', { name: 'Ada plays the violin.' }).click();
    await page.getByRole('region', { name: 'History' }).getByText('Ada plays the violin.').waitFor();
    for (const name of ['Add', 'Edit', 'Delete'])
      expect(await page.getByRole('button', { name, exact: true, includeHidden: true }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('keeps the filter in the URL, and a memory opens at a URL of its own', async () => {
    await add('Ada plays the violin.', 'team/a 50%');
    await add('Kay plays the drums.', 'kay');
    const page = await app.signedIn('/dashboard/memories');
    await page.getByLabel('Owner ID').fill('team/a 50%');
    await page.getByText('1 memory', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Ada plays the violin.' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Copy the memory ID' }).waitFor();
    await page.goBack();
    await page.getByText('1 memory', { exact: true }).waitFor();
    expect(await page.getByLabel('Owner ID').inputValue()).toBe('team/a 50%');
    expect(app.problems).toEqual([]);
  });
});
