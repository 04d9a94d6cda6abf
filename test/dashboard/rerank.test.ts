import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFakeReranker, type FakeReranker } from '../helpers/fake-reranker.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

describePages('search with a reranker', () => {
  let app: DashboardApp;
  let reranker: FakeReranker;
  beforeAll(async () => {
    reranker = await startFakeReranker();
    reranker.score = (text) => (text.includes('cello') ? 0.9 : 0.1);
    app = await startDashboard({
      rerank: { provider: 'compatible', model: 'fake', apiKey: null, baseUrl: reranker.url, timeoutMs: 3_000 },
      outboundAllow: ['loopback'],
    });
    for (const content of ['I play the violin in Lisbon.', 'My sister plays the cello, I used to play the violin too.'])
      await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
        user_id: 'ada',
        infer: false,
        messages: [{ role: 'user', content }],
      });
  });
  afterAll(async () => {
    await app.close();
    await reranker.close();
  });

  it('compares the order of the reranker with the own order, and keeps the switch in the URL', async () => {
    const page = await app.signedIn('/dashboard/memories?q=violin&compare=1');
    const first = page.getByRole('region', { name: 'Settings A' });
    const second = page.getByRole('region', { name: 'Settings B' });
    const top = (region: typeof first) => region.locator('tbody .memory-link').first().textContent();
    await first.locator('.memory-link').nth(1).waitFor();
    expect(await top(first)).toBe('I play the violin in Lisbon.');
    await second.getByLabel('Rerank').click();
    await expect.poll(() => top(second)).toContain('cello');
    expect(await top(first)).toBe('I play the violin in Lisbon.');
    expect(new URL(page.url()).searchParams.get('b.rerank')).toBe('on');
    await page.reload();
    await expect.poll(() => top(second)).toContain('cello');
    expect(app.problems).toEqual([]);
  });
});
