import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

describePages('the analytics page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const admin = () => app.as(app.admin.apiKey);

  it('counts calls, draws them over time, and gives the same values as a table', async () => {
    for (let count = 0; count < 3; count += 1) await admin().rest('GET', '/v1/ping/');
    await admin().rest('GET', '/v1/memories/018f0000-0000-7000-8000-000000000000/');
    const page = await app.signedIn('/dashboard/analytics');
    const row = page.getByRole('row').filter({ hasText: '/v1/ping/' });
    await row.getByRole('cell', { name: '3', exact: true }).waitFor();
    await page.getByText('404', { exact: true }).waitFor();
    await page.getByRole('img', { name: 'Requests by outcome' }).waitFor();
    const chart = page.getByRole('region', { name: 'Requests by outcome' });
    await chart.getByText('Refused 1', { exact: true }).waitFor();
    await chart.getByRole('button', { name: 'Table', exact: true }).click();
    await chart.getByText('OK 3', { exact: true }).waitFor();
    const table = chart.getByRole('table', { name: 'Requests by outcome' });
    await table.getByRole('columnheader', { name: 'Refused' }).waitFor();
    const rows = (await table.locator('tbody tr').allInnerTexts()).map((text) => text.split('\t'));
    const sum = (column: number) => rows.reduce((total, cells) => total + Number(cells[column]), 0);
    expect([1, 2, 3, 4].map(sum)).toEqual([3, 0, 1, 0]);
    const latency = page.getByRole('region', { name: 'Latency' });
    for (const percentile of ['p50', 'p95', 'p99']) await latency.getByText(percentile, { exact: true }).waitFor();
    await latency.getByRole('button', { name: 'Table', exact: true }).click();
    await latency.getByRole('columnheader', { name: 'Time (UTC)' }).waitFor();
    await page.getByText('1 hour').click();
    await row.getByRole('cell', { name: '3', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?range=1');
    await page.goBack();
    await page.getByRole('button', { name: '24 hours', pressed: true }).waitFor();
    await page.goForward();
    await row.getByRole('link', { name: '/v1/ping/' }).click();
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    await page.getByText('3 shown').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('tells an admin which GraphQL fields clients select', async () => {
    const headers = { 'x-api-key': app.admin.apiKey, 'graphql-client-name': 'billing' };
    for (const field of ['id', 'text'])
      await app.app.inject({
        method: 'POST',
        url: '/graphql',
        headers,
        payload: { query: `{ memories { nodes { ${field} } } }` },
      });
    const page = await app.signedIn('/dashboard/analytics?field=Memory.text');
    const section = page.getByRole('region', { name: 'GraphQL field usage' });
    const row = section.getByRole('row').filter({ hasText: 'Memory.text' });
    await row.getByRole('cell', { name: 'billing 1' }).waitFor();
    await section.getByRole('button', { name: 'Deprecated' }).click();
    await section.getByText('The schema has no such deprecated field.').waitFor();
    expect(new URL(page.url()).search).toBe('?field=Memory.text&fields=deprecated');
    expect(app.problems).toEqual([]);
  });

  it('tells what the project holds', async () => {
    await admin().rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Ada plays the violin.' }],
      user_id: 'ada',
      infer: false,
    });
    const page = await app.signedIn('/dashboard/analytics');
    const figure = page
      .getByLabel('This project', { exact: true })
      .locator('dl > div')
      .filter({ hasText: 'User memories' });
    await figure.getByText('1', { exact: true }).waitFor();
    expect(app.problems).toEqual([]);
  });
});
