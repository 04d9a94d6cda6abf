import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { chooseOption, readChoice } from './select.js';

const patience = { timeout: 15_000 };

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

  it('explains how to create entities while there are none', async () => {
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
    await page.getByRole('button', { name: 'Agents' }).click();
    await page.getByText('1 entity').waitFor();
    await page.getByRole('row').filter({ hasText: 'helper/1' }).click();
    await page.getByRole('heading', { name: 'helper/1' }).waitFor();
    await page.getByRole('link', { name: 'View 1 memory' }).click();
    await page.getByRole('cell', { name: 'The <b>helper</b> speaks French.', exact: true }).waitFor();
    await page.getByText('1 memory', { exact: true }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('searches by name and sorts by each column, in the URL', async () => {
    await add('Ada plays the violin.', { user_id: 'ada', agent_id: 'tutor' });
    await add('Ada lives in Lisbon.', { user_id: 'ada' });
    await add('Kay plays the drums.', { user_id: 'kay' });
    const page = await app.signedIn('/dashboard/entities?sort=name');
    const names = page.getByRole('table', { name: 'Entities' }).locator('.vrow .op');
    await expect.poll(() => names.allTextContents(), patience).toEqual(['ada', 'kay', 'tutor']);
    await page.getByRole('columnheader', { name: 'Memories' }).getByRole('button').click();
    await expect.poll(async () => (await names.allTextContents())[0], patience).toBe('ada');
    expect(page.url()).toContain('sort=-memories');
    await page.getByLabel('Search by name').fill('A');
    await expect.poll(() => names.allTextContents(), patience).toEqual(['ada', 'kay']);
    await page.getByRole('row').filter({ hasText: 'ada' }).click();
    await page.getByRole('region', { name: 'Related entities' }).getByText('1 shared memory').waitFor();
    await page.getByRole('region', { name: 'Timeline' }).getByText('Ada lives in Lisbon.').waitFor();
    await page.goBack();
    await expect.poll(() => names.allTextContents(), patience).toEqual(['ada', 'kay']);
    expect(app.problems).toEqual([]);
  });

  it('sorts at 390 px too, with the order in the URL and Back', async () => {
    await add('Ada plays the violin.', { user_id: 'ada' });
    await add('Ada lives in Lisbon.', { user_id: 'ada' });
    await add('Kay plays the drums.', { user_id: 'kay' });
    const page = await app.signedIn('/dashboard/entities?sort=name');
    await page.setViewportSize({ width: 390, height: 844 });
    const names = page.getByRole('table', { name: 'Entities' }).locator('.vrow .op');
    await expect.poll(() => names.allTextContents(), patience).toEqual(['ada', 'kay']);
    const [sortBy, direction] = [page.getByLabel('Sort by'), page.getByLabel('Direction')];
    expect(await readChoice(direction)).toBe('ascending');
    await chooseOption(direction, 'Descending');
    await expect.poll(() => names.allTextContents(), patience).toEqual(['kay', 'ada']);
    await sortBy.focus();
    // The first letter finds the choice.
    await page.keyboard.press('m');
    await page.keyboard.press('Enter');
    await expect.poll(() => names.allTextContents(), patience).toEqual(['ada', 'kay']);
    expect(new URL(page.url()).search).toBe('?sort=-memories');
    expect(await readChoice(direction)).toBe('descending');
    expect(await findViolations(page)).toEqual([]);
    await page.goBack();
    await expect.poll(() => names.allTextContents(), patience).toEqual(['kay', 'ada']);
    expect(await readChoice(sortBy)).toBe('name');
    expect(app.problems).toEqual([]);
  });

  it('draws its memories and the entities that share them, with the arrow keys for a way through', async () => {
    await add('Ada plays the violin.', { user_id: 'ada', agent_id: 'tutor' });
    await add('Ada lives in Lisbon.', { user_id: 'ada' });
    const page = await app.signedIn('/dashboard/entities?type=USER&name=ada&view=graph');
    const graph = page.getByRole('group', { name: /^Memories and entities\./ });
    await graph.getByRole('link', { name: 'Agent tutor' }).waitFor();
    expect(await graph.getByRole('link').count()).toBe(4);
    await graph.getByRole('link', { name: 'User ada' }).focus();
    await page.keyboard.press('End');
    await graph.getByRole('link', { name: 'Memory: Ada plays the violin.' }).and(page.locator(':focus')).waitFor();
    await page.locator('.graph-text').getByText('Memory: Ada plays the violin.').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await graph.getByRole('link', { name: 'Agent tutor' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'tutor' }).waitFor();
    await page.goBack();
    await graph.waitFor();
    expect(app.problems).toEqual([]);
  });

  it('draws the project, with the arrow keys for a way through, and says the same as a table', async () => {
    await add('Ada plays the violin.', { user_id: 'ada', agent_id: 'tutor' });
    await add('Kay plays the drums.', { user_id: 'kay' });
    const page = await app.signedIn('/dashboard/entities');
    await page.getByRole('link', { name: 'Graph', exact: true }).click();
    const graph = page.getByRole('group', { name: /^Memories and entities\./ });
    await graph.getByRole('link', { name: 'User kay' }).focus();
    expect(await graph.getByRole('link').count()).toBe(5);
    await page.keyboard.press('End');
    await graph.getByRole('link', { name: 'Memory: Ada plays the violin.' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const table = page.getByRole('table', { name: 'Entities with their memories' });
    await table.getByRole('row', { name: 'User kay Kay plays the drums.' }).waitFor();
    await table.getByRole('row', { name: 'Agent tutor Ada plays the violin.' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await table.getByRole('link', { name: 'User ada' }).click();
    await page.getByRole('heading', { name: 'ada' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('exports all data of one, then erases it and shows the erased rows as proof', async () => {
    await add('Ada plays the violin.', { user_id: 'ada' });
    await add('Kay plays the drums.', { user_id: 'kay' });
    const page = await app.signedIn('/dashboard/entities?type=USER&name=ada');
    await page.getByRole('button', { name: 'Export all data' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const lines = Buffer.concat((await (await (await saved).createReadStream()).toArray()) as Buffer[]).toString();
    expect(lines).toContain('Ada plays the violin.');
    expect(lines).not.toContain('Kay');
    await page.goBack();
    await page.getByRole('button', { name: 'Erase all data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase all data of ada?' });
    await dialog.getByLabel('Type ada to confirm').fill('ada');
    await dialog.getByRole('button', { name: 'Erase all data' }).click();
    const proof = page.getByRole('region', { name: 'Erasure of ada' });
    await proof
      .locator('dt', { hasText: /^Memories$/ })
      .locator('+ dd', { hasText: '1' })
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    const receipt = page.waitForEvent('download');
    await proof.getByRole('button', { name: 'Download JSON' }).click();
    expect((await receipt).suggestedFilename()).toMatch(/^erasure-.+\.json$/);
    const { body } = await app
      .as(app.admin.apiKey)
      .rest<{ results: { memory: string }[] }>('POST', '/v3/memories/', { filters: { user_id: '*' } });
    expect(body.results.map(({ memory }) => memory)).toEqual(['Kay plays the drums.']);
    expect(app.problems).toEqual([]);
  });

  it('generates the profile of a user, once profiles are switched on for the project', async () => {
    for (const fact of ['plays the violin', 'lives in Lisbon', 'eats vegetarian food', 'works as a nurse', 'has a dog'])
      await add(`Ada ${fact}.`, { user_id: 'ada' });
    const page = await app.signedIn('/dashboard/project');
    const settings = page.getByRole('region', { name: 'User profiles' });
    await settings.getByRole('switch', { name: 'Generate profiles' }).check();
    await settings.getByLabel('Profile instructions').fill('Be kind.');
    await settings.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile settings saved').waitFor();
    expect(await held(app, '{ profileSettings { isEnabled customInstructions } }')).toEqual({
      profileSettings: { isEnabled: true, customInstructions: 'Be kind.' },
    });
    await page.goto(`${app.url}/dashboard/entities?type=USER&name=ada`);
    const profile = page.getByRole('region', { name: 'Profile' });
    await profile.getByRole('button', { name: 'Generate' }).click();
    await profile.getByText('Generated').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('deletes one with its memories, once its id is typed', async () => {
    await add('Ada plays the violin.', { user_id: 'ada' });
    await add('Kay plays the drums.', { user_id: 'kay' });
    const page = await app.signedIn('/dashboard/entities');
    await page.getByRole('row').filter({ hasText: 'ada' }).click();
    await page
      .getByText('Profiles are switched off in this project.')
      .or(page.getByText('The profile has not been generated yet.'))
      .waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByText('1 memory is deleted').waitFor();
    await page.getByRole('dialog').getByText('Ada plays the violin.').waitFor();
    const confirm = page.getByRole('button', { name: 'Delete entity and memories' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type ada to confirm').fill('ada');
    await confirm.click();
    await page.getByLabel('Deletion of ada').getByText('Done').first().waitFor();
    await page.getByRole('link', { name: 'Back to entities' }).click();
    await page.getByText('1 entity').waitFor();
    const { body } = await app
      .as(app.admin.apiKey)
      .rest<{ results: { memory: string }[] }>('POST', '/v3/memories/', { filters: { user_id: '*' } });
    expect(body.results.map(({ memory }) => memory)).toEqual(['Kay plays the drums.']);
    expect(app.problems).toEqual([]);
  });

  it('says that the graph could not read all memories, reads them at Retry, and draws them within its frame on a phone', async () => {
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: Array.from({ length: 101 }, (_, index) => ({ role: 'user', content: `Ada owns violin ${index}.` })),
      infer: false,
      user_id: 'ada',
    });
    const page = await app.signedIn('/dashboard/entities?type=USER&name=ada');
    await page.getByRole('heading', { name: 'ada' }).waitFor();
    await page.route('**/graphql', (route) =>
      /query Memories.*"after":"/s.test(route.request().postData() ?? '')
        ? route.fulfill({ json: { errors: [{ message: 'No memories today.' }] } })
        : route.fallback(),
    );
    await page.goto(`${app.url}/dashboard/entities?type=USER&name=ada&view=graph`);
    await page.getByRole('alert').getByText('No memories today.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    // Nodes beyond the width of the frame are cut off.
    const findCut = () =>
      page
        .getByRole('group', { name: /^Memories and entities\./ })
        .evaluate((frame) => Number(frame.getAttribute('width')) - frame.getBoundingClientRect().width);
    await expect.poll(findCut).toBe(0);
    expect(app.problems).toEqual([]);
  });
});
