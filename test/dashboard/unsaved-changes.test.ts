import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

describePages('changes that are not saved', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  afterAll(() => app.close());

  it('asks before Back and Forward leave a form with changes', async () => {
    const page = await app.signedIn('/dashboard/categories');
    await page.getByText('Using the built-in categories').waitFor();
    await page.getByRole('link', { name: 'Project', exact: true }).click();
    const name = page.locator('input[name=name]');
    await name.waitFor();
    await page.getByRole('link', { name: 'Models' }).click();
    await page.getByRole('heading', { name: 'Language model' }).waitFor();
    await page.goBack();
    await page.getByRole('cell', { name: app.admin.email, exact: true }).waitFor();
    await name.fill('Kitchen talks');
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    for (const move of ['back', 'forward'] as const) {
      await page.evaluate(`window.history.${move}()`);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toMatch(/\/project$/);
      expect(await name.inputValue()).toBe('Kitchen talks');
    }
    await page.evaluate('window.history.back()');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Using the built-in categories').waitFor();
    await page.evaluate('window.history.forward()');
    await name.waitFor();
    expect(await name.inputValue()).not.toBe('Kitchen talks');
    expect(app.problems).toEqual([]);
  });

  it('does not ask once the changes are taken back or saved', async () => {
    const page = await app.signedIn('/dashboard/project');
    const name = page.locator('input[name=name]');
    await name.waitFor();
    const former = await name.inputValue();
    const models = page.getByRole('link', { name: 'Models' });
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    await name.fill('Kitchen talks');
    await models.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await name.fill(former);
    await models.click();
    await page.getByRole('heading', { name: 'Language model' }).waitFor();
    await page.goBack();
    await name.fill('Kitchen talks');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Project settings saved').waitFor();
    await models.click();
    await page.getByRole('heading', { name: 'Language model' }).waitFor();
    expect(app.problems).toEqual([]);
  });
});
