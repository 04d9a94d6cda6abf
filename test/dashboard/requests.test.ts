import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { chooseOption } from './select.js';

describePages('the requests page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const call = (path: string) =>
    fetch(`${app.url}${path}`, { headers: { authorization: `Token ${app.admin.apiKey}` } });
  // Unlike `fetch`, keeps characters that are invalid in a URL.
  const rawCall = (path: string) =>
    new Promise((resolve, reject) =>
      request(`${app.url}`, { path }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end(),
    );

  it('shows calls of another client as they are answered', async () => {
    const page = await app.signedIn('/dashboard/requests');
    await page.getByText('No requests yet').waitFor();
    await call('/v1/ping/');
    await page.getByRole('cell', { name: '/v1/ping/' }).waitFor();
    await call('/v3/nothing-here/');
    await page.getByRole('cell', { name: '/v3/nothing-here/' }).waitFor();
    expect(
      await page
        .getByRole('row')
        .filter({ hasText: '/v3/nothing-here/' })
        .getByRole('cell', { name: '404', exact: true })
        .count(),
    ).toBe(1);
    expect(app.problems).toEqual([]);
  });

  it('includes dashboard requests on demand, those over its socket too', async () => {
    const page = await app.signedIn('/dashboard/requests?dashboard=included');
    await page.getByRole('cell', { name: '/dashboard/session' }).first().waitFor();
    await page.getByRole('cell', { name: 'WS', exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Remove filter Dashboard requests' }).click();
    await page.getByText('No requests yet').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('filters by status and by path, keeps the filters in the URL, and pauses', async () => {
    await call('/v1/ping/');
    await call('/v3/nothing-here/');
    const page = await app.signedIn('/dashboard/requests');
    await page.getByRole('cell', { name: '/v3/nothing-here/' }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Status' }).click();
    await chooseOption(page.getByRole('combobox', { name: 'Status' }), '4');
    await page.getByRole('cell', { name: '/v1/ping/' }).waitFor({ state: 'hidden' });
    await call('/v3/nor-here/');
    await page.getByRole('cell', { name: '/v3/nor-here/' }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Path prefix' }).click();
    await page.getByLabel('Path prefix').fill('/v3/nor');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: '/v3/nothing-here/' }).waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByText('1 shown').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await call('/v3/nor-this/');
    await page.getByText('Paused, 1 waiting').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('cell', { name: '/v3/nor-this/' }).click();
    await page.getByRole('complementary').getByText('The query string is not stored.').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('opens the request of a link, also when the filters leave it out', async () => {
    await call('/v3/nothing-here/');
    const logs = '{ requestLogs(filter: { pathPrefix: "/v3/" }) { nodes { id requestId } } }';
    const read = async () =>
      (await held<{ requestLogs: { nodes: { id: string; requestId: string }[] } }>(app, logs)).requestLogs.nodes;
    await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBe(1);
    const [logged] = await read();
    const page = await app.signedIn(`/dashboard/requests?status=2&request=${logged?.id}`);
    const drawer = page.getByRole('complementary', { name: `Request ${logged?.requestId}` });
    await drawer.getByText('/v3/nothing-here/').first().waitFor();
    expect(app.problems).toEqual([]);
  });

  it('counts the requests with the same error, and opens them', async () => {
    const { rest } = app.as(app.admin.apiKey);
    const search = (threshold: number) =>
      rest('POST', '/v3/memories/search/', { query: 'food', filters: { user_id: 'maya' }, threshold });
    for (const threshold of [70, 80, 0.1]) await search(threshold);
    const page = await app.signedIn('/dashboard/requests?status=4');
    await page.getByRole('row').filter({ hasText: 'Refused' }).first().click();
    const link = page.getByRole('complementary').getByRole('link', { name: '2 requests with this error in 24 hours' });
    const error = page.getByRole('complementary').locator('.note');
    await error.getByText('Fix: Change the field that the message names.').waitFor();
    expect(await error.getByRole('link', { name: 'About this error' }).getAttribute('href')).toBe(
      '/docs/guide/errors#bad_user_input',
    );
    await link.click();
    await page.getByText('2 shown').waitFor();
    expect(new URL(page.url()).searchParams.get('error')).toBe('BAD_USER_INPUT');
    expect(app.problems).toEqual([]);
  });

  it('copies a curl command that repeats the request in a shell, and gets the same response', async () => {
    const { rest } = app.as(app.admin.apiKey);
    const name = "O'Brien $(id) Zoë";
    const messages = [{ role: 'user', content: 'The lamp is green.' }];
    const { body } = await rest('POST', '/v3/memories/add/', { messages, user_id: name, infer: false });
    const [{ id }] = (body as { results: [{ id: string }] }).results;
    // A shell would run the dollar and end a quotation at the apostrophe.
    const entity = `/v2/entities/user/${encodeURIComponent(name).replace('%24', '$')}/`;
    const page = await app.signedIn('/dashboard/requests');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const repeat = async (method: string, path: string) => {
      const logged = page.getByRole('row').filter({ hasText: path }).filter({ hasText: method });
      await logged.first().click();
      await page.getByRole('complementary').locator('pre').filter({ hasText: '/v' }).waitFor();
      await page.getByRole('complementary').getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('complementary').getByRole('button', { name: 'Copied' }).waitFor();
      const command = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(command).not.toContain(app.admin.apiKey);
      const env = { PATH: process.env.PATH ?? '', MEMORY_GATEWAY_API_KEY: app.admin.apiKey };
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
      await page.keyboard.press('Escape');
      return JSON.parse(stdout) as unknown;
    };
    for (const path of [`/v1/memories/${id}/`, entity]) {
      const sent = await call(path);
      expect(sent.status).toBe(200);
      expect(await repeat('GET', path)).toEqual(await sent.json());
    }
    expect((await rest('DELETE', `/v1/memories/${id}/`)).status).toBe(200);
    const gone = await rest('DELETE', `/v1/memories/${id}/`);
    expect(gone.status).toBe(404);
    expect(await repeat('DELETE', `/v1/memories/${id}/`)).toEqual(gone.body);
    expect(app.problems).toEqual([]);
  });

  it('shows the time of a request by phase', async () => {
    await call('/v1/memories/?user_id=ada');
    const page = await app.signedIn('/dashboard/requests');
    await page.getByRole('cell', { name: '/v1/memories/' }).click();
    await page.getByRole('complementary').getByRole('tab', { name: 'Timing' }).click();
    const timing = page.getByRole('complementary').getByRole('region', { name: 'Timing' });
    for (const phase of ['Database', 'Models', 'Server']) await timing.getByText(phase, { exact: true }).waitFor();
    expect(await timing.getByRole('definition').allTextContents()).toEqual([
      expect.stringMatching(/^[\d.]+ ms$/),
      '0 ms',
      expect.stringMatching(/^[\d.]+ ms$/),
    ]);
    expect(app.problems).toEqual([]);
  });

  it('links the memory and the event of a request, and shows its trace to copy', async () => {
    const added = await fetch(`${app.url}/v3/memories/add/`, {
      method: 'POST',
      headers: {
        authorization: `Token ${app.admin.apiKey}`,
        'content-type': 'application/json',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
      body: JSON.stringify({
        user_id: 'ada',
        infer: false,
        messages: [{ role: 'user', content: 'I live in Lisbon.' }],
      }),
    });
    expect(added.status).toBe(200);
    const [{ id }] = (await held<{ memories: { nodes: [{ id: string }] } }>(app, '{ memories { nodes { id } } }'))
      .memories.nodes;
    const page = await app.signedIn('/dashboard/requests?text=MEMORIES%2FADD');
    await page.getByText('Text is').waitFor();
    await page.getByRole('cell', { name: '/v3/memories/add/' }).click();
    const drawer = page.getByRole('complementary');
    await drawer.getByText('0af7651916cd43dd8448eb211c80319c').waitFor();
    expect(await drawer.getByRole('link', { name: 'Open trace' }).count()).toBe(0);
    await drawer
      .getByRole('link', { name: /^[0-9a-f-]{36}$/ })
      .nth(1)
      .waitFor();
    await drawer.getByRole('link', { name: id }).click();
    await page.getByRole('heading', { name: 'I live in Lisbon.' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('saves a view of the filters, and brings it back', async () => {
    const page = await app.signedIn('/dashboard/requests?status=4&path=%2Fv3%2F');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('button', { name: 'Remove filter Status' }).click();
    await page.getByRole('button', { name: 'Remove filter Path prefix' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'status: 4, path: /v3/' }).click();
    await page.getByRole('button', { name: 'Remove filter Status' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=4&path=%2Fv3%2F');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Remove this view' }).click();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('shows markup in an address as text', async () => {
    const page = await app.signedIn('/dashboard/requests');
    await rawCall('/v1/<script>document.title="taken"</script>');
    await page.getByRole('cell', { name: '<script>' }).waitFor();
    expect(await page.title()).toContain('Requests');
    expect(await page.locator('[role=row] script').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });
});
