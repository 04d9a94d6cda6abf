import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MemoryClient } from '../contract/client.js';
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

  it('leads from an empty server to a memory that is found and an app that is connected, and continues after a reload', async () => {
    await sql('TRUNCATE users CASCADE');
    const page = await app.visitor();
    const startedAt = performance.now();
    await page.goto(`${app.url}/`);
    await page.waitForURL('**/setup');
    await page.locator('input[name=name]').fill('Ada');
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('input[name=repeat]').fill('another secret');
    await page.getByRole('button', { name: 'Create admin' }).click();
    await page.getByText("Passwords don't match").waitFor();
    await page.locator('input[name=repeat]').fill(password);
    await page.getByRole('button', { name: 'Create admin' }).click();

    const add = page.getByRole('region', { name: 'Add a memory' });
    await add.getByLabel('Message').fill('I live in Lisbon.');
    await add.getByRole('button', { name: 'Store' }).click();
    await add.getByRole('list', { name: 'Stored memories' }).getByText('Lisbon').waitFor();
    const find = page.getByRole('region', { name: 'Find it by meaning' });
    await find.getByRole('button', { name: 'Search' }).click();
    await find.getByRole('listitem').filter({ hasText: 'Lisbon' }).first().waitFor();

    const connect = page.getByRole('region', { name: 'Connect your app' });
    await connect.getByRole('button', { name: 'Create key' }).click();
    const secret = (await page.getByTestId('secret').textContent())?.trim() ?? '';
    await connect.getByText('Waiting for the first request from your app').waitFor();
    expect(await page.getByTestId('snippet').textContent()).toContain(`api_key="${secret}"`);
    await connect.getByRole('button', { name: 'curl' }).click();
    expect(await page.getByTestId('snippet').textContent()).toContain(`Authorization: Token ${secret}`);
    // The published client, as its snippet says.
    const client = new MemoryClient({ apiKey: secret, host: app.url });
    await client.add([{ role: 'user', content: 'I never eat fish.' }], { userId: 'ada' });
    await connect.getByText('Your app is connected').waitFor();
    // A promise of the product: less than a minute from the empty server to the first request of an app.
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    await connect.getByText(/^(GET|POST) \/v\d\//).waitFor();

    await page.getByRole('button', { name: 'Choose models' }).click();
    await page.getByText('Everything works without a key').waitFor();
    await page.reload();
    await page.getByText('Step 3 of 4').waitFor();
    expect(await page.locator('input[name="llm.provider"]').inputValue()).toBe('local');
    await page.getByRole('button', { name: 'Save and continue' }).click();

    await page.getByText('Coding agent').click();
    await page.getByRole('button', { name: 'Write instructions' }).click();
    const instructions = page.locator('textarea[name=customInstructions]');
    await instructions.waitFor();
    await instructions.fill('- Keep conventions.');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.waitForURL('**/home');

    const { body } = await app.as(secret).rest<{ custom_instructions: string }>('GET', '/configure');
    expect(body.custom_instructions).toBe('- Keep conventions.');
    const kept = await app
      .as(secret)
      .rest<{ results: unknown[] }>('POST', '/v3/memories/', { filters: { user_id: 'ada' } });
    expect(kept.body.results.length).toBeGreaterThan(0);
    expect(app.problems).toEqual([]);
  });

  it('can be taken up again at any step, by way of the sign-in', async () => {
    const page = await app.signedIn('/setup?step=4');
    await page.getByText('Step 4 of 4').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('Step 3 of 4').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Store a memory, then find it' }).waitFor();
    expect(await page.getByTestId('snippet').textContent()).toContain('YOUR_API_KEY');
    await page.getByRole('button', { name: 'Choose models' }).click();
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('Step 4 of 4').waitFor();
    expect(app.problems).toEqual([]);
  });
});
