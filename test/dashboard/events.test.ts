import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { storeMany } from '../deletion/helpers.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { chooseOption } from './select.js';

describePages('the events page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard({ deletionUndoMs: 60_000 });
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const admin = () => app.as(app.admin.apiKey);

  it('filters by state and shows results', async () => {
    await admin().rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Ada plays <i>the</i> violin.' }],
      user_id: 'ada',
      infer: false,
    });
    const page = await app.signedIn('/dashboard/events');
    await page.getByText('1 event', { exact: true }).waitFor();
    const choose = async (status: string) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Status' }).click();
      await chooseOption(page.getByRole('combobox', { name: 'Status' }), status);
    };
    await choose('Failed');
    await page.getByText('No matching events').waitFor();
    await choose('Done');
    await page.getByRole('row').filter({ hasText: 'Add memories' }).getByText('Admin', { exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Ada plays <i>the</i> violin.' }).click();
    const drawer = page.getByRole('complementary', { name: 'Event' });
    await drawer.getByText('Ada plays <i>the</i> violin.').waitFor();
    await drawer.getByRole('definition').filter({ hasText: 'Admin' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=SUCCEEDED');
    await page.keyboard.press('Escape');
    await page.goto(page.url().replace(/events\/.*/, 'events?status=SUCCEEDED'));
    await page.getByText('1 event', { exact: true }).waitFor();
    await choose('Cancelled');
    await page.getByText('No matching events').waitFor();
    await page.goBack();
    await page.getByText('1 event', { exact: true }).waitFor();
    await page.goForward();
    await page.getByText('No matching events').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('shows an operation of another client without reload, and cancels it', async () => {
    await storeMany(app.app.services, app.admin.projectId, 40);
    const page = await app.signedIn('/dashboard/events');
    await page.getByText('No events yet').waitFor();
    const { body } = await admin().rest<{ event_id: string }>('DELETE', '/v1/memories/?user_id=user-1');
    await page.getByRole('button', { name: 'Bulk deletion' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('complementary', { name: 'Event' }).getByText('Deleted: 0, restored: 4').waitFor();
    await page.getByRole('cell', { name: 'Cancelled', exact: false }).first().waitFor();
    const { body: event } = await admin().rest<{ status: string }>('GET', `/v1/event/${body.event_id}/`);
    expect(event.status).toMatch(/CANCELLED|FAILED/);
    expect(app.problems).toEqual([]);
  });
});
