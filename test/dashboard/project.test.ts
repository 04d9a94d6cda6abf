import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { acceptInvitations } from '../helpers/invitations.js';
import { person } from '../helpers/context.js';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { addReader } from './people.js';
import { chooseOption } from './select.js';

describePages('the project page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const project = (fields: string) =>
    held<{ project: Record<string, unknown> | null }>(app, `query ($id: ID!) { project(id: $id) { ${fields} } }`, {
      id: app.admin.projectId,
    });

  it('changes the settings', async () => {
    const page = await app.signedIn('/dashboard/project');
    await page.locator('input[name=name]').fill('Kitchen <b>talk</b>');
    await page.getByLabel('Custom instructions').fill('Keep what people like to eat.');
    await page.getByLabel('Agent instructions').fill('Keep recipes.');
    await page.getByRole('switch', { name: 'Multilingual' }).click();
    await page.getByRole('switch', { name: 'Decay' }).click();
    await page.getByRole('switch', { name: 'Feedback ranking' }).click();
    await page.getByRole('switch', { name: 'Keep deleted text' }).click();
    await page.getByRole('switch', { name: 'Record search queries' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Project settings saved').waitFor();
    const saved = {
      name: 'Kitchen <b>talk</b>',
      customInstructions: 'Keep what people like to eat.',
      agentCustomInstructions: 'Keep recipes.',
      isMultilingual: true,
      hasDecay: true,
      hasFeedbackRanking: false,
      keepsDeletedText: false,
      recordsSearchQueries: false,
    };
    expect(await project(Object.keys(saved).join(' '))).toEqual({ project: saved });
    const changes = page.getByRole('region', { name: 'Last changes' });
    const ranking = changes.getByRole('listitem').filter({ hasText: 'Feedback ranking' });
    await ranking.locator('del').getByText('true').waitFor();
    await ranking.locator('ins').getByText('false').waitFor();
    await ranking.getByText('Admin', { exact: true }).waitFor();
    expect(await changes.getByRole('listitem').count()).toBe(8);
    expect(app.problems).toEqual([]);
  });

  it('compares a search and an extraction with the stored and the edited settings, and stores nothing', async () => {
    for (const content of ['The boat is red.', 'The boat is blue.'])
      await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
        user_id: 'ada',
        infer: false,
        messages: [{ role: 'user', content }],
      });
    const page = await app.signedIn('/dashboard/project');
    await page.getByRole('switch', { name: 'Decay' }).click();
    await page.getByLabel('Try a search').fill('a red boat in the harbour of Lisbon');
    await page.getByLabel('Try an extraction').fill('I never eat fish.');
    await page.getByRole('button', { name: 'Compare settings' }).click();
    const search = page.getByRole('region', { name: 'Search preview' });
    const top = (name: string) => search.getByRole('group', { name }).getByRole('listitem').first().textContent();
    await search.getByText('The boat is red.').first().waitFor();
    const [stored, edited] = [await top('With the stored settings'), await top('With the edited settings')];
    expect([stored, edited].map((text) => text?.slice(5))).toEqual(['The boat is red.', 'The boat is red.']);
    // Decay moves results and leaves their scores.
    expect(edited?.slice(0, 4)).toBe(stored?.slice(0, 4));
    const extraction = page.getByRole('region', { name: 'Extraction preview' });
    await extraction.getByRole('group', { name: 'With the edited settings' }).getByText('I never eat fish.').waitFor();
    expect(await project('hasDecay memoryCount')).toEqual({ project: { hasDecay: false, memoryCount: 2 } });
    expect(await findViolations(page)).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  it('shows what another person saved since, before it replaces the same setting, and keeps their other settings', async () => {
    const page = await app.signedIn('/dashboard/project');
    const description = page.locator('input[name=description]');
    const instructions = page.getByRole('region', { name: 'Settings' }).locator('textarea[name=customInstructions]');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await description.fill('Mine');
    await held(app, 'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }', {
      input: { id: app.admin.projectId, description: 'Theirs', customInstructions: 'Keep names.', hasDecay: true },
    });
    await save.click();
    await page.getByText('Changed to “Theirs” since you opened this page. Save again to replace it.').waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('description');
    expect(await instructions.inputValue()).toBe('Keep names.');
    expect(await page.getByRole('switch', { name: 'Decay' }).isChecked()).toBe(true);
    expect(await project('description')).toEqual({ project: { description: 'Theirs' } });
    await save.click();
    await page.getByText('Settings saved').waitFor();
    expect(await project('description customInstructions hasDecay')).toEqual({
      project: { description: 'Mine', customInstructions: 'Keep names.', hasDecay: true },
    });
    expect(app.problems).toEqual([]);
  });

  it('shows settings to a READER without a way to change them', async () => {
    const reader = await addReader(app);
    const page = await app.signedIn('/dashboard/project', reader);
    await page.getByText('Only project owners can change these settings.').waitFor();
    expect(await page.getByRole('switch', { name: 'Feedback ranking' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /^(Save|Delete project|Add member)$/ }).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Last changes' }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('adds members, changes their roles, removes them, and says why the last OWNER stays', async () => {
    const kay = await person(app.app.services, 'kay');
    const page = await app.signedIn('/dashboard/project');
    const members = page.getByRole('region', { name: 'Members' });
    await members.getByRole('button', { name: 'Add member' }).click();
    await page.getByRole('dialog').locator('input[name=email]').fill('nobody@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page
      .getByRole('dialog', { name: 'Invitation created' })
      .getByText(/\/invitation\?token=/)
      .waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await members.getByRole('button', { name: 'Add member' }).click();
    await page.getByRole('dialog').locator('input[name=email]').fill('kay@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await members.getByRole('button', { name: 'Revoke the invitation of kay@example.com' }).waitFor();
    await acceptInvitations(app.as(await app.keyFor(kay)));
    await page.reload();
    await chooseOption(members.getByLabel('Role of kay@example.com'), 'OWNER');
    await page.getByText('Role of kay@example.com changed to Owner').waitFor();
    await members.getByRole('button', { name: `Remove ${app.admin.email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await members.getByRole('cell', { name: app.admin.email, exact: true }).waitFor({ state: 'detached' });
    await chooseOption(members.getByLabel('Role of kay@example.com'), 'READER');
    await members.getByText('This is the last OWNER of the project.').waitFor();
    expect(await project('members { edges { node { email role } } }')).toEqual({
      project: { members: { edges: [{ node: { email: 'kay@example.com', role: 'OWNER' } }] } },
    });
    expect(app.problems).toEqual([]);
  });

  it('creates a project, and deletes it once its name is typed', async () => {
    const page = await app.signedIn('/dashboard/project');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('dialog').locator('input[name=name]').fill('Second');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByText('Project Second created').waitFor();
    await page.locator('input[name=name][value=Second]').waitFor();
    await page.getByRole('button', { name: 'Delete project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the project Second?' });
    await dialog.getByText('0 memories').waitFor();
    await dialog.getByLabel('Type Second to confirm').fill('second');
    expect(await dialog.getByRole('button', { name: 'Delete permanently' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Type Second to confirm').fill('Second');
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('Project Second deleted').waitFor();
    await page.locator('input[name=name]:not([value=Second])').waitFor();
    const { projects } = await held<{ projects: { edges: { node: { id: string } }[] } }>(
      app,
      '{ projects { edges { node { id } } } }',
    );
    expect(projects.edges.map(({ node }) => node.id)).toEqual([app.admin.projectId]);
    expect(app.problems).toEqual([]);
  });
});
