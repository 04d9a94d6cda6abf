import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { chooseOption } from './select.js';

describePages('the users page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const users = async () =>
    (
      await held<{ users: { edges: { node: { email: string; role: string } }[] } }>(
        app,
        '{ users { edges { node { email role } } } }',
      )
    ).users.edges.map(({ node }) => node);

  it('creates an account whose password works, makes it an admin, and removes it', async () => {
    const page = await app.signedIn('/dashboard/users');
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('dialog').locator('input[name=name]').fill('Kay <b>K.</b>');
    await page.getByRole('dialog').locator('input[name=email]').fill('kay@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog', { name: 'User created' }).waitFor();
    const password = (await page.getByTestId('secret').textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: 'Kay <b>K.</b>' }).waitFor();
    const login = 'mutation ($input: LoginInput!) { login(input: $input) { __typename } }';
    expect(await held(app, login, { input: { email: 'kay@example.com', password } })).toEqual({
      login: { __typename: 'LoginPayload' },
    });
    await chooseOption(page.getByLabel('Role of kay@example.com'), 'ADMIN');
    await page.getByText('Role of kay@example.com changed to Admin').waitFor();
    expect(await users()).toContainEqual({ email: 'kay@example.com', role: 'ADMIN' });
    await page.getByRole('button', { name: 'Remove kay@example.com' }).click();
    await page.getByLabel('Type kay@example.com to confirm').fill('kay@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('kay@example.com removed').waitFor();
    expect((await users()).map(({ email }) => email)).toEqual([app.admin.email]);
    expect(app.problems).toEqual([]);
  });

  it('invites a user, who joins by the link and sees what READERs may see', async () => {
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Ada plays the violin.' }],
      user_id: 'ada',
      infer: false,
    });
    const admin = await app.signedIn('/dashboard/users/invitations');
    await admin.getByText('No open invitations').waitFor();
    const breadcrumb = admin.getByRole('navigation', { name: 'Breadcrumb' });
    expect((await breadcrumb.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/ \/ Users \/ Invitations$/);
    await admin.getByRole('button', { name: 'Invite' }).click();
    await admin.getByRole('dialog').locator('input[name=email]').fill('guest@example.com');
    await admin.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    await admin.getByRole('dialog', { name: 'Invitation created' }).waitFor();
    const link = (await admin.getByTestId('secret').textContent()) ?? '';
    expect(link).toMatch(`${app.url}/invitation?token=`);

    const guest = await app.visitor();
    await guest.goto(link);
    await guest.locator('dt', { hasText: 'Invited by' }).locator('+ dd', { hasText: 'Admin' }).waitFor();
    await guest
      .locator('dt', { hasText: 'Access' })
      .locator('+ dd', { hasText: 'READER of default-project' })
      .waitFor();
    await guest.locator('dt', { hasText: 'Email' }).locator('+ dd', { hasText: 'guest@example.com' }).waitFor();
    await guest.locator('input[name=name]').fill('Guest');
    await guest.locator('input[name=password]').fill('a password of nine words');
    await guest.getByRole('button', { name: 'Accept invitation' }).click();
    await guest.getByRole('link', { name: 'Memories' }).click();
    await guest.getByText('Ada plays the violin.').waitFor();
    await guest.getByRole('link', { name: 'Manage' }).first().click();
    await guest.getByRole('link', { name: 'Categories' }).waitFor();
    expect(await guest.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await guest.getByRole('link', { name: 'Project', exact: true }).click();
    await guest.getByText('Only project owners can change these settings.').waitFor();
    await guest.getByRole('cell', { name: 'guest@example.com' }).waitFor();
    for (const name of ['Save', 'Add member', 'Delete project'])
      expect(await guest.getByRole('button', { name, exact: true }).count()).toBe(0);
    await guest.getByRole('link', { name: 'Build' }).first().click();
    expect(await guest.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    await guest.getByRole('link', { name: 'Manage' }).first().click();
    await guest.getByRole('link', { name: 'Categories' }).click();
    await guest.getByText('Using the built-in categories').waitFor();
    expect(await guest.getByRole('button', { name: 'Add category' }).count()).toBe(0);
    expect(await users()).toContainEqual({ email: 'guest@example.com', role: 'MEMBER' });
    expect(app.problems).toEqual([]);
  });

  it('revokes an invitation, whose link stops working', async () => {
    const { createInvitation } = await held<{ createInvitation: { token: string } }>(
      app,
      'mutation { createInvitation(input: { email: "guest@example.com" }) { ... on CreateInvitationPayload { token } } }',
    );
    const admin = await app.signedIn('/dashboard/users/invitations');
    await admin.getByRole('cell', { name: 'Member, Reader in default-project' }).waitFor();
    await admin.getByRole('cell', { name: 'Admin', exact: true }).waitFor();
    await admin.getByRole('button', { name: 'Revoke the invitation of guest@example.com' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await admin.getByText('No open invitations').waitFor();
    const guest = await app.visitor();
    await guest.goto(`${app.url}/invitation?token=${createInvitation.token}`);
    await guest.getByText('This invitation is no longer valid').waitFor();
    expect(await guest.locator('main').innerText()).not.toMatch(/guest@example.com|default-project|Admin/);
    expect(await guest.locator('input').count()).toBe(0);
    await guest.getByRole('link', { name: 'Go to sign-in' }).click();
    await guest.getByRole('button', { name: 'Sign in' }).waitFor();
    expect((await users()).map(({ email }) => email)).toEqual([app.admin.email]);
    expect(app.problems).toEqual([]);
  });

  it('shows the page before when the last invitation of a page is revoked', async () => {
    const emails = Array.from({ length: 26 }, (_, index) => `guest${index}@example.com`);
    for (const email of emails)
      await held(app, 'mutation ($input: CreateInvitationInput!) { createInvitation(input: $input) { __typename } }', {
        input: { email },
      });
    const admin = await app.signedIn('/dashboard/users/invitations');
    await admin.getByRole('button', { name: 'Next' }).click();
    const revoke = admin.getByRole('button', { name: /^Revoke the invitation of/ });
    await expect.poll(() => revoke.count()).toBe(1);
    await revoke.click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => revoke.count()).toBe(25);
    expect(await admin.getByText('No open invitations').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });
});
