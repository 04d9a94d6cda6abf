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
    expect(app.complaints).toEqual([]);
  });

  it('filters by owner, searches, changes and deletes', async () => {
    await add('Ada plays the violin.', 'ada');
    await add('Kay plays the drums.', 'kay');
    const page = await app.signedIn('/dashboard/memories');
    await page.getByText('2 memories').waitFor();
    await page.getByLabel('Owner ID').fill('kay');
    await page.getByText('1 memory').waitFor();
    await page.getByLabel('Search').fill('drums');
    await page.getByRole('button', { name: 'Kay plays the drums.' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Kay plays the tuba.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete this memory?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Memory', exact: true }).waitFor({ state: 'hidden' });
    await page.getByText('No results').waitFor();
    const { body } = await app
      .as(app.admin.apiKey)
      .rest<{ results: { memory: string }[] }>('POST', '/v3/memories/', { filters: { user_id: '*' } });
    expect(body.results.map(({ memory }) => memory)).toEqual(['Ada plays the violin.']);
    expect(app.complaints).toEqual([]);
  });

  it('shows READERs everything, and offers them nothing that changes it', async () => {
    await add('Ada plays the violin.', 'ada');
    const kay = { email: 'kay@example.com', password: 'a long enough secret' };
    await held(app, 'mutation ($input: CreateUserInput!) { createUser(input: $input) { __typename } }', {
      input: { ...kay, name: 'Kay', projectId: app.admin.projectId },
    });
    const page = await app.signedIn('/dashboard/memories', kay);
    await page.getByRole('button', { name: 'Ada plays the violin.' }).click();
    const dialog = page.getByRole('dialog', { name: 'Memory' });
    await dialog.getByRole('region', { name: 'History' }).getByText('Ada plays the violin.').waitFor();
    expect(await dialog.getByLabel('Text', { exact: true }).isEditable()).toBe(false);
    for (const name of ['Add', 'Save', 'Delete'])
      expect(await page.getByRole('button', { name, exact: true, includeHidden: true }).count()).toBe(0);
    expect(app.complaints).toEqual([]);
  });

  it('keeps the filter in the address: after a reload, and with a memory open', async () => {
    await add('Ada plays the violin.', 'team/a 50%');
    await add('Kay plays the drums.', 'kay');
    const page = await app.signedIn('/dashboard/memories');
    await page.getByLabel('Owner ID').fill('team/a 50%');
    await page.getByText('1 memory', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Ada plays the violin.' }).click();
    await page.getByRole('dialog', { name: 'Memory' }).waitFor();
    await page.reload();
    await page
      .getByRole('dialog', { name: 'Memory' })
      .getByRole('button', { name: 'Copy the id of the memory' })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 memory', { exact: true }).waitFor();
    expect(await page.getByLabel('Owner ID').inputValue()).toBe('team/a 50%');
    expect(app.complaints).toEqual([]);
  });
});
