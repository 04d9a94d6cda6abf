import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeMany } from '../deletion/helpers.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

/** `TABLE_ROWS=20000` prints the times; `TABLE_ROWS=100000` also judges frames, and needs two idle cores. */
const rows = Number(process.env.TABLE_ROWS ?? 400);
const isMeasured = rows >= 20_000;
const isLong = rows >= 100_000;
const mostMounted = 80;

/** Holds the end of the table in view, as a held End key does, until all rows are loaded. @returns most mounted rows */
const holdEnd = `new Promise((resolve) => {
  const table = document.querySelector('.vtable');
  let most = 0;
  const step = () => {
    table.scrollTop = table.scrollHeight;
    most = Math.max(most, document.querySelectorAll('.vrow').length);
    if (Number(table.getAttribute('aria-rowcount')) > ${rows}) resolve(most);
    else requestAnimationFrame(step);
  };
  step();
})`;

/** Scrolls over the whole table for some seconds. @returns frames per second and the longest task in milliseconds */
const measureScroll = `new Promise((resolve) => {
  const table = document.querySelector('.vtable');
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  const begin = performance.now();
  let frames = 0;
  let mounted = 0;
  const step = () => {
    const elapsed = performance.now() - begin;
    frames += 1;
    mounted = Math.max(mounted, document.querySelectorAll('.vrow').length);
    table.scrollTop = table.scrollHeight * ((elapsed / 5000) % 1);
    if (elapsed < 5000) requestAnimationFrame(step);
    else resolve({ framesPerSecond: (1000 * frames) / elapsed, longestTaskMs: Math.max(0, ...tasks), mounted });
  };
  requestAnimationFrame(step);
})`;

describePages('a table of memories', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
    await storeMany(app.app.services, app.admin.projectId, rows);
    // As autovacuum does on Postgres. Without statistics, the planner sorts the project for each page.
    await app.app.services.database.query('ANALYZE');
  }, 300_000);
  afterAll(() => app.close());

  it(`reaches each of ${rows} rows by scrolling, and mounts only those in view`, { timeout: 600_000 }, async () => {
    const page = await app.signedIn('/dashboard/memories');
    const table = page.getByRole('table', { name: 'Memories' });
    await table.waitFor();
    const begin = Date.now();
    expect(await page.evaluate<number>(holdEnd)).toBeLessThanOrEqual(mostMounted);
    const loadedInSeconds = Math.round((Date.now() - begin) / 1_000);
    await page.evaluate("document.querySelector('.vtable').scrollTop = Number.MAX_SAFE_INTEGER");
    const last = page.locator('.vrow').last();
    await expect.poll(async () => Number(await last.getAttribute('aria-rowindex')), { timeout: 10_000 }).toBe(rows + 1);
    const measured = await page.evaluate<{ framesPerSecond: number; longestTaskMs: number; mounted: number }>(
      measureScroll,
    );
    expect(measured.mounted).toBeLessThanOrEqual(mostMounted);
    if (isMeasured) console.log({ rows, loadedInSeconds, ...measured });
    if (isLong) expect(measured.framesPerSecond).toBeGreaterThanOrEqual(50);
    expect(app.problems).toEqual([]);
  });
});
