import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

describePages('the page of a memory', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  async function add(text: string, fields: object = { infer: false }): Promise<string> {
    const create = `mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { ... on AddMemoriesPayload { event { id } } } }`;
    const input = { userId: 'maya', messages: [{ role: 'USER', content: text }], ...fields };
    const { addMemories } = await held<{ addMemories: { event: { id: string } } }>(app, create, { input });
    const watch = 'query ($id: ID!) { event(id: $id) { status } }';
    await expect
      .poll(
        async () => (await held<{ event: { status: string } }>(app, watch, { id: addMemories.event.id })).event.status,
      )
      .toBe('SUCCEEDED');
    const { memories } = await held<{ memories: { nodes: { id: string }[] } }>(
      app,
      '{ memories(first: 1) { nodes { id } } }',
    );
    return memories.nodes[0]?.id ?? '';
  }
  const memory = async (id: string, fields: string) =>
    (await held<{ memory: object | null }>(app, `query ($id: ID!) { memory(id: $id) { ${fields} } }`, { id })).memory;
  const region = (page: Page, name: string) => page.getByRole('region', { name });

  it('shows when the event of a memory was, and nothing without one', async () => {
    const records = [
      { text: 'Maya moved to Bonn.', user_id: 'maya', event_date: '2021-05-03T09:30:00Z' },
      { text: 'Maya plays the cello.', user_id: 'maya' },
    ];
    const content = records.map((record) => JSON.stringify(record)).join('\n');
    const mutation = 'mutation ($input: ImportMemoriesInput!) { importMemories(input: $input) { __typename } }';
    await held(app, mutation, { input: { format: 'JSONL', content } });
    const page = await app.signedIn('/dashboard/memories');
    await page.getByText('Maya moved to Bonn.').click();
    await region(page, 'Details').getByText('Event date').waitFor();
    await region(page, 'Details').getByText('3 May 2021, 09:30 UTC').waitFor();
    await page.goBack();
    await page.getByText('Maya plays the cello.').click();
    await region(page, 'Details').getByText('Expires').waitFor();
    expect(await region(page, 'Details').getByText('Event date').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('takes a day that is typed, or chosen in a calendar with the keyboard alone', async () => {
    const id = await add('Maya plays the cello.');
    const page = await app.signedIn(`/dashboard/memories/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit memory' });
    const field = dialog.locator('input[name=expirationDate]');
    await field.fill('31 Feb 2031');
    await page.keyboard.press('Tab');
    await dialog.getByText('Enter a day, like 23 Nov 2026').waitFor();
    await field.fill('14 Mar 2031');
    await page.keyboard.press('Tab');
    expect(await field.inputValue()).toBe('14 Mar 2031');
    await page.keyboard.press('Enter');
    const calendar = page.getByRole('dialog', { name: 'Calendar' });
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('14 March 2031');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page), colorScheme).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await calendar.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('14 March 2031');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await calendar.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('22 Mar 2031');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Memory saved').waitFor();
    expect(await memory(id, 'expirationDate')).toEqual({ expirationDate: '2031-03-22' });
    expect(app.problems).toEqual([]);
  });

  it('edits every field, shows the change word by word, and restores the first version', async () => {
    const id = await add('Maya eats mostly <b>vegetarian</b> food.');
    const page = await app.signedIn(`/dashboard/memories/${id}`);
    await page.getByRole('heading', { name: 'Maya eats mostly <b>vegetarian</b> food.' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit memory' });
    await dialog.locator('textarea[name=text]').fill('Maya eats vegetarian food since March.');
    await dialog.locator('input[name=expirationDate]').fill('2031-05-01');
    await dialog.locator('input[name=timestamp]').fill('2025-12-02T12:03:00');
    await dialog.getByLabel('Categories').fill('diet');
    await page.keyboard.press('Enter');
    await dialog.locator('textarea[name=metadata]').fill('{ "channel": ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a JSON object').waitFor();
    await dialog.locator('textarea[name=metadata]').fill('{ "channel": "chat" }');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Memory saved').waitFor();
    expect(await memory(id, 'text expirationDate createdAt categories metadata')).toEqual({
      text: 'Maya eats vegetarian food since March.',
      expirationDate: '2031-05-01',
      createdAt: '2025-12-02T12:03:00.000Z',
      categories: ['food', 'diet'],
      metadata: { channel: 'chat' },
    });
    const history = region(page, 'History');
    await history.locator('ins').filter({ hasText: 'since March' }).waitFor();
    await history.locator('del').filter({ hasText: 'mostly' }).waitFor();
    await history.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('heading', { name: 'Maya eats mostly <b>vegetarian</b> food.' }).waitFor();
    await history.getByText('Version 3').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('marks the sentence that the memory comes from', async () => {
    const id = await add('The rest was lovely! I live in Lisbon. Thank you.', { infer: true });
    const page = await app.signedIn(`/dashboard/memories/${id}`);
    const marked = region(page, 'Where this memory came from').locator('mark');
    await marked.first().waitFor();
    expect(await marked.allTextContents()).toEqual(['I live in Lisbon. ']);
    expect(app.problems).toEqual([]);
  });

  it('shows the searches that found it, and the effect of decay', async () => {
    const id = await add('Maya avoids peanuts.');
    const search = { query: 'peanuts', filters: { user_id: 'maya' } };
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/search/', search);
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/search/', search);
    await app.app.services.searchHits?.flush();
    const page = await app.signedIn(`/dashboard/memories/${id}`);
    const searches = region(page, 'Searches');
    await searches.getByText('Found by 2 searches').waitFor();
    await searches.getByText('Decay is off in this project.').waitFor();
    const set = 'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }';
    await held(app, set, { input: { id: app.admin.projectId, hasDecay: true } });
    await page.reload();
    await searches.getByText('Decay multiplies its score by 1.50 now.').waitFor();
    await searches.getByRole('link', { name: 'peanuts' }).click();
    await page.waitForURL(/memories\?q=peanuts$/);
    await page.getByRole('button', { name: 'Maya avoids peanuts.' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('finds similar memories on demand', async () => {
    await add('Maya avoids peanuts and hazelnuts.');
    const id = await add('Maya avoids peanuts.');
    const page = await app.signedIn(`/dashboard/memories/${id}`);
    const similar = region(page, 'Similar memories');
    await similar.getByRole('button', { name: 'Find similar memories' }).click();
    await similar.getByRole('link', { name: 'Maya avoids peanuts and hazelnuts.' }).click();
    await page.getByRole('heading', { name: 'Maya avoids peanuts and hazelnuts.' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('deletes with Undo, and takes feedback', async () => {
    const id = await add('Maya avoids peanuts.');
    const page = await app.signedIn(`/dashboard/memories/${id}`);
    await page.getByRole('button', { name: 'Helpful, 0', exact: true }).click();
    await page.getByRole('button', { name: 'Helpful, 1', exact: true, pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 memory deleted').waitFor();
    await page.getByText('No memories yet').waitFor();
    expect(
      (await held<{ memories: { totalCount: number } }>(app, '{ memories { totalCount } }')).memories.totalCount,
    ).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Maya avoids peanuts.' }).waitFor();
    expect(await memory(id, 'text feedback { rating }')).toEqual({
      text: 'Maya avoids peanuts.',
      feedback: [{ rating: 'POSITIVE' }],
    });
    expect(app.problems).toEqual([]);
  });

  it('is deleted once by two clicks while the server is slow, so that Undo brings it back', async () => {
    const id = await add('Maya avoids peanuts.');
    const page = await app.signedIn(`/dashboard/memories/${id}`);
    let sent = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('mutation DeleteMemories')) return route.fallback();
      sent += 1;
      await released;
      return route.fallback();
    });
    const remove = page.getByRole('button', { name: 'Delete' });
    await remove.dblclick();
    await remove.click();
    release();
    await page.getByText('1 memory deleted').waitFor();
    await page.getByText('No memories yet').waitFor();
    expect(sent).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Maya avoids peanuts.' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('shows the memory that replaces it, and keeps both on demand', async () => {
    const older = await add('Maya lives in Lisbon.');
    const newer = await add('Maya lives in Porto.');
    const link = 'mutation ($input: SetMemoryLinkInput!) { setMemoryLink(input: $input) { __typename } }';
    await held(app, link, { input: { newerMemoryId: newer, olderMemoryId: older, relation: 'SUPERSEDES' } });
    const page = await app.signedIn(`/dashboard/memories/${older}`);
    await page.getByText('Replaced', { exact: true }).first().waitFor();
    await page.getByText('Replaced by', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Possibly outdated by').waitFor();
    await page.getByRole('button', { name: 'Keep both' }).click();
    await page.getByText('Both memories kept').waitFor();
    expect(await memory(older, 'lifecycleState links { id }')).toEqual({ lifecycleState: 'ACTIVE', links: [] });
    expect(app.problems).toEqual([]);
  });
});
