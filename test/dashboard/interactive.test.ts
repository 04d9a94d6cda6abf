import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAfterTest, describePages, startDashboard, type DashboardApp } from './browser.js';

/** `DASHBOARD_INTERACTIVE_MS=1500` is the long form; it needs two idle cores. */
const mostMs = Number(process.env.DASHBOARD_INTERACTIVE_MS ?? 5_000);
const visits = 5;

/** Resolves with the time since navigation at which a click on the navigation has changed the page. */
const timeToChange = `new Promise((resolve) => {
  const look = () => {
    if (document.querySelector('h1')?.textContent === 'Memories') resolve(performance.now());
    else {
      const link = [...document.querySelectorAll('nav a')].find((each) => each.textContent === 'Memories');
      if (document.querySelector('h1')?.textContent === 'Home') link?.click();
      requestAnimationFrame(look);
    }
  };
  look();
})`;

describePages('the first page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  afterAll(() => app.close());

  it(`answers a click ${mostMs} ms after a visit with an empty cache`, { timeout: 60_000 }, async () => {
    const page = await app.signedIn('/dashboard/home');
    await page.waitForURL('**/dashboard/*/*/home');
    const home = page.url();
    closeAfterTest(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const times: number[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      await page.goto(home, { waitUntil: 'commit' });
      times.push(await page.evaluate<number>(timeToChange));
    }
    const [, , median = Infinity] = [...times].sort((left, right) => left - right);
    if (process.env.DASHBOARD_INTERACTIVE_MS) console.log({ milliseconds: times.map(Math.round) });
    expect(median).toBeLessThanOrEqual(mostMs);
    expect(app.problems).toEqual([]);
  });
});
