import { buildSchema as readSchema, parse, validate } from 'graphql';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleOperations } from '../../src/http/graphql/graphiql.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

it('the sample operations of the editor fit the schema', async () => {
  const schema = readSchema(await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  for (const { query } of sampleOperations) expect(validate(schema, parse(query))).toEqual([]);
});

describePages('the GraphQL editor', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  afterAll(() => app.close());

  it('runs a subscription with the key under Headers, and shows its frames', async () => {
    const page = await app.visitor();
    await page.goto(`${app.url}/graphql`);
    await page.getByRole('button', { name: 'LiveRequests', exact: true }).click();
    await page.getByRole('button', { name: 'Headers', exact: true }).click();
    const headers = page.locator('.graphiql-editor-tool .monaco-editor:visible');
    await headers.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(JSON.stringify({ 'X-API-Key': app.admin.apiKey }));
    const stream = page.waitForResponse((response) =>
      (response.headers()['content-type'] ?? '').startsWith('text/event-stream'),
    );
    await page.locator('.graphiql-execute-button').click();
    expect((await stream).status()).toBe(200);
    await app.as(app.admin.apiKey).rest('GET', '/v1/memories/0190c6c5-0000-7000-8000-00000000abcd/');
    const response = page.locator('.graphiql-response');
    await expect.poll(() => response.textContent(), { timeout: 60_000 }).toContain('abcd');
    expect(await response.textContent()).toContain('RequestLogged');
    expect(app.problems).toEqual([]);
  });
});
