import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import Fastify from 'fastify';
import { buildSchema } from 'graphql';
import { guideRoutes } from '../../src/http/pages/guide.js';
import { findViolations, rulesOfColor } from '../dashboard/axe.js';
import { describePages, startBrowser, type DashboardBrowser } from '../dashboard/browser.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { pages } from './code-blocks.js';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'docs']);
  folder = stdout.trim();
  test = await startTestApp();
}, 600_000);
afterAll(() => test.close());

const get = (url: string) => test.app.inject({ method: 'GET', url });
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

describe('the guide of a server', () => {
  it('has every page of docs/ as HTML and as Markdown, and lists them in llms.txt', async () => {
    const list = await get('/docs/guide/llms.txt');
    expect([list.statusCode, list.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    for (const page of pages.filter((name) => name.startsWith('docs/')).map((name) => name.slice(5, -3))) {
      const html = await get(`/docs/guide/${page === 'index' ? '' : page}`);
      expect([page, html.statusCode, html.headers['content-type']]).toEqual([page, 200, 'text/html; charset=utf-8']);
      const twin = await get(`/docs/guide/${page}.md`);
      expect([page, twin.statusCode, twin.headers['content-type']]).toEqual([
        page,
        200,
        'text/markdown; charset=utf-8',
      ]);
      expect(twin.body).toMatch(/^# \S/m);
      expect(list.body).toContain(`](/docs/guide/${page}.md)`);
    }
  });

  it('serves pages and folders, and answers 404 for anything else, also outside of it', async () => {
    for (const url of [
      'nothing',
      '..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      'assets/',
      '.stamp',
      'assets/..%2f.stamp',
    ])
      expect([url, (await get(`/docs/guide/${url}`)).statusCode]).toEqual([url, 404]);
    expect((await get(`/docs/guide/${'a'.repeat(500)}!`)).statusCode).toBe(404);
    for (const url of ['reference/graphql', 'reference/graphql/', 'adr/'])
      expect([url, (await get(`/docs/guide/${url}`)).statusCode]).toEqual([url, 200]);
    const { statusCode, headers } = await get('/docs/guide');
    expect([statusCode, headers['location']]).toEqual([302, '/docs/guide/']);
  });

  it('says how to build it in a checkout that did not', async () => {
    const app = Fastify();
    await guideRoutes(app, () => null);
    for (const url of ['/docs/guide/', '/docs/guide/concepts']) {
      const answer = await app.inject(url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.body).toContain('<code>npm run docs</code>');
    }
    await app.close();
  });

  it('describes every field of the schema under one noun, and every path of the REST API', () => {
    const names = read('llms.txt').match(/\/docs\/guide\/(reference\/\S+\.md)/g) ?? [];
    const reference = names.map((name) => read(name.replace('/docs/guide/', '')));
    const headings = reference.flatMap((text) => [...text.matchAll(/^### (\w+)$/gm)].map(([, name]) => name));
    const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const fields = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}));
    expect(fields.filter((name) => !headings.includes(name))).toEqual([]);
    const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
      paths: Record<string, Record<string, object>>;
    };
    const operations = Object.entries(document.paths).flatMap(([url, methods]) =>
      Object.keys(methods).map((method) => `## ${method.toUpperCase()} ${url.replaceAll('{', '&#123;')}`),
    );
    expect(operations.filter((heading) => !reference.some((text) => text.includes(`${heading}\n`)))).toEqual([]);
  });
});

describePages('the guide in a browser', () => {
  let browser: DashboardBrowser;
  let url: string;
  beforeAll(async () => {
    browser = await startBrowser();
    ({ apiUrl: url } = await test.app.listen());
  });
  afterAll(() => browser.close());

  it('asks no other host, breaks no rule of its content security policy, and finds pages by a word', async () => {
    const page = await browser.visitor();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    for (const name of ['', 'concepts', 'quick-starts/typescript', 'dashboard', 'reference/graphql/memories'])
      await page.goto(`${url}/docs/guide/${name}`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('cargo bike');
    await page
      .getByRole('option', { name: /Supermemory/ })
      .first()
      .click();
    await page.waitForURL(/migrate\/supermemory/);
    await page.getByRole('heading', { name: 'Move from Supermemory' }).waitFor();
    expect(requested.length).toBeGreaterThan(20);
    expect(requested.filter((address) => !address.startsWith(`${url}/docs/guide/`))).toEqual([]);
    expect(browser.problems).toEqual([]);
  });

  it('fits a phone and has no axe violation in light and dark', async () => {
    const page = await browser.visitor();
    for (const name of ['', 'concepts', 'compare', 'reference/rest/memories']) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${url}/docs/guide/${name}`, { waitUntil: 'networkidle' });
      expect(await findViolations(page), name).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(390);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await findViolations(page, rulesOfColor), `${name}, dark`).toEqual([]);
    }
  });
});
