import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { storeMany } from '../deletion/helpers.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

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
    await page.getByText('Nothing has been deleted yet.').waitFor();
    await page.getByLabel('User').fill('user-1');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('4 memories would be deleted.').waitFor();
    await page.getByRole('cell', { name: 'Rosa collects stamp 31' }).waitFor();
    const hidden = await page.evaluate<number>(
      `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.list-scroll'))`,
    );
    expect(hidden, 'pixels of the preview out of view').toBeLessThanOrEqual(0);
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
    await page.getByRole('row').getByText('User user-1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Memories', exact: true }).click();
    await page.getByRole('complementary', { name: 'Receipt' }).getByText('User user-1', { exact: true }).waitFor();
    await page.getByRole('complementary', { name: 'Receipt' }).getByText('Deleted: 0, restored: 4').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('deletes the memories that a text and a day select, and forgets the preview when a condition changes', async () => {
    await storeMany(app.app.services, app.admin.projectId, 40);
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Rosa bought stamp 31' }],
      user_id: 'rosa',
      infer: false,
      timestamp: '2019-12-31T23:59:59Z',
    });
    const page = await app.signedIn('/dashboard/deletions');
    await page.getByLabel('Text contains').fill('STAMP 31');
    await page.getByLabel('Created from (UTC)', { exact: true }).fill('1 Jan 2020');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('1 memory would be deleted.').waitFor();
    await page.getByRole('button', { name: 'Created from (UTC): choose in a calendar' }).click();
    await page.getByRole('button', { name: '2 January 2020', exact: true }).click();
    await page.getByText('1 memory would be deleted.').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Delete 1 memory' }).click();
    await page.getByLabel('Type delete 1 to confirm').fill('delete 1');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 memory' }).click();
    await page.getByRole('row').getByText('Text contains “STAMP 31”').waitFor();
    expect(await visible()).toBe(40);
    expect(await held(app, '{ memories(filter: { keywords: { icontains: "stamp 31" } }) { nodes { text } } }')).toEqual(
      {
        memories: { nodes: [{ text: 'Rosa bought stamp 31' }] },
      },
    );
    expect(app.problems).toEqual([]);
  });

  it('shows who deleted an entity in a receipt that has a link, downloads as JSON and prints alone', async () => {
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Rosa collects stamps.' }],
      user_id: 'rosa',
      infer: false,
    });
    const { deleteEntity } = await held<{ deleteEntity: { deletion: { id: string } } }>(
      app,
      'mutation ($input: DeleteEntityInput!) { deleteEntity(input: $input) { ... on DeleteEntityPayload { deletion { id } } } }',
      { input: { type: 'USER', name: 'rosa', projectId: app.admin.projectId } },
    );
    const { id } = deleteEntity.deletion;
    const page = await app.signedIn('/dashboard/deletions');
    const row = page.getByRole('row').filter({ hasText: 'Admin' });
    await row.getByRole('button', { name: /^(User rosa|An erased entity)$/ }).click();
    expect(new URL(page.url()).searchParams.get('receipt')).toBe(id);
    const receipt = page.getByRole('complementary', { name: 'Receipt' });
    await receipt.getByText('default-project').waitFor();
    await receipt.getByRole('button', { name: 'Copy the requester ID' }).waitFor();
    const saved = page.waitForEvent('download');
    await receipt.getByRole('button', { name: 'Download JSON' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`receipt-${id}.json`);
    const json: unknown = JSON.parse(
      Buffer.concat((await (await file.createReadStream()).toArray()) as Buffer[]).toString(),
    );
    expect(json).toMatchObject({ id, kind: 'ENTITY', requestedByUser: { name: 'Admin' }, digest: null });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await receipt.getByText('default-project').waitFor();
    for (const hidden of ['Search or go to', 'Download JSON', 'Copy as JSON', 'Preview'])
      expect(await page.getByText(hidden, { exact: true }).first().isVisible(), hidden).toBe(false);
    await receipt.getByText('memory-gateway, receipt of a deletion').waitFor();
    for (const hidden of ['table', 'main h1', 'form', 'header'])
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    expect(await receipt.evaluate((element) => getComputedStyle(element).position)).toBe('static');
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
