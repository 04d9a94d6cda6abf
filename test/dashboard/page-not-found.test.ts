import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { addOwner, addReader } from './people.js';

describePages('the dashboard', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  afterAll(() => app.close());

  it('shows an error for a URL without a page', async () => {
    const page = await app.signedIn('/dashboard/nothing-here');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.title()).toBe('Page not found · memory-gateway');
    expect(await findViolations(page)).toEqual([]);
    await page.getByText('does not exist. Choose a page in the navigation, or go home.').waitFor();
    await page.getByRole('link', { name: 'home', exact: true }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('says of the URL of a missing object that nothing was found, as its title', async () => {
    const page = await app.signedIn('/dashboard/home');
    const id = '0190c6c5-0000-7000-8000-00000000abcd';
    for (const path of [
      `memories/${id}`,
      'memories/no-id',
      `webhooks/${id}`,
      `organizations/${id}`,
      'entities?type=USER&name=nobody',
    ]) {
      await page.goto(`${app.url}/dashboard/${path}`);
      await page.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
      await expect.poll(() => page.title(), { message: path }).toBe('Not found · memory-gateway');
      expect(await page.getByRole('button', { name: 'Retry' }).count(), path).toBe(0);
      expect(await findViolations(page), path).toEqual([]);
    }
    await page.goto(`${app.url}/dashboard/events/${id}`);
    await page.getByRole('complementary', { name: 'Event' }).getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  it('says of the URL of an object that the user may not see that access is missing, as its title', async () => {
    const create =
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { ... on CreateWebhookPayload { webhook { id } } } }';
    const { createWebhook } = await held<{ createWebhook: { webhook: { id: string } } }>(app, create, {
      input: { name: 'Audit', url: 'https://example.com/hook', eventTypes: ['MEMORY_ADD'] },
    });
    const page = await app.signedIn(`/dashboard/webhooks/${createWebhook.webhook.id}`, await addReader(app));
    await page.getByRole('heading', { name: "You don't have access", level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe("You don't have access · memory-gateway");
    expect(await findViolations(page)).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  it('says that the project of a link does not exist, and which one the page shows instead', async () => {
    const notice = (page: Page) =>
      page
        .getByRole('alert')
        .getByText(
          "The project that was open here does not exist, or you don't have access to it. This page shows default-project.",
        );
    const page = await app.signedIn('/dashboard/home');
    await page.getByText(/^Live, updated/).waitFor();
    expect(await notice(page).count()).toBe(0);
    await page.goto(page.url().replace(/proj_[^/]+\/home/, 'proj_0123456789/project'));
    await notice(page).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    const create =
      'mutation ($input: CreateProjectInput!) { createProject(input: $input) { ... on CreateProjectPayload { project { id organization { id } } } } }';
    const query = '{ viewer { organization { id } } }';
    const { viewer } = await held<{ viewer: { organization: { id: string } } }>(app, query);
    const { createProject } = await held<{ createProject: { project: { id: string } } }>(app, create, {
      input: { name: 'Kitchen', organizationId: viewer.organization.id },
    });
    const { id } = createProject.project;
    await page.goto(`${app.url}/dashboard/${viewer.organization.id}/${id}/project`);
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    await held(app, 'mutation ($input: DeleteProjectInput!) { deleteProject(input: $input) { __typename } }', {
      input: { id },
    });
    await page.reload();
    await notice(page).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('says that there is no project yet to a member of none', async () => {
    const person = await addOwner(app);
    await held(
      app,
      'mutation ($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { __typename } }',
      {
        input: { projectId: app.admin.projectId, email: person.email },
      },
    );
    const page = await app.signedIn('/dashboard/memories', person);
    for (const path of [
      'memories',
      'entities',
      'corrections',
      'import',
      'deletions',
      'events',
      'exports',
      'webhooks',
    ]) {
      if (path !== 'memories') await page.goto(`${app.url}/dashboard/${path}`);
      await page.getByRole('heading', { name: 'No project yet' }).waitFor();
      expect(await page.getByText('Not found').count(), path).toBe(0);
      expect(await findViolations(page), path).toEqual([]);
    }
    await page.getByRole('main').getByRole('link', { name: 'Project' }).click();
    await page.getByText('ask an owner of a project to add you').waitFor();
    await page.goto(`${app.url}/dashboard/analytics`);
    await page.getByText('No requests in this time range').waitFor();
    expect(await page.getByText('Not found').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });
});
