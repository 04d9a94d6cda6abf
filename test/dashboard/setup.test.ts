import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

const email = 'ada@example.com';
const password = 'a long enough secret';

describePages('the setup', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  const sql = (query: string) => app.app.services.database.query<Record<string, unknown>>(query);

  it('leads from an empty server to a memory that is found, and continues after a reload', async () => {
    await sql('TRUNCATE users CASCADE');
    const page = await app.visitor();
    await page.goto(`${app.url}/`);
    await page.waitForURL('**/setup');
    await page.locator('input[name=name]').fill('Ada');
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('input[name=repeat]').fill('another secret');
    await page.getByRole('button', { name: 'Create admin' }).click();
    await page.getByRole('alert').getByText("Passwords don't match").waitFor();
    await page.locator('input[name=repeat]').fill(password);
    await page.getByRole('button', { name: 'Create admin' }).click();

    await page.getByText('Everything works without a key').waitFor();
    await page.reload();
    await page.getByText('Step 2 of 5').waitFor();
    expect(await page.locator('input[name="llm.provider"]').inputValue()).toBe('local');
    await page.getByRole('button', { name: 'Save and continue' }).click();

    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = (await page.getByTestId('secret').textContent())?.trim() ?? '';
    expect((await app.as(secret).rest('GET', '/v1/ping/')).status).toBe(200);
    await page.getByRole('button', { name: 'I saved the key' }).click();

    await page.getByText('Coding agent').click();
    await page.getByRole('button', { name: 'Write instructions' }).click();
    const instructions = page.locator('textarea[name=customInstructions]');
    await instructions.waitFor();
    await instructions.fill('- Keep conventions.');
    await page.getByRole('button', { name: 'Save and continue' }).click();

    await page.getByRole('button', { name: 'Run the test' }).waitFor();
    expect(await page.getByTestId('curl').textContent()).toContain(`X-API-Key: ${secret}`);
    await page.getByRole('button', { name: 'Run the test' }).click();
    await page.getByText('It works').waitFor();
    await page.getByRole('button', { name: 'Go to dashboard' }).click();
    await page.waitForURL('**/home');

    const { body } = await app.as(secret).rest<{ custom_instructions: string }>('GET', '/configure');
    expect(body.custom_instructions).toBe('- Keep conventions.');
    const kept = await app
      .as(secret)
      .rest<{ results: unknown[] }>('POST', '/v3/memories/', { filters: { user_id: 'setup-test' } });
    expect(kept.body.results.length).toBeGreaterThan(0);
    expect(app.complaints).toEqual([]);
  });

  it('can be taken up again at any step, by way of the sign-in', async () => {
    const page = await app.signedIn('/setup?step=5');
    await page.getByText('Step 5 of 5').waitFor();
    expect(await page.getByTestId('curl').textContent()).toContain('$KEY');
    await page.getByRole('button', { name: 'Run the test' }).click();
    await page.getByText('It works').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('Step 4 of 5').waitFor();
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('Step 5 of 5').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
