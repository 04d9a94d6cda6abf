import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { describe } from 'vitest';
import type { Config } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = places.find((place): place is string => place !== undefined && existsSync(place));

/** Defines tests in a real browser, with long timeouts. Without a browser they are skipped with a message. */
export function describePages(title: string, tests: () => void): void {
  describe.runIf(executablePath !== undefined)(title, { timeout: 60_000, retry: process.env.CI ? 2 : 0 }, tests);
}

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

/** Starts a browser. */
export async function startBrowser(): Promise<DashboardBrowser> {
  const browser: Browser = await chromium.launch({ executablePath, args });
  const problems: string[] = [];
  return {
    problems,
    close: () => browser.close(),
    async visitor() {
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
      page.setDefaultTimeout(15_000);
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (/Content Security Policy|Warning: |Uncaught/.test(message.text())) problems.push(message.text());
      });
      return page;
    },
  };
}

/** Starts the product, listens, and starts a browser. */
export async function startDashboard(config: Partial<Config> = {}): Promise<DashboardApp> {
  const started = await startTestApp(config);
  const { apiUrl: url } = await started.app.listen();
  const browser = await startBrowser();
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
      await page.goto(`${url}${path}`);
      await page.locator('input[name=email]').fill(as.email);
      await page.locator('input[name=password]').fill(as.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL((address) => !address.pathname.startsWith('/login'));
      return page;
    },
    async close() {
      await browser.close();
      await started.close();
    },
  };
}
