import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { chooseOption } from './select.js';

describePages('the exports page', () => {
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

  it('writes the memories of one user as lines, hands them over, and deletes the file', async () => {
    await add('Ada plays the violin.', 'ada');
    await add('Kay plays the drums.', 'kay');
    const page = await app.signedIn('/dashboard/exports');
    await page.getByText('No exports yet').waitFor();
    await page.getByRole('button', { name: 'New export' }).click();
    await chooseOption(page.getByLabel('Format'), 'JSONL');
    await page.getByLabel('User').fill('ada');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'JSONL' });
    await row.getByText('User ada', { exact: true }).waitFor();
    // Also while the export runs.
    expect(await row.getByRole('cell', { name: /^(0|0 B)$/ }).count()).toBe(0);
    expect(await row.textContent()).not.toContain('{');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await row.getByRole('button', { name: 'Copy as JSON' }).click();
    expect(JSON.parse(await page.evaluate('navigator.clipboard.readText()'))).toEqual({ user_id: { eq: 'ada' } });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^memories-.+\.jsonl$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { memory: string }).memory)).toEqual(['Ada plays the violin.']);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No exports yet').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('exports the memories of a category with a text between two days', async () => {
    const store = async (content: string, day: string, categories: readonly string[]) => {
      const query =
        'mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { ... on AddMemoriesPayload { results { memory { id } } } } }';
      const messages = [{ role: 'USER', content }];
      const timestamp = `${day}T00:00:00Z`;
      const { addMemories } = await held<{ addMemories: { results: { memory: { id: string } }[] } }>(app, query, {
        input: { messages, userId: 'ada', infer: false, timestamp },
      });
      const update = 'mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { __typename } }';
      await held(app, update, { input: { id: addMemories.results[0]?.memory.id, categories } });
    };
    await store('Ada plays the violin.', '2026-03-01', ['music']);
    await store('Ada bought a violin.', '2026-02-28', ['music']);
    await store('Ada sold a violin.', '2026-04-01', ['music']);
    await store('Ada lost a violin.', '2026-03-02', ['trips']);
    await store('Ada plays the drums.', '2026-03-02', ['music']);
    const page = await app.signedIn('/dashboard/exports');
    await page.getByRole('button', { name: 'New export' }).click();
    await chooseOption(page.getByLabel('Format'), 'JSONL');
    await page.getByLabel('Category').fill('music');
    await page.getByLabel('Text contains').fill('VIOLIN');
    await page.getByLabel('Created from (UTC)', { exact: true }).fill('1 Mar 2026');
    await page.getByLabel('Created before (UTC)', { exact: true }).fill('2026-04-01');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Category music' });
    for (const condition of ['Text contains “VIOLIN”', 'Created from 1 Mar 2026', 'Created before 1 Apr 2026'])
      await row.getByText(condition).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const [line, ...others] = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ memory: 'Ada plays the violin.' });
    expect(others).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  it('says beside the field what is wrong with a schema', async () => {
    const page = await app.signedIn('/dashboard/exports');
    await page.getByRole('button', { name: 'New export' }).click();
    await page.getByLabel('Schema').fill('{"type": ');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText('Enter a JSON object').waitFor();
    await page.getByLabel('Schema').fill('{"type": "string"}');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.locator('textarea[name=schema][aria-invalid=true]').waitFor();
    await page.getByText('Enter a JSON object').waitFor({ state: 'hidden' });
    expect(app.problems).toEqual([]);
  });
});
