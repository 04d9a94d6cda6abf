import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { acceptInvitations } from '../helpers/invitations.js';
import { person } from '../helpers/context.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

describePages('the organizations page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const names = async () =>
    (
      await held<{ organizations: { edges: { node: { name: string } }[] } }>(
        app,
        '{ organizations { edges { node { name } } } }',
      )
    ).organizations.edges.map(({ node }) => node.name);

  it('creates an organization, a project and a member in it, and deletes it once its name is typed', async () => {
    const kay = await person(app.app.services, 'kay');
    const before = await names();
    const page = await app.signedIn('/dashboard/organizations');
    await page.getByRole('button', { name: 'New organization' }).click();
    await page.getByRole('dialog').locator('input[name=name]').fill('Research');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Research' }).click();

    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('dialog').locator('input[name=name]').fill('Field notes');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('region', { name: 'Projects' }).getByRole('link', { name: 'Field notes' }).waitFor();

    await page.getByRole('button', { name: 'Add member' }).click();
    await page.getByRole('dialog').locator('input[name=email]').fill('kay@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Revoke the invitation of kay@example.com' }).waitFor();
    await acceptInvitations(app.as(await app.keyFor(kay)));
    await page.reload();
    await page.getByLabel('Role of kay@example.com').waitFor();
    const query =
      '{ organizations(last: 1) { edges { node { name members { edges { node { email role } } } projects { edges { node { name } } } } } } }';
    const { organizations } = await held<{ organizations: { edges: { node: object }[] } }>(app, query);
    expect(organizations.edges[0]?.node).toMatchObject({
      name: 'Research',
      members: { edges: expect.arrayContaining([{ node: { email: 'kay@example.com', role: 'READER' } }]) },
      projects: { edges: [{ node: { name: 'Field notes' } }] },
    });

    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').locator('input[name=name]').fill('Field research');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Field research', exact: true }).waitFor();
    expect(await names()).toContain('Field research');

    await page.getByRole('button', { name: 'Delete organization' }).click();
    await page.getByLabel('Type Field research to confirm').fill('Field research');
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('Organization Field research deleted').waitFor();
    await page.getByRole('link', { name: 'Field research' }).waitFor({ state: 'detached' });
    expect(await names()).toEqual(before);
    expect(app.problems).toEqual([]);
  });

  it('shows a member of one project the organization, but not who else belongs to it', async () => {
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { __typename } }';
    await held(app, create, { input: { name: 'Kay', email: 'kay@example.com', password: 'a password of nine words' } });
    const page = await app.visitor();
    await page.goto(`${app.url}/dashboard/organizations/${app.admin.orgId}`);
    await page.locator('input[name=email]').fill('kay@example.com');
    await page.locator('input[name=password]').fill('a password of nine words');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('You may not view the members of this organization.').waitFor();
    await page.getByRole('region', { name: 'Projects' }).getByRole('link').first().waitFor();
    for (const name of ['Create project', 'Add member', 'Delete organization'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });
});
