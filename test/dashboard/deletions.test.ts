import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { storeMany } from '../deletion/helpers.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

describePages('the deletions page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard({ deletionUndoMs: 60_000 });
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const visible = async (): Promise<number> => {
    const [row] = await app.app.services.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM memories WHERE deleted_at IS NULL',
    );
    return row?.count ?? NaN;
  };

  it('shows what would be deleted, deletes it once that is typed, and takes it back', async () => {
    await storeMany(app.app.services, app.admin.projectId, 40);
    const page = await app.signedIn('/dashboard/deletions');
    await page.getByText('Nothing was deleted yet.').waitFor();
    await page.getByLabel('User').fill('user-1');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('4 memories would be deleted.').waitFor();
    await page.getByRole('cell', { name: 'Rosa collects stamp 31' }).waitFor();
    expect(await visible()).toBe(40);
    await page.getByRole('button', { name: 'Delete 4 memories' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete 4 memories' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type delete 4 to confirm').fill('delete 4');
    await confirm.click();
    await page.getByRole('button', { name: /^Undo/ }).waitFor();
    expect(await visible()).toBe(36);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('cell', { name: 'Cancelled' }).waitFor();
    expect(await visible()).toBe(40);
    await page.getByRole('button', { name: 'Memories', exact: true }).click();
    await page
      .getByRole('complementary', { name: 'Receipt' })
      .getByText('0 memories were removed, 4 are back')
      .waitFor();
    expect(app.problems).toEqual([]);
  });

  it('requires a condition, and metadata that is an object', async () => {
    const page = await app.signedIn('/dashboard/deletions');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('alert').getByText('Fill in at least one field.').waitFor();
    await page.getByLabel('Metadata').fill('[1]');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Enter a JSON object').waitFor();
    await page.getByLabel('Metadata').fill('{"plan": "trial"}');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('No memory matches.').waitFor();
    expect(app.problems).toEqual([]);
  });
});
