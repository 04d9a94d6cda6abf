import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { addOwner, addReader } from './people.js';

describePages('an open tab', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  it('reloads once when the server has new file names, and says so when the file stays missing', async () => {
    const page = await app.signedIn('/dashboard/settings');
    let misses = 0;
    await page.route('**/dashboard/assets/webhooks-page-*.js', async (route) => {
      misses += 1;
      await (misses === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue());
    });
    await page.getByRole('link', { name: 'Build' }).first().click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('No webhooks yet').waitFor();
    expect(misses).toBe(2);
    await page.route('**/dashboard/assets/exports-page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'Exports' }).click();
    await page.getByRole('alert').getByText('Something went wrong').waitFor();
    await page.unroute('**/dashboard/assets/exports-page-*.js');
    await page.getByRole('link', { name: 'Open without filters' }).click();
    await page.getByRole('heading', { name: 'Exports', level: 1 }).waitFor();
  });

  it('asks before a link leaves a form with changes', async () => {
    const page = await app.signedIn('/dashboard/project');
    const name = page.locator('input[name=name]');
    const before = await name.inputValue();
    await name.fill('Kitchen talks');
    await page.getByRole('link', { name: 'Categories' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await name.inputValue()).toBe('Kitchen talks');
    await page.getByRole('link', { name: 'Categories' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Using the built-in categories').waitFor();
    await page.getByRole('link', { name: 'Project', exact: true }).click();
    await name.fill('Kitchen');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved').waitFor();
    await page.getByRole('link', { name: 'Categories' }).click();
    await page.getByText('Using the built-in categories').waitFor();
    const query = 'query ($id: ID!) { project(id: $id) { name } }';
    expect(await held(app, query, { id: app.admin.projectId })).toEqual({ project: { name: 'Kitchen' } });
    expect(before).not.toBe('Kitchen');
    expect(app.problems).toEqual([]);
  });

  const change = (mutation: string, email: string, role?: string) =>
    held(
      app,
      `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { __typename } }`,
      { input: { projectId: app.admin.projectId, email, ...(role && { role }) } },
    );

  it('offers what the viewer may do now, after it refused what the viewer may do no longer', async () => {
    const owner = await addOwner(app);
    const page = await app.signedIn('/dashboard/project', owner);
    await page.locator('input[name=description]').fill('Kitchen talks');
    await change('updateProjectMember', owner.email, 'READER');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('You do not have permission to modify this project.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
    expect(await page.locator('input[name=description]').inputValue()).toBe('Kitchen talks');
    expect(app.problems).toEqual([]);
  });

  it('shows no memories any longer to a member who is removed', async () => {
    const reader = await addReader(app);
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Ada sings.' }],
      infer: false,
      user_id: 'ada',
    });
    const page = await app.signedIn('/dashboard/memories', reader);
    await page.getByRole('cell', { name: 'Ada sings.', exact: true }).waitFor();
    await change('removeProjectMember', reader.email);
    await page.getByText("It does not exist, or you don't have access to it.").waitFor();
    expect(await page.getByText('Ada sings.').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('says that it is offline while the server has no database', async () => {
    const page = await app.signedIn('/dashboard/memories');
    await page.getByText(/^Live, updated/).waitFor();
    const json = { status: 'unavailable', checks: { database: 'failed', notifications: 'failed' } };
    await page.route('**/ready', (route) => route.fulfill({ status: 503, json }));
    await page.locator('.offline-banner').waitFor({ timeout: 8_000 });
    await page.getByText(/^Offline, updated/).waitFor();
    await page.unroute('**/ready');
    await page.getByText(/^Live, updated/).waitFor({ timeout: 5_000 });
    expect(await page.locator('.offline-banner').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('says when to sign in again after too many attempts', async () => {
    const page = await app.visitor();
    await page.goto(`${app.url}/login`);
    const wrong = { email: app.admin.email, password: 'not this one' };
    for (let attempt = 0; attempt < 11; attempt += 1) await app.as(null).rest('POST', '/auth/login', wrong);
    await page.locator('input[name=email]').fill(app.admin.email);
    await page.locator('input[name=password]').fill(app.admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Too many requests\. Try again in \d+ s\.$/)
      .waitFor();
    expect(app.problems).toEqual([]);
  });
});
