import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { defaultCategories } from '../../client/generated/lists.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

describePages('the categories page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const add = (content: string) =>
    app
      .as(app.admin.apiKey)
      .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content }], user_id: 'ada', infer: false });
  const categories = async () =>
    (
      await held<{ project: { customCategories: unknown } }>(
        app,
        'query ($id: ID!) { project(id: $id) { customCategories { name description } } }',
        { id: app.admin.projectId },
      )
    ).project.customCategories;

  it('shows the built-in ones with their memories, and leads to these', async () => {
    await add('I eat pizza for dinner.');
    await add('I play the violin.');
    const page = await app.signedIn('/dashboard/categories');
    await page.getByRole('row', { name: /^food 1 / }).waitFor();
    await page.getByRole('link', { name: 'food', exact: true }).click();
    await page.getByText('1 memory').waitFor();
    await page.getByText('I eat pizza for dinner.').waitFor();
    await page.getByRole('button', { name: 'Remove filter Category' }).click();
    await page.getByText('2 memories').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('adds a category beside the built-in ones, and shows which memories it would recategorize', async () => {
    await add('I water the tomatoes in the garden every morning.');
    await add('I play the violin.');
    const page = await app.signedIn('/dashboard/categories');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add category' }).click();
    await dialog.locator('input[name=name]').fill('food');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('A category with this name already exists.').waitFor();
    await dialog.locator('input[name=name]').fill('garden');
    await dialog.getByLabel('Description').fill('Plants, tomatoes, soil and watering.');
    await dialog.getByRole('button', { name: 'Preview recategorization' }).click();
    const preview = page.getByRole('region', { name: 'Recategorization of recent memories' });
    await preview.getByText('1 of the 2 newest memories would get other categories.').waitFor();
    await preview
      .getByRole('listitem')
      .filter({ hasText: 'tomatoes' })
      .locator('ins')
      .filter({ hasText: 'garden' })
      .waitFor();
    expect(await categories()).toBeNull();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row', { name: /^garden 0 / }).waitFor();
    expect(await categories()).toHaveLength(defaultCategories.length + 1);
    await page.getByRole('button', { name: 'Preview recategorization' }).click();
    await preview.getByRole('button', { name: 'Recategorize 1 memory' }).click();
    await page.getByText('1 memory recategorized').waitFor();
    const { memories } = await held<{ memories: { nodes: { text: string; categories: string[] }[] } }>(
      app,
      '{ memories { nodes { text categories } } }',
    );
    expect(memories.nodes.filter((memory) => memory.categories.includes('garden')).map(({ text }) => text)).toEqual([
      'I water the tomatoes in the garden every morning.',
    ]);
    expect(app.problems).toEqual([]);
  });

  it('adds, changes and removes categories of the project', async () => {
    const page = await app.signedIn('/dashboard/categories');
    const dialog = page.getByRole('dialog');
    const fill = async (name: string, description: string) => {
      await dialog.locator('input[name=name]').fill(name);
      await dialog.getByLabel('Description').fill(description);
    };
    await page.getByRole('button', { name: 'Add category' }).click();
    await fill('garden', 'Plants and <i>soil</i>.');
    await dialog.getByRole('switch', { name: 'Keep the built-in categories' }).click();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('cell', { name: 'Plants and <i>soil</i>.' }).waitFor();
    await page.getByRole('button', { name: 'Add category' }).click();
    await fill('garden', 'Once more.');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('A category with this name already exists.').waitFor();
    await fill('boats', 'Boats and sailing.');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Change boats' }).click();
    await fill('ships', 'Ships and sailing.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Ships and sailing.' }).waitFor();
    expect(await categories()).toEqual([
      { name: 'garden', description: 'Plants and <i>soil</i>.' },
      { name: 'ships', description: 'Ships and sailing.' },
    ]);
    await page.getByRole('button', { name: 'Remove garden' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('1 category').waitFor();
    expect(await categories()).toEqual([{ name: 'ships', description: 'Ships and sailing.' }]);
    expect(app.problems).toEqual([]);
  });

  it('keeps the categories that another person saved since the page was opened', async () => {
    const set = (customCategories: readonly object[]) =>
      held(app, 'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }', {
        input: { id: app.admin.projectId, customCategories },
      });
    await set([{ name: 'boats', description: 'About boats.' }]);
    const page = await app.signedIn('/dashboard/categories');
    await page.getByText('About boats.').waitFor();
    await set([
      { name: 'boats', description: 'Only boats.' },
      { name: 'cars', description: 'About cars.' },
    ]);
    await page.getByRole('button', { name: 'Add category' }).click();
    await page.getByRole('dialog').locator('input[name=name]').fill('bikes');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await categories()).toEqual([
      { name: 'boats', description: 'Only boats.' },
      { name: 'cars', description: 'About cars.' },
      { name: 'bikes', description: null },
    ]);
    expect(app.problems).toEqual([]);
  });
});
