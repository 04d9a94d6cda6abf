import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeMany } from '../deletion/helpers.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

/** `TABLE_ROWS=100000` is the long form, which also measures frames; it needs two idle cores. */
const rows = Number(process.env.TABLE_ROWS ?? 400);
const isLong = rows >= 100_000;
const mostMounted = 80;

const scrollToEnd = `(() => {
  const table = document.querySelector('.vtable');
  table.scrollTop = table.scrollHeight;
  return document.querySelectorAll('.vrow').length;
})()`;

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
  }, 300_000);
  afterAll(() => app.close());

  it(`reaches each of ${rows} rows by scrolling, and mounts only those in view`, { timeout: 1_800_000 }, async () => {
    const page = await app.signedIn('/dashboard/memories');
    const table = page.getByRole('table', { name: 'Memories' });
    await table.waitFor();
    const loaded = async () => Number(await table.getAttribute('aria-rowcount')) - 1;
    let most = 0;
    await expect
      .poll(
        async () => {
          most = Math.max(most, await page.evaluate<number>(scrollToEnd));
          return loaded();
        },
        { timeout: 1_700_000, interval: 20 },
      )
      .toBe(rows);
    expect(most).toBeLessThanOrEqual(mostMounted);
    await page.evaluate(scrollToEnd);
    const last = page.locator('.vrow').last();
    await expect.poll(async () => Number(await last.getAttribute('aria-rowindex')), { timeout: 10_000 }).toBe(rows + 1);
    const measured = await page.evaluate<{ framesPerSecond: number; longestTaskMs: number; mounted: number }>(
      measureScroll,
    );
    expect(measured.mounted).toBeLessThanOrEqual(mostMounted);
    if (isLong) {
      console.log({ rows, ...measured });
      expect(measured.framesPerSecond).toBeGreaterThanOrEqual(50);
    }
    expect(app.problems).toEqual([]);
  });
});
