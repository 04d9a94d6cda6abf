import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

describePages('the entities page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const add = (text: string, owner: Record<string, string>) =>
    app
      .as(app.admin.apiKey)
      .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content: text }], infer: false, ...owner });

  it('says how entities come there while there are none', async () => {
    const page = await app.signedIn('/dashboard/entities');
    await page.getByText('No entities yet').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('filters by type and leads to the memories of one', async () => {
    await add('Ada plays the violin.', { user_id: 'ada' });
    await add('Kay plays the drums.', { user_id: 'kay' });
    await add('The <b>helper</b> speaks French.', { agent_id: 'helper/1' });
    const page = await app.signedIn('/dashboard/entities');
    await page.getByText('3 entities').waitFor();
    await page.getByText('Agents', { exact: true }).click();
    await page.getByText('1 entity').waitFor();
    await page.getByRole('button', { name: 'helper/1' }).click();
    await page.getByRole('link', { name: 'Show its memory' }).click();
    await page.getByRole('cell', { name: 'The <b>helper</b> speaks French.' }).waitFor();
    await page.getByText('1 memory', { exact: true }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('deletes one with its memories, once its id is typed', async () => {
    await add('Ada plays the violin.', { user_id: 'ada' });
    await add('Kay plays the drums.', { user_id: 'kay' });
    const page = await app.signedIn('/dashboard/entities');
    await page.getByRole('button', { name: 'ada', exact: true }).click();
    await page
      .getByText('Profiles are switched off in this project.')
      .or(page.getByText('The profile has not been generated yet.'))
      .waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const confirm = page.getByRole('button', { name: 'Delete entity and memories' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type ada to confirm').fill('ada');
    await confirm.click();
    await page.getByLabel('Deletion of ada').getByText('Done').waitFor();
    await page.getByText('1 entity').waitFor();
    const { body } = await app
      .as(app.admin.apiKey)
      .rest<{ results: { memory: string }[] }>('POST', '/v3/memories/', { filters: { user_id: '*' } });
    expect(body.results.map(({ memory }) => memory)).toEqual(['Kay plays the drums.']);
    expect(app.problems).toEqual([]);
  });
});
