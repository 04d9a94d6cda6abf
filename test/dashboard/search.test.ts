import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { searchByMeaning } from './weeks-of-data.js';

interface Found {
  readonly results: readonly { readonly memory: string; readonly score: number }[];
}

describePages('search on the memories page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard(searchByMeaning());
    for (const content of ['I moved to Leeds.', 'My sister plays the cello.'])
      await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
        user_id: 'ada',
        infer: false,
        messages: [{ role: 'user', content }],
      });
  });
  afterAll(() => app.close());

  it('shows the results and scores of the API, with and without the meaning of the query', async () => {
    const query = 'Which musical instrument is in the family?';
    const search = async (settings: object) => {
      const body = { query, filters: { user_id: 'ada' }, ...settings };
      const { results } = (await app.as(app.admin.apiKey).rest<Found>('POST', '/v3/memories/search/', body)).body;
      return results.map(({ memory, score }) => [memory, score.toFixed(2)]);
    };
    const page = await app.signedIn(`/dashboard/memories?q=${encodeURIComponent(query)}`);
    const rows = page.locator('tbody tr', { has: page.locator('.memory-link') });
    const shown = () =>
      rows.evaluateAll((all) =>
        all.map((row) => [row.querySelector('.memory-link')?.textContent, row.querySelector('b.mono')?.textContent]),
      );
    await rows.first().waitFor();
    expect(await shown()).toEqual(await search({}));
    await page.getByLabel('Keywords only').click();
    const byWords = await search({ keyword_search: true });
    await expect.poll(shown).toEqual(byWords);
    expect(new URL(page.url()).searchParams.get('keyword')).toBe('only');
    expect(app.problems).toEqual([]);
  });
});
