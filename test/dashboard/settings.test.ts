import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addMember } from '../../src/resolvers/member/add-member.js';
import { as, person, tenant } from '../helpers/context.js';
import { held } from './graphql.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

describePages('the settings page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  it('changes the name, also in the frame, and keeps the appearance', async () => {
    const page = await app.signedIn('/dashboard/settings');
    await page.locator('input[name=name]').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved').waitFor();
    await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor();
    await page.getByText('Dark', { exact: true }).click();
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(app.problems).toEqual([]);
  });

  it('shows its tab at 390 px, where the tabs of an area are wider than the screen', async () => {
    const page = await app.signedIn('/dashboard/settings');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    const tab = page.locator('.subtabs').getByRole('link', { name: 'Settings' });
    const endOfTab = async () => {
      const box = await tab.boundingBox();
      return box ? box.x + box.width : Infinity;
    };
    await expect.poll(endOfTab).toBeLessThanOrEqual(390);
    expect(app.problems).toEqual([]);
  });

  it('lists the sessions of the user, and ends one of them', async () => {
    const [here, there] = [await app.signedIn('/dashboard/settings'), await app.signedIn('/dashboard/settings')];
    await there.getByRole('region', { name: 'Sessions' }).getByText('This session').waitFor();
    await here.reload();
    const rows = here.getByRole('table', { name: 'Sessions' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.getByRole('button', { name: /^End the session of/ }).click();
    await here.getByText('Session ended').waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByText('This session').waitFor();
    await rows.getByRole('cell', { name: 'Chrome on Linux' }).waitFor();
    await there.getByRole('link', { name: 'Project', exact: true }).click();
    await there.waitForURL('**/login?next=*');
    expect(app.problems).toEqual([]);
  });

  it('shows received invitations, to accept or decline', async () => {
    const { services } = app.app;
    const { orgId, projectId } = app.admin;
    const owner = await person(services, 'olga', 'admin');
    const kay = { name: 'Kay', email: 'kay@example.com', password: 'a password of nine words' };
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { __typename } }';
    await held(app, create, { input: { ...kay, projectId: null } });
    const elsewhere = await tenant(services, [[owner, 'OWNER']]);
    const ctx = as(services, owner);
    await addMember(ctx, { projectId, email: kay.email, role: 'READER' });
    await addMember(ctx, { projectId: elsewhere.projectId, email: kay.email, role: 'OWNER' });
    const page = await app.signedIn('/dashboard/settings', kay);
    const invitations = page.getByRole('region', { name: 'Invitations' });
    await invitations.getByText('OWNER of the project Lamp room (Lighthouse)').waitFor();
    await invitations.getByText('Invited by olga, olga@example.com.').first().waitFor();
    await invitations.getByRole('button', { name: 'Decline the invitation to Lamp room' }).click();
    await page.getByText('Invitation declined').waitFor();
    await invitations.getByText('OWNER of the project Lamp room (Lighthouse)').waitFor({ state: 'detached' });
    await invitations.getByRole('button', { name: /^Accept the invitation to/ }).click();
    await page.getByText(/^You are a member of/).waitFor();
    await invitations.waitFor({ state: 'detached' });
    const members =
      'query ($id: ID!) { organization(id: $id) { projects { edges { node { members { edges { node { email role } } } } } } } }';
    expect(JSON.stringify(await held(app, members, { id: orgId }))).toContain(
      '"email":"kay@example.com","role":"READER"',
    );
    expect(JSON.stringify(await held(app, members, { id: elsewhere.organizationId }))).not.toContain(kay.email);
    expect(app.problems).toEqual([]);
  });

  it('says once that the current password is wrong, and takes the right one', async () => {
    const page = await app.signedIn('/dashboard/settings');
    let calls = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('ChangePassword')) calls += 1;
    });
    const change = async (current: string) => {
      await page.locator('input[name=currentPassword]').fill(current);
      await page.locator('input[name=newPassword]').fill('another long secret');
      await page.locator('input[name=repeat]').fill('another long secret');
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not the password');
    await page.getByText('The current password is wrong.').waitFor();
    // A repeated request would be sent before the page responds to this click.
    await page.getByText('Light', { exact: true }).click();
    await page.locator('html[data-mantine-color-scheme=light]').waitFor();
    expect(calls).toBe(1);
    expect(new URL(page.url()).pathname).toMatch(/^\/dashboard\/org_\w+\/proj_\w+\/settings$/);
    await change(app.admin.password);
    await page.getByText('Password changed').waitFor();
    const login = await app
      .as(null)
      .rest('POST', '/auth/login', { email: app.admin.email, password: 'another long secret' });
    expect(login.status).toBe(200);
    expect(app.problems).toEqual([]);
  });
});
