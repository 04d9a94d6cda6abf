import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect } from 'vitest';
import type { Config } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const places = [
  process.env.CHROMIUM_PATH,
  // Chromium without a window: takes a sixth less time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = places.find((place): place is string => place !== undefined && existsSync(place));

/** Defines tests in a real browser, with long timeouts. Without a browser they are skipped with a message. */
export function describePages(title: string, tests: () => void): void {
  const options = { timeout: 60_000, retry: process.env.CI ? 2 : 0 };
  describe.runIf(executablePath !== undefined)(title, options, () => {
    // The last test of another file may still be the current one, and a page of all tests would count as its page.
    beforeAll(() => expect.setState({ currentTestName: undefined }));
    // Open pages go on drawing and listening, at the cost of the next test.
    afterEach(async ({ task }) => {
      const isReused = task.result?.state !== 'fail';
      const pages = [...opened];
      opened.clear();
      await Promise.all(pages.map(([page, url]) => (isReused && url ? leave(page, url) : page.context().close())));
    });
    tests();
  });
}

/** Pages that a test opened, without those that a whole file shares, with the address of their gateway. */
const opened = new Map<Page, string | undefined>();
/** Pages for the next test, in empty profiles. A page in a new profile costs three times as much processor time. */
let spare: Page[] = [];

/** Closes the profile of a page after its test: for tests that change it in ways which cannot be taken back, such as its clock. */
export function closeAfterTest(page: Page): void {
  opened.set(page, undefined);
}

/** Leaves the dashboard, and empties the profile of a page. */
async function leave(page: Page, url: string): Promise<void> {
  const profile = page.context();
  if (page.isClosed() || profile.pages().length > 1) return profile.close();
  try {
    await Promise.all([page.unrouteAll(), profile.unrouteAll(), profile.clearPermissions(), profile.setOffline(false)]);
    // A page without scripts, as those of the dashboard write when they end.
    await page.goto(`${url}/health`);
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await Promise.all([
      profile.clearCookies(),
      page.setViewportSize(viewport),
      page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null }),
    ]);
    spare.push(page);
  } catch {
    await profile.close();
  }
}

const viewport = { width: 1280, height: 900 };

// Chromium has no sandbox as root. The last argument maps a name of another machine; the others prevent calls to
// Google.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP gateway.test 127.0.0.1',
];

/** The product with its dashboard, and a browser. Close it after the last test of a file. */
export interface DashboardApp extends TestApp {
  readonly url: string;
  /** Opens a page in a new browser profile without a session. Its errors are collected. */
  visitor(): Promise<Page>;
  /** Like `visitor`, signed in as the admin or another user, at this path. */
  signedIn(path: string, as?: { readonly email: string; readonly password: string }): Promise<Page>;
  /** Script errors and violations of the content security policy. */
  readonly problems: readonly string[];
}

/** A browser whose pages report their problems. */
export interface DashboardBrowser {
  /** Opens a page in a browser profile of its own. */
  visitor(): Promise<Page>;
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** The files of a process share a browser: a start takes seconds of processor time. It ends with the process. */
let shared: Promise<Browser> | undefined;

async function getBrowser(): Promise<Browser> {
  const browser = await shared;
  if (browser?.isConnected()) return browser;
  // Other files of the process emit SIGINT for the command that they test, and Playwright would end the process. SIGTERM closes the browser.
  shared = chromium.launch({ executablePath, args, handleSIGINT: false });
  return shared;
}

/** Opens a browser. @param url address of a gateway: with it, tests use pages again */
export async function startBrowser(url?: string): Promise<DashboardBrowser> {
  const browser = await getBrowser();
  const problems: string[] = [];
  return {
    problems,
    async close() {
      spare = [];
      await Promise.all(browser.contexts().map((profile) => profile.close()));
    },
    async visitor() {
      const isOfTest = expect.getState().currentTestName !== undefined;
      const left = isOfTest ? spare.pop() : undefined;
      const page = left ?? (await (await browser.newContext({ viewport })).newPage());
      if (isOfTest) opened.set(page, url);
      page.setDefaultTimeout(15_000);
      if (left) return page;
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (/Content Security Policy|Warning: |Uncaught/.test(message.text())) problems.push(message.text());
      });
      return page;
    },
  };
}

/** Gives the profile of a page a session, as the sign-in page does. */
async function signIn(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { request } = page.context();
  // The list of requests leaves out those of the dashboard.
  const headers = { origin: url, 'x-graphql-client-name': 'dashboard' };
  const query = `mutation ($input: LoginInput!) { login(input: $input) { ... on LoginPayload { session { refreshToken } } } }`;
  const answer = await request.post(`${url}/graphql`, {
    data: { query, variables: { input: { email, password } } },
    headers,
  });
  const { data } = (await answer.json()) as { data: { login: { session: { refreshToken: string } } } };
  const { refreshToken } = data.login.session;
  const stored = await request.put(`${url}/dashboard/session`, { data: { refreshToken }, headers });
  expect(stored.ok()).toBe(true);
}

/** Starts the product, listens, and starts a browser. */
export async function startDashboard(config: Partial<Config> = {}): Promise<DashboardApp> {
  const started = await startTestApp(config);
  const { apiUrl: url } = await started.app.listen();
  const browser = await startBrowser(url);
  const { visitor, problems } = browser;
  return {
    ...started,
    get admin() {
      return started.admin;
    },
    url,
    visitor,
    problems,
    async signedIn(path, as = started.admin) {
      const page = await visitor();
      await signIn(page, url, as);
      await page.goto(`${url}${path}`);
      return page;
    },
    async close() {
      await browser.close();
      await started.close();
    },
  };
}

/** Signs in above a page whose session has ended. */
export async function signInAgain(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.locator('input[name=email]').fill(email);
  await dialog.locator('input[name=password]').fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
}
