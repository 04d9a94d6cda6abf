import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { chooseOption } from './select.js';

const patience = { timeout: 15_000 };

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

  it('explains how to add memories while there are none, and adds one', async () => {
    const page = await app.signedIn('/dashboard/memories');
    await page.getByText('No memories yet').waitFor();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('textbox', { name: /^Text/ }).fill('I moved to <b>Lisbon</b>.');
    await page.locator('input[name=user]').fill('ada');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('cell', { name: 'I moved to <b>Lisbon</b>.', exact: true }).waitFor();
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

  it('edits one selected memory without leaving the list', async () => {
    await add('Ada plays the violin.', 'ada');
    await add('Kay plays the drums.', 'kay');
    const page = await app.signedIn('/dashboard/memories');
    const bar = page.getByRole('region', { name: 'Selected memories' });
    await page.getByRole('checkbox', { name: 'Select Kay plays the drums.' }).check();
    await page.getByRole('checkbox', { name: 'Select Ada plays the violin.' }).check();
    await bar.getByText('2 selected').waitFor();
    expect(await bar.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select Kay plays the drums.' }).uncheck();
    await bar.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit memory' });
    await dialog.getByLabel('Text').fill('Ada plays the viola.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Ada plays the viola.' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/memories$/);
    await bar.waitFor({ state: 'detached' });
    const query = '{ memories(filter: { userId: { eq: "ada" } }) { nodes { text } } }';
    expect(await held(app, query)).toEqual({ memories: { nodes: [{ text: 'Ada plays the viola.' }] } });
    expect(app.problems).toEqual([]);
  });

  it('changes, exports and deletes selected memories, with Undo', async () => {
    await add('Ada plays the violin.', 'ada');
    await add('Ada lives in Lisbon.', 'ada');
    await add('Kay plays the drums.', 'kay');
    const page = await app.signedIn('/dashboard/memories');
    const bar = page.getByRole('region', { name: 'Selected memories' });
    const dialog = page.getByRole('dialog');
    const choose = async () => {
      for (const name of ['Select Ada plays the violin.', 'Select Ada lives in Lisbon.'])
        await page.getByRole('checkbox', { name }).check();
      await bar.getByText('2 selected').waitFor();
    };
    await choose();
    await bar.getByRole('button', { name: 'Categorize' }).click();
    await dialog.getByLabel('Add categories').fill('vip, beta');
    await dialog.getByRole('button', { name: 'Categorize' }).click();
    await page.getByText('2 memories changed').waitFor();
    await choose();
    await bar.getByRole('button', { name: 'Set expiry' }).click();
    await dialog.getByLabel('Last day', { exact: true }).fill('2099-12-31');
    await dialog.getByRole('button', { name: 'Set expiry' }).click();
    await dialog.waitFor({ state: 'detached' });
    const query = '{ memories(filter: { userId: { eq: "ada" } }) { nodes { categories expirationDate } } }';
    const { memories } = await held<{ memories: { nodes: { categories: string[]; expirationDate: string }[] } }>(
      app,
      query,
    );
    expect(memories.nodes.map(({ expirationDate }) => expirationDate)).toEqual(['2099-12-31', '2099-12-31']);
    for (const { categories } of memories.nodes) expect(categories).toEqual(expect.arrayContaining(['vip', 'beta']));
    await choose();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 memories deleted').waitFor();
    await page.getByText('1 memory', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('3 memories', { exact: true }).waitFor();
    await choose();
    await bar.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Open exports' }).click();
    await page.getByRole('heading', { name: 'Exports', level: 1 }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('counts and selects search results, deletes the selected ones, and brings them back', async () => {
    for (const instrument of ['violin', 'drums', 'flute']) await add(`Ada plays the ${instrument}.`, 'ada');
    const page = await app.signedIn('/dashboard/memories?q=plays');
    await page.getByText('3 results', { exact: true }).waitFor();
    const bar = page.getByRole('region', { name: 'Selected memories' });
    await page.getByRole('checkbox', { name: 'Select all results' }).check();
    await bar.getByText('3 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select Ada plays the drums.' }).uncheck();
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Ada plays the drums.', exact: true }).waitFor();
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('3 results', { exact: true }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('sorts by creation or last change, with the order in the URL and Back', async () => {
    await add('Ada plays the violin.', 'ada');
    await add('Kay plays the drums.', 'kay');
    const page = await app.signedIn('/dashboard/memories');
    const table = page.getByRole('table', { name: 'Memories' });
    const shown = () => table.locator('.vrow a').allTextContents();
    const header = (name: string) => table.getByRole('columnheader', { name: new RegExp(`^${name}`) });
    await expect.poll(shown, patience).toEqual(['Kay plays the drums.', 'Ada plays the violin.']);
    expect(await header('Created').getAttribute('aria-sort')).toBe('descending');
    await header('Created').getByRole('button').click();
    await expect.poll(shown, patience).toEqual(['Ada plays the violin.', 'Kay plays the drums.']);
    expect(await header('Created').getAttribute('aria-sort')).toBe('ascending');
    expect(new URL(page.url()).search).toBe('?sort=created');

    const { memories } = await held<{ memories: { nodes: { id: string }[] } }>(
      app,
      '{ memories(filter: { userId: { eq: "ada" } }) { nodes { id } } }',
    );
    await held(
      app,
      `mutation { updateMemory(input: { id: "${memories.nodes[0]?.id}", metadata: { x: 1 } }) { ... on UpdateMemoryPayload { memory { id } } } }`,
    );
    await page.getByText('Columns').click();
    // A checkbox is no larger than the line beside it.
    const box = await page.getByRole('group', { name: 'Columns' }).getByRole('checkbox').first().boundingBox();
    expect(box?.height).toBeLessThan(20);
    await page.getByRole('checkbox', { name: 'Updated' }).check();
    await page.keyboard.press('Escape');
    await header('Updated').getByRole('button').click();
    await expect.poll(() => new URL(page.url()).search, patience).toBe('?sort=-updated');
    await expect.poll(shown, patience).toEqual(['Ada plays the violin.', 'Kay plays the drums.']);
    await expect.poll(() => header('Created').getAttribute('aria-sort'), patience).toBeNull();
    await page.goBack();
    await page.goBack();
    await expect.poll(shown, patience).toEqual(['Kay plays the drums.', 'Ada plays the violin.']);
    expect(app.problems).toEqual([]);
  });

  it('filters by category, metadata, dates and state, and compares two search settings', async () => {
    const memory = (text: string, fields: object) =>
      app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
        messages: [{ role: 'user', content: text }],
        user_id: 'ada',
        infer: false,
        ...fields,
      });
    await memory('Ada plays the violin.', { metadata: { plan: 'trial', seats: 3 } });
    await memory('Ada was in Rome.', { expiration_date: '2020-01-01' });
    const page = await app.signedIn('/dashboard/memories?metadata=seats%3D3');
    const texts = page.getByRole('table', { name: 'Memories' }).locator('.vrow a');
    await expect.poll(() => texts.allTextContents(), patience).toEqual(['Ada plays the violin.']);
    const chip = page.getByRole('button', { name: 'Remove filter Metadata' });
    await chip.click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Metadata' }).click();
    const metadata = page.getByRole('textbox', { name: 'Metadata' });
    // A text that is no metadata would leave nothing out.
    await metadata.fill('seats: 4');
    await page.keyboard.press('Enter');
    await page.getByText('key=value, then Enter').waitFor();
    expect(await chip.count()).toBe(0);
    await metadata.fill('{"seats": 4}');
    await page.keyboard.press('Enter');
    await page.getByText('No matching memories').waitFor();
    await chip.click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'State' }).click();
    await chooseOption(page.getByRole('combobox', { name: 'State' }), 'expired');
    await expect.poll(() => texts.allTextContents(), patience).toEqual(['Ada was in Rome.']);
    await page.goto(`${app.url}/dashboard/memories?after=2999-01-01`);
    await page.getByText('No matching memories').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('1 memory', { exact: true }).waitFor();
    await page.goto(`${app.url}/dashboard/memories?q=violin&compare=1&b.threshold=1`);
    await page.getByRole('region', { name: 'Settings A' }).getByText('Ada plays the violin.').waitFor();
    const rerank = page.getByRole('region', { name: 'Settings B' }).getByLabel('Rerank');
    expect(await rerank.isDisabled()).toBe(true);
    await page.getByText('No reranker configured').first().waitFor();
    await page.getByRole('region', { name: 'Settings B' }).getByLabel('Threshold').fill('0.1');
    await page.getByRole('region', { name: 'Settings B' }).getByRole('columnheader', { name: 'In A' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('shows READERs everything, and offers them nothing that changes it', async () => {
    await add('Ada plays the violin.', 'ada');
    const kay = { email: 'kay@example.com', password: 'a long enough secret' };
    await held(app, 'mutation ($input: CreateUserInput!) { createUser(input: $input) { __typename } }', {
      input: { ...kay, name: 'Kay', projectId: app.admin.projectId },
    });
    const page = await app.signedIn('/dashboard/memories', kay);
    await page.getByRole('link', { name: 'Ada plays the violin.' }).click();
    await page.getByRole('region', { name: 'History' }).getByText('Ada plays the violin.').waitFor();
    for (const name of ['Add', 'Edit', 'Delete'])
      expect(await page.getByRole('button', { name, exact: true, includeHidden: true }).count()).toBe(0);
    await page.goBack();
    await page.getByRole('table', { name: 'Memories' }).waitFor();
    expect(await page.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('marks what a newer memory makes outdated: in the list, in a search and on the timeline', async () => {
    await add('I live in Rotterdam.', 'rosa');
    await add('We moved to Ghent, I live there now.', 'rosa');
    await app.app.services.database
      .query(`INSERT INTO memory_links (id, project_id, newer_id, older_id, probability, created_at)
SELECT gen_random_uuid(), o.project_id, n.id, o.id, 0.8, now() FROM memories o JOIN memories n ON n.text LIKE '%Ghent%' WHERE o.text LIKE '%Rotterdam%'`);
    const page = await app.signedIn('/dashboard/memories');
    const marked = page.getByRole('row', { name: /I live in Rotterdam\./ }).getByText('Possibly outdated');
    await marked.waitFor();
    expect(await page.getByText('Possibly outdated').count()).toBe(1);
    await page.getByLabel('Search').fill('live');
    await page.getByRole('button', { name: 'I live in Rotterdam.' }).waitFor();
    await marked.waitFor();
    await page.goto(`${app.url}/dashboard/entities?type=USER&name=rosa`);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'I live in Rotterdam.' })
      .getByText('Possibly outdated')
      .waitFor();
    expect(app.problems).toEqual([]);
  });

  it('keeps the filter in the URL, and a memory opens at a URL of its own', async () => {
    await add('Ada plays the violin.', 'team/a 50%');
    await add('Kay plays the drums.', 'kay');
    const page = await app.signedIn('/dashboard/memories');
    await page.getByLabel('Owner ID').fill('team/a 50%');
    await page.getByText('1 memory', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Ada plays the violin.' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Copy the memory ID' }).waitFor();
    await page.goBack();
    await page.getByText('1 memory', { exact: true }).waitFor();
    expect(await page.getByLabel('Owner ID').inputValue()).toBe('team/a 50%');
    expect(app.problems).toEqual([]);
  });
});
