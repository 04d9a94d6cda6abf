import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { frameworkSteps } from '../../dashboard/src/pages/connected-apps/framework-steps.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { connectApp } from './oauth-app.js';

it('names exports that each adapter has', () => {
  const imports = frameworkSteps.flatMap(({ toText }) => [
    ...toText('http://localhost').matchAll(/import \{ (.+) \} from '@memory-gateway\/(.+)';/g),
  ]);
  const adapters = ['ai-sdk', 'langchain', 'openai-agents', 'llamaindex', 'mastra'];
  expect(imports.map(([, , adapter]) => adapter)).toEqual(adapters);
  for (const [, names = '', adapter = ''] of imports) {
    const index = readFileSync(new URL(`../../adapters/${adapter}/index.ts`, import.meta.url), 'utf8');
    for (const name of names.split(', ')) expect(index).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

describePages('the page of connected apps', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  afterAll(() => app.close());

  it('shows the steps for each client and each framework with the address of this server', async () => {
    const page = await app.signedIn('/dashboard/connected-apps');
    const origin = new URL(page.url()).origin;
    await page.getByRole('button', { name: 'VS Code' }).click();
    await page.getByText(`"url": "${origin}/mcp"`).waitFor();
    for (const { label, toText } of frameworkSteps) {
      await page.getByRole('button', { name: label, exact: true }).click();
      await page.getByText(toText(origin).split('\n').at(-1) ?? '').waitFor();
    }
    expect(app.problems).toEqual([]);
  });

  it('leads from an app to its requests', async () => {
    await connectApp(app, 'Night reader');
    await app.as(app.admin.apiKey).rest('GET', '/v1/entities/');
    const page = await app.signedIn('/dashboard/connected-apps');
    await page.getByRole('button', { name: 'Night reader', exact: true }).click();
    await page.getByRole('link', { name: 'View requests' }).click();
    const requests = page.getByRole('table', { name: 'Requests' });
    await requests.getByText('search_memories').waitFor();
    expect(await requests.getByText('/v1/entities/').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });
});
