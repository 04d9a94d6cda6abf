import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAfterTest, describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { addOwner, addReader, type Person } from './people.js';

/** Maximum JavaScript bytes of the first page on the wire, without headers. */
const budget = 160_000;

describePages('home', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  afterAll(() => app.close());

  it('loads at most 160 kB of compressed JavaScript, charts included', async () => {
    const page = await app.signedIn('/settings');
    closeAfterTest(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const encodings = new Set<string | null>();
    const pending: Promise<unknown>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js'))
        pending.push(response.headerValue('content-encoding').then((encoding) => encodings.add(encoding)));
    });
    await page.goto(`${app.url}/`);
    await page.locator('.uplot canvas').first().waitFor();
    await page.getByRole('heading', { name: 'Next steps' }).waitFor();
    await Promise.all(pending);
    const sizes = await page.evaluate<number[]>(
      `performance.getEntriesByType('resource').filter((e) => e.name.endsWith('.js')).map((e) => e.encodedBodySize)`,
    );
    const sum = sizes.reduce((total, bytes) => total + bytes, 0);
    expect([...encodings]).toEqual(['br']);
    expect(sizes.every((bytes) => bytes > 0)).toBe(true);
    expect(sum).toBeGreaterThan(80_000);
    expect(sum).toBeLessThanOrEqual(budget);
    expect(app.problems).toEqual([]);
  });

  it('shows whether the server and its parts work and which models it uses, with its rows apart', async () => {
    const page = await app.signedIn('/dashboard/home');
    const parts = page.getByRole('region', { name: 'Health' }).getByRole('listitem');
    await parts.filter({ hasText: 'Language model' }).waitFor();
    expect(await parts.allInnerTexts()).toEqual([
      expect.stringMatching(/^Server\s+v\d+\.\d+\.\d+, up [\d.]+ (?:s|min|h)$/),
      expect.stringMatching(/^Database\s+healthy$/),
      expect.stringMatching(/^Worker\s+healthy$/),
      expect.stringMatching(/^Embedding model\s+none, search by words$/),
      expect.stringMatching(/^Language model\s+built in$/),
      'Models',
    ]);
    await page.locator('.uplot canvas').first().waitFor();
    const distance = `(() => {
      const [above, below] = [...document.querySelectorAll('.home-figures .grid, .home-figures + .grid')]
        .map((row) => row.getBoundingClientRect());
      return below.top - above.bottom;
    })()`;
    await expect.poll(() => page.evaluate<number>(distance)).toBe(16);
    await page.setViewportSize({ width: 390, height: 844 });
    const steps = page.getByRole('region', { name: 'Next steps' });
    const [title, step] = [steps.getByRole('heading'), steps.getByRole('link').first()];
    expect((await step.boundingBox())?.x).toBe((await title.boundingBox())?.x);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.route('**/ready', (route) =>
      route.fulfill({ status: 503, json: { checks: { database: 'ok', migrations: 'ok', workers: 'failed' } } }),
    );
    await page.reload();
    await parts.filter({ hasText: /Worker\s*not working/ }).waitFor();
  });

  it('labels each line of a chart with another number, however small the largest value is', async () => {
    const page = await app.signedIn('/settings');
    closeAfterTest(page);
    await page.addInitScript(`(() => {
      const draw = CanvasRenderingContext2D.prototype.fillText;
      window.drawnTexts = [];
      CanvasRenderingContext2D.prototype.fillText = function (...given) {
        window.drawnTexts.push([this.canvas.closest('section')?.getAttribute('aria-label'), given[2], given[0]]);
        return draw.apply(this, given);
      };
    })()`);
    await page.goto(`${app.url}/dashboard/home`);
    await page.locator('.uplot canvas').nth(1).waitFor();
    const drawn = await page.evaluate<[string, number, string][]>('window.drawnTexts');
    const readAxis = (title: string) => {
      const labels = drawn.filter(([chart, , text]) => chart === title && !text.includes(':'));
      // A chart that is drawn twice has its labels at the same heights.
      return [...new Map(labels.map(([, height, text]) => [height, text])).values()];
    };
    expect([readAxis('Requests by outcome'), readAxis('Latency')]).toEqual([
      ['0', '1'],
      ['0 ms', '1.0 ms'],
    ]);
  });

  it('counts the same requests as Analytics, in the same formats', async () => {
    const { rest } = app.as(app.admin.apiKey);
    for (let count = 0; count < 2; count += 1) await rest('GET', '/v1/ping/');
    await rest('POST', '/v3/memories/search/', { query: 'food', filters: { user_id: 'maya' }, threshold: 70 });
    const page = await app.signedIn('/dashboard/home');
    const figure = page.getByRole('region', { name: 'Key figures' }).locator('.kpis > div');
    const read = async (label: string) => {
      const text = await figure.filter({ hasText: label }).locator('b').textContent();
      return [label, text?.trim()];
    };
    const ofHome = [await read('Requests'), await read('Success rate'), await read('p95 latency')];
    expect(ofHome).toEqual([
      ['Requests', '3'],
      ['Success rate', '66.7 %'],
      ['p95 latency', expect.stringMatching(/^[\d.,]+ ms$/)],
    ]);
    await page.goto(`${app.url}/dashboard/analytics`);
    await page.locator('dl.figures').first().waitFor();
    const shown = await page.locator('dl.figures').first().locator('div').allInnerTexts();
    const ofAnalytics = new Map(shown.map((text) => text.split('\n').map((part) => part.trim()) as [string, string]));
    expect(ofHome.map(([label]) => [label, ofAnalytics.get(label ?? '')])).toEqual(ofHome);
    expect(app.problems).toEqual([]);
  });

  it('compares requests and their success rate with the day before', async () => {
    await app.reset();
    const add = `
      INSERT INTO request_logs (method, path, status_code, outcome, errors, latency_ms, database_ms, auth_type, project_id, request_id, created_at)
      SELECT 'GET', '/v1/ping/', CASE WHEN n <= $2 THEN 503 ELSE 200 END, CASE WHEN n <= $2 THEN 'FAILED' ELSE 'OK' END,
        '[]'::jsonb, 5, 1, 'api_key', $4, 'req-' || $3 || n, now() - $3::int * interval '1 hour'
      FROM generate_series(1, $1::int) AS n`;
    const { database } = app.app.services;
    await database.query(add, [10, 1, 30, app.admin.projectId]);
    await database.query(add, [5, 2, 1, app.admin.projectId]);
    const page = await app.signedIn('/dashboard/home');
    const figures = page.getByRole('region', { name: 'Key figures' });
    await figures.getByText('50 % fewer than the day before').waitFor();
    await figures.getByText('2 errors; rate 30.0 points lower').waitFor();
    const chart = page.getByRole('region', { name: 'Requests by outcome' });
    expect((await chart.locator('.legend').innerText()).replace(/\s+/g, ' ')).toBe('OK 3 Partial 0 Refused 0 Failed 2');
    await chart.getByRole('button', { name: 'Table' }).click();
    const table = chart.getByRole('table');
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      expect.any(String),
      ...['OK', 'Partial', 'Refused', 'Failed'],
    ]);
    await table.getByRole('row', { name: /3\s+0\s+0\s+2$/ }).waitFor();
    await page.getByRole('button', { name: '7 d' }).click();
    await figures.getByText('3 errors', { exact: true }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('offers the quick actions that a role permits', async () => {
    await app.reset();
    const [owner, reader] = [await addOwner(app), await addReader(app)];
    const listActions = async (person?: Person) => {
      const page = await app.signedIn('/dashboard/home', person);
      await page.getByRole('region', { name: 'Key figures' }).waitFor();
      await page
        .getByRole('region', { name: 'Needs attention' })
        .getByText(/^(Nothing|No operation)/)
        .waitFor();
      return page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link').allTextContents();
    };
    const ofOwner = ['Add memory', 'Import', 'Export', 'Invite member'];
    expect(await listActions()).toEqual([...ofOwner, 'Rotate key', 'Compare prompts']);
    expect(await listActions(owner)).toEqual(ofOwner);
    expect(await listActions(reader)).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  it('loads sample memories into an empty project, and removes them', async () => {
    const page = await app.signedIn('/dashboard');
    await page.getByRole('button', { name: 'Load sample data' }).click();
    await page.getByText('13 sample memories loaded').waitFor();
    await page.getByRole('link', { name: '13 sample memories' }).click();
    await page.getByRole('cell', { name: 'Maya moved from Lisbon to Porto.', exact: true }).waitFor();
    await page.getByText('13 memories', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Remove sample data' }).click();
    await page.getByText('Sample data removed').waitFor();
    const count = '{ memories { totalCount } entities { totalCount } }';
    await expect
      .poll(() => held(app, count), { timeout: 15_000 })
      .toEqual({ memories: { totalCount: 0 }, entities: { totalCount: 0 } });
    expect(app.problems).toEqual([]);
  });

  it('has menus of the account and the project that work by keyboard', async () => {
    const page = await app.signedIn('/dashboard');
    const account = page.getByRole('button', { name: /^Account: / });
    await account.press('Enter');
    const focused = page.locator(':focus');
    await page.getByRole('menuitem', { name: 'Settings' }).and(focused).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Sign out' }).and(focused).waitFor();
    await page.keyboard.press('Escape');
    await account.and(focused).waitFor();
    await page.getByRole('button', { name: /^Project: / }).press('Enter');
    await page
      .getByRole('menu', { name: /^Project: / })
      .getByRole('menuitem')
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'Next steps' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(app.problems).toEqual([]);
  });
});
