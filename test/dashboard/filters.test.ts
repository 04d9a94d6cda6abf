import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { readChoice } from './select.js';

/** `DASHBOARD_FILTERS=all` is the long form: every filter instead of the first one of each page. */
const mostFilters = process.env.DASHBOARD_FILTERS === 'all' ? 100 : 1;
const patience = { timeout: 15_000 };

/** Filters as they are in the URL, by page. */
const filters: readonly (readonly [page: string, ...urls: string[]])[] = [
  ['home', 'range=1', 'range=168'],
  [
    'memories',
    'userId=ada',
    'category=food',
    'metadata=plan%3Dpro',
    'after=2026-01-01',
    'before=2026-01-01',
    'expires=2031-01-01',
    'state=all',
  ],
  ['memories', 'q=violin', 'q=violin&threshold=0.5', 'q=violin&compare=1'],
  ['entities', 'kind=AGENT', 'q=a', 'sort=name'],
  [
    'requests',
    'status=4',
    'outcome=REFUSED',
    'method=GET',
    'operation=x',
    'path=%2Fv1',
    'slower=500',
    'key=m0sk',
    'user=x',
    'client=x',
    'error=NOT_FOUND',
    'id=x',
    'trace=x',
    'project=this',
    'dashboard=included',
    'range=60',
  ],
  ['audit', 'action=project.update', 'type=project', 'target=x', 'actor=x', 'request=x', 'scope=project', 'range=24'],
  ['log-streams', 'scope=organization'],
  ['events', 'status=FAILED', 'type=EXPORT', 'by=me'],
  ['deliveries', 'status=FAILED', 'webhook=x', 'type=TEST'],
  ['analytics', 'range=1', 'scope=all'],
];

/** Parameters of every page, to be set to what no page writes into its URL. */
const parameters = [
  ...[
    'range',
    'since',
    'until',
    'status',
    'outcome',
    'method',
    'scope',
    'project',
    'dashboard',
    'type',
    'kind',
    'name',
  ],
  ...[
    'view',
    'sort',
    'state',
    'metadata',
    'after',
    'before',
    'expires',
    'threshold',
    'top',
    'keyword',
    'rerank',
    'asof',
  ],
  ...['reference', 'b.threshold', 'b.asof', 'by', 'entry', 'step', 'webhook', 'delivery'],
];
const broken = ['24h', '9e999', 'a="x"y"', '%', '2026-99-99', 'null'];
const allPages = [
  ...[
    'home',
    'memories',
    'memories/x',
    'entities',
    'import',
    'deletions',
    'requests',
    'audit',
    'log-streams',
    'events',
    'events/x',
  ],
  ...[
    'deliveries',
    'deliveries/x/y',
    'analytics',
    'playground',
    'explorer',
    'api-keys',
    'webhooks',
    'webhooks/x',
    'exports',
  ],
  ...[
    'project',
    'categories',
    'organizations',
    'organizations/x',
    'users',
    'connected-apps',
    'configuration',
    'settings',
  ],
];

describePages('URLs from anywhere', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  afterAll(() => app.close());

  it('open every page, whatever their parameters', { timeout: 300_000 }, async () => {
    let page = await app.signedIn('/dashboard/home');
    let loads = 0;
    const toQuery = (value: string) => new URLSearchParams(parameters.map((name) => [name, value])).toString();
    for (const [index, path] of allPages.entries()) {
      const value = broken[index % broken.length] ?? '';
      for (const query of [
        toQuery(value),
        ...(path === 'memories' || path === 'requests' ? broken.map(toQuery) : []),
      ]) {
        // A session is refreshed at most 20 times per minute, once for each page that is loaded.
        loads += 1;
        if (loads % 15 === 0) {
          await page.context().close();
          page = await app.signedIn('/dashboard/home');
        }
        await page.goto(`${app.url}/dashboard/${path}?${query}&q=violin&compare=1`);
        await page.getByRole('navigation', { name: 'Pages' }).waitFor();
        await page.locator('main :is(h1, .empty, .alert)').first().waitFor();
        expect.soft(await page.getByText('Something went wrong').count(), `${path}?${query}`).toBe(0);
      }
    }
    await page.goto(`${app.url}/dashboard/requests?range=24h&since=yesterday`);
    await page.getByRole('combobox', { name: 'Time range of the chart' }).waitFor();
    expect(await readChoice(page.getByRole('combobox', { name: 'Time range of the chart' }))).toBe('30');
    expect(app.problems).toEqual([]);
  });
});

describePages('a list whose filters match nothing', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  afterAll(() => app.close());

  it('offers to clear the filters', async () => {
    const page = await app.signedIn('/dashboard/home');
    for (const path of [
      'events?status=FAILED',
      'requests?path=%2Fnone',
      'entities?q=nobody',
      'audit?action=none.such',
    ]) {
      await page.goto(`${app.url}/dashboard/${path}`);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect.poll(() => new URL(page.url()).search, patience).toBe('');
    }
    expect(app.problems).toEqual([]);
  });
});

describePages('Back and Forward', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard({ outboundAllow: ['loopback'] });
    // Without a webhook, the page Deliveries has no filters.
    await held(app, 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename } }', {
      input: { name: 'Audit', url: 'http://127.0.0.1:4000/', eventTypes: ['PROJECT_UPDATED'] },
    });
    // Tables show their order only with a row.
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Ada plays the violin.' }],
      user_id: 'ada',
      infer: false,
    });
  });
  afterAll(() => app.close());

  /** What a page shows of its filters: chips, pressed buttons, orders, chosen options, and texts in fields. */
  const shown = (page: Page) =>
    page.evaluate<string>(`[...document.querySelectorAll('main .chip, main [aria-pressed], main [aria-sort], main select, main input')]
      .filter((each) => !each.matches('[type=checkbox]'))
      .map((each) => each.matches('.chip') ? each.textContent : (each.getAttribute('aria-pressed') ?? each.getAttribute('aria-sort') ?? (each.type === 'radio' ? each.checked : each.value)))
      .join(' | ')`);

  it('bring back every filter of every page', { timeout: 240_000 }, async () => {
    const page = await app.signedIn('/dashboard/home');
    await page.waitForURL('**/dashboard/*/*/home');
    for (const [name, ...all] of filters) {
      const urls = all.slice(0, mostFilters);
      const base = page.url().replace(/\/[a-z-]+(\?.*)?$/, `/${name}`);
      const states: string[] = [];
      for (const url of ['', ...urls]) {
        await page.evaluate(
          `window.history.pushState({ ...window.history.state, idx: (window.history.state?.idx ?? 0) + 1 }, '', ${JSON.stringify(url ? `${base}?${url}` : base)}); window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))`,
        );
        await page.locator('h1').waitFor();
        await expect
          .poll(async () => (await shown(page)).length, { ...patience, message: `${name}?${url}` })
          .toBeGreaterThan(0);
        states.push(await settled(page));
      }
      expect(new Set(states).size, `${name} shows each of its filters`).toBe(states.length);
      for (const state of [...states].reverse().slice(1)) {
        await page.goBack();
        await expect.poll(() => shown(page), patience).toBe(state);
      }
      for (const state of states.slice(1)) {
        await page.goForward();
        await expect.poll(() => shown(page), patience).toBe(state);
      }
    }
    expect(app.problems).toEqual([]);
  });

  // A page that is still loading shows fewer controls.
  async function settled(page: Page): Promise<string> {
    let last = '';
    await expect
      .poll(
        async () => {
          const former = last;
          last = await shown(page);
          return last !== '' && last === former;
        },
        { ...patience, interval: 150 },
      )
      .toBe(true);
    return last;
  }
});
