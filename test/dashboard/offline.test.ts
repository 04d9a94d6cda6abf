import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareKillableServer, type KillableServer } from '../helpers/killable-server.js';
import { describePages, startBrowser, type DashboardBrowser } from './browser.js';

const admin = { name: 'Ada', email: 'ada@example.com', password: 'a long enough secret' };
const pages = [
  'home',
  'memories',
  'memories?q=violin',
  'entities',
  'corrections',
  'import',
  'deletions',
  'requests',
  'audit',
  'log-streams',
  'events',
  'deliveries',
  'analytics',
  'playground',
  'api-keys',
  'webhooks',
  'exports',
  'project',
  'categories',
  'organizations',
  'users',
  'connected-apps',
  'configuration',
  'settings',
];

/** Records in the page when the banner appears and when it goes. */
const watchBanner = `
  window.offlineAt = window.onlineAt = null;
  const look = () => {
    const isOffline = document.querySelector('.offline-banner') !== null;
    if (isOffline) window.offlineAt ??= Date.now();
    const live = document.querySelector('.side .foot')?.textContent.includes('Live,');
    if (window.offlineAt && live && !isOffline) window.onlineAt ??= Date.now();
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
`;
/** What a page says about its data: empty states and errors. */
const readStates = `[...document.querySelectorAll('.main .empty h2, .main [role=alert]')].map((one) => one.textContent)`;

/** Pages that are open in a tab when the server is killed. */
const watched = ['home', 'requests', 'memories', 'analytics'];

describePages('pages, when their server is killed and started again', () => {
  let server: KillableServer;
  let browser: DashboardBrowser;
  let token = '';

  beforeAll(async () => {
    server = await prepareKillableServer();
    [browser] = await Promise.all([startBrowser(), server.start()]);
    await post('/auth/register', admin);
    const { access_token } = (await (await post('/auth/login', admin)).json()) as { access_token: string };
    token = access_token;
    for (const content of ['Ada plays the violin.', 'Ada lives in Lisbon.']) await add(content);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const post = (route: string, body: object) =>
    fetch(`${server.url}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });

  const add = (content: string) =>
    post('/graphql', {
      query: 'mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { __typename } }',
      variables: { input: { userId: 'ada', infer: false, messages: [{ role: 'USER', content }] } },
    });

  async function signIn(): Promise<Page> {
    const page = await browser.visitor();
    page.setDefaultTimeout(60_000);
    await page.goto(`${server.url}/dashboard/home`);
    await page.locator('input[name=email]').fill(admin.email);
    await page.locator('input[name=password]').fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    return page;
  }

  /** Goes to a page as the router does, without a request for the document. */
  async function visit(page: Page, path: string): Promise<void> {
    const url = page.url().replace(/(\/dashboard\/[^/]+\/[^/]+\/).*$/, `$1${path}`);
    await page.evaluate(
      `window.history.pushState({ ...window.history.state, idx: (window.history.state?.idx ?? 0) + 1 }, '', ${JSON.stringify(url)}); window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))`,
    );
  }

  const settle = (page: Page) => page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });

  async function openTabs(page: Page): Promise<Map<string, Page>> {
    const tabs = new Map<string, Page>();
    for (const path of watched) {
      const tab = await page.context().newPage();
      tab.setDefaultTimeout(60_000);
      await tab.goto(`${server.url}/dashboard/${path}`);
      await tab.locator('h1').waitFor();
      await tab.getByText(/^Live, updated/).waitFor();
      await settle(tab);
      await tab.evaluate(watchBanner);
      tabs.set(path, tab);
    }
    return tabs;
  }

  it(
    'say so within 3 seconds, keep what they show, and are live again within 5 seconds',
    { timeout: 400_000 },
    async () => {
      const walker = await signIn();
      // Loads the code of every page, and notes which lists are empty.
      const known = new Set<string>();
      for (const path of pages) {
        await visit(walker, path);
        await walker.locator('h1').waitFor();
        await settle(walker);
        for (const state of await walker.evaluate<string[]>(readStates)) known.add(state);
      }
      const tabs = await openTabs(walker);
      const read = (tab: Page) => tab.evaluate<string[]>(readStates);
      const before = new Map<string, unknown>();
      for (const [path, tab] of tabs) before.set(path, await read(tab));
      const wait = (tab: Page, name: string) =>
        expect.poll(() => tab.evaluate(`window.${name}`), { timeout: 60_000 }).toBeTruthy();

      const killedAt = Date.now();
      await server.kill();
      await Promise.all([...tabs.values()].map((tab) => wait(tab, 'offlineAt')));
      for (const [path, tab] of tabs) {
        const ms = (await tab.evaluate<number>('window.offlineAt')) - killedAt;
        expect.soft(ms, `${path}, offline after`).toBeLessThanOrEqual(3_000);
      }
      // An error is neither an empty state nor an alert, on any page, however it came to be open.
      for (const path of pages) {
        await visit(walker, path);
        await walker.locator('.offline-banner').waitFor();
        await settle(walker);
        const unknown = (await read(walker)).filter((state) => !known.has(state));
        expect.soft(unknown, `${path}, opened while offline`).toEqual([]);
      }
      for (const [path, tab] of tabs) {
        expect.soft(await read(tab), `${path}, kept`).toEqual(before.get(path));
        expect.soft(await tab.locator('.badge', { hasText: /^Live$/ }).count(), `${path}, live badge`).toBe(0);
      }
      await tabs.get('home')?.getByRole('region', { name: 'Health' }).getByText('not responding').waitFor();

      await server.start();
      const startedAt = Date.now();
      await Promise.all([...tabs.values()].map((tab) => wait(tab, 'onlineAt')));
      for (const [path, tab] of tabs) {
        const ms = (await tab.evaluate<number>('window.onlineAt')) - startedAt;
        expect.soft(ms, `${path}, live again after`).toBeLessThanOrEqual(5_000);
      }
      await add('Ada has a cat.');
      await tabs.get('memories')?.getByRole('cell', { name: 'Ada has a cat.', exact: true }).waitFor();
      await walker.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      await walker.getByRole('region', { name: 'Profile' }).waitFor();
      expect(browser.problems).toEqual([]);
    },
  );
});
