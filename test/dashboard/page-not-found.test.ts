import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

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
    await page.getByText('does not exist. Choose a page in the navigation, or go home.').waitFor();
    await page.getByRole('link', { name: 'home', exact: true }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(app.problems).toEqual([]);
  });
});
