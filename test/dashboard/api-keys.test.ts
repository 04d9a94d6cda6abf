import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { chooseOption } from './select.js';

describePages('the API keys page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const createKey = async (label: string): Promise<string> => {
    const query =
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { ... on CreateApiKeyPayload { secret } } }';
    return (await held<{ createApiKey: { secret: string } }>(app, query, { input: { label } })).createApiKey.secret;
  };

  it('makes a bound, read-only key that expires, and shows it once', async () => {
    const page = await app.signedIn('/dashboard/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.locator('input[name=label]').fill('Reports <b>');
    await chooseOption(dialog.getByLabel('Project'), app.admin.projectId);
    await dialog.getByRole('switch', { name: 'Read only' }).check();
    await chooseOption(dialog.getByLabel('Expires'), '30');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const secret = (await page.getByTestId('secret').textContent())?.trim() ?? '';
    const code = page.getByTestId('snippet');
    for (const [language, start] of [
      ['mem0 Python', 'from mem0 import MemoryClient'],
      ['mem0 TypeScript', "import { MemoryClient } from 'mem0ai';"],
      ['Typed client', "import { AddMemoriesDocument, createClient } from '@memory-gateway/client';"],
      ['GraphQL', '# POST '],
      ['MCP', '{'],
      ['curl', 'curl '],
    ] as const) {
      await page.getByRole('button', { name: language, exact: true }).click();
      await expect.poll(async () => (await code.textContent())?.startsWith(start)).toBe(true);
      expect(await code.textContent()).toContain(secret);
    }
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Reports <b>' });
    await row.getByText('Read only').waitFor();
    await row.getByTitle(/in 30 days|next month/).waitFor();
    expect(await page.content()).not.toContain(secret);
    const search = await app
      .as(secret)
      .rest('POST', '/v3/memories/search/', { query: 'x', filters: { user_id: 'ada' } });
    const add = await app
      .as(secret)
      .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content: 'x' }], user_id: 'ada', infer: false });
    expect([search.status, add.status]).toEqual([200, 403]);
    expect(app.problems).toEqual([]);
  });

  it('revokes a key once its label is typed, and refuses a day that has passed', async () => {
    const page = await app.signedIn('/dashboard/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.locator('input[name=label]').fill('Old script');
    await chooseOption(page.getByLabel('Expires'), 'date');
    await page.locator('input[name=date]').fill('2020-01-01');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByText('Must be a time in the future.').waitFor();
    await page.locator('input[name=date]').fill('2099-01-01');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const secret = (await page.getByTestId('secret').textContent())?.trim() ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    expect((await app.as(secret).rest('GET', '/v1/ping/')).status).toBe(200);

    await page.getByRole('button', { name: 'Revoke Old script' }).click();
    const revoke = page.getByRole('dialog').getByRole('button', { name: 'Revoke' });
    expect(await revoke.isDisabled()).toBe(true);
    await page.getByLabel('Type Old script to confirm').fill('Old script');
    let answerList: () => void = () => {};
    const isAwaited = new Promise<void>((resolve) => (answerList = resolve));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query ApiKeys')) await isAwaited;
      await route.continue();
    });
    await revoke.click();
    await page.getByText('API key revoked').waitFor();
    const focused = (property: string) => () => page.evaluate<string>(`document.activeElement.${property}`);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused('title')).toBe('Revoke Old script');
    answerList();
    await page.getByRole('cell', { name: 'Old script', exact: true }).waitFor({ state: 'detached' });
    await expect.poll(focused('id')).toBe('main');
    expect((await app.as(secret).rest('GET', '/v1/ping/')).status).toBe(401);
    expect(app.problems).toEqual([]);
  });

  it('revokes several selected keys at once', async () => {
    const secrets = [await createKey('Old script'), await createKey('Older script'), await createKey('Worker')];
    const page = await app.signedIn('/dashboard/api-keys');
    await page.getByRole('checkbox', { name: 'Select Old script' }).check();
    await page.getByRole('checkbox', { name: 'Select Older script' }).check();
    const bar = page.getByRole('region', { name: 'Selected API keys' });
    await bar.getByText('2 selected').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke 2 API keys?' });
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^Older script \(/),
      expect.stringMatching(/^Old script \(/),
    ]);
    await dialog.getByLabel('Type revoke 2 to confirm').fill('revoke 2');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('2 API keys revoked').waitFor();
    await bar.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'script' }).count()).toBe(0);
    const statuses = secrets.map(async (secret) => (await app.as(secret).rest('GET', '/v1/ping/')).status);
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('main');
    expect(app.problems).toEqual([]);
  });

  it('says on every page of the list that a selected key was not revoked, and revokes the others', async () => {
    const secret = await createKey('First');
    await createKey('Second');
    for (let number = 0; number < 25; number += 1) await createKey(`Later ${number}`);
    const page = await app.signedIn('/dashboard/api-keys');
    const next = page.getByRole('button', { name: 'Next' });
    const bar = page.getByRole('region', { name: 'Selected API keys' });
    await page.getByRole('checkbox', { name: 'Select Later 24' }).check();
    await next.evaluate((element) => element.scrollIntoView());
    const [button, cover] = [await next.boundingBox(), await bar.boundingBox()];
    expect((button?.y ?? NaN) + (button?.height ?? NaN)).toBeLessThan(cover?.y ?? NaN);
    await page.getByRole('checkbox', { name: 'Select Later 24' }).uncheck();
    await next.click();
    for (const label of ['First', 'Second']) await page.getByRole('checkbox', { name: `Select ${label}` }).check();
    const { apiKeys } = await held<{ apiKeys: { nodes: { id: string; label: string }[] } }>(
      app,
      '{ apiKeys(first: 100) { nodes { id label } } }',
    );
    const id = apiKeys.nodes.find(({ label }) => label === 'Second')?.id;
    const revoke = 'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { __typename } }';
    await held(app, revoke, { input: { id } });
    await bar.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke 2 API keys?' });
    await dialog.getByLabel('Type revoke 2 to confirm').fill('revoke 2');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByRole('alert')
      .getByText(/^1 key was not revoked: /)
      .waitFor();
    await page.getByRole('cell', { name: 'Later 24', exact: true }).waitFor();
    await page
      .getByRole('alert')
      .getByText(/^1 key was not revoked: /)
      .waitFor();
    expect((await app.as(secret).rest('GET', '/v1/ping/')).status).toBe(401);
    expect(app.problems).toEqual([]);
  });

  it('leads from a key to its requests', async () => {
    const secret = await createKey('Worker');
    await app.as(secret).rest('POST', '/v3/memories/search/', { query: 'violin', filters: { user_id: 'ada' } });
    await app.as(app.admin.apiKey).rest('GET', '/v1/entities/');
    const page = await app.signedIn('/dashboard/api-keys');
    await page.getByRole('link', { name: `${secret.slice(0, 12)}…` }).click();
    const requests = page.getByRole('table', { name: 'Requests' });
    await requests.getByText('/v3/memories/search/').first().waitFor();
    expect(await requests.getByText('/v1/entities/').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('rotates a key in two clicks with an overlap, and edits label, project and expiry', async () => {
    const old = await createKey('Worker');
    const page = await app.signedIn('/dashboard/api-keys');
    await page.getByRole('button', { name: 'Rotate Worker' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    const secret = (await page.getByTestId('secret').textContent())?.trim() ?? '';
    await page.getByText(/^The old key works until \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    const rows = page.getByRole('row').filter({ hasText: 'Worker' });
    await expect.poll(() => rows.count()).toBe(2);
    await rows.filter({ hasText: secret.slice(0, 12) }).waitFor();
    for (const key of [old, secret]) expect((await app.as(key).rest('GET', '/v1/ping/')).status).toBe(200);
    await rows
      .filter({ hasText: old.slice(0, 12) })
      .getByTitle(/tomorrow|in 1 day|in 24 hours/)
      .waitFor();

    await rows
      .filter({ hasText: secret.slice(0, 12) })
      .getByRole('button', { name: 'Edit Worker' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Edit Worker' });
    await dialog.getByLabel('Label').fill('Nightly <i>worker</i>');
    await chooseOption(dialog.getByLabel('Project'), app.admin.projectId);
    await chooseOption(dialog.getByLabel('Expires'), '30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const renamed = page.getByRole('row').filter({ hasText: 'Nightly <i>worker</i>' });
    await renamed
      .filter({ hasText: 'default-project' })
      .getByTitle(/in 30 days|next month/)
      .waitFor();
    expect((await app.as(secret).rest('GET', '/v1/ping/')).status).toBe(200);
    expect(app.problems).toEqual([]);
  });

  it('says on every page how many keys there are', async () => {
    for (let index = 0; index < 26; index += 1) await createKey(`Script ${index}`);
    const page = await app.signedIn('/dashboard/api-keys');
    await page.getByText('27 keys').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Page 2').waitFor();
    await page.getByText('27 keys').waitFor();
    expect(app.problems).toEqual([]);
  });
});
