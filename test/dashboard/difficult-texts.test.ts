import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

const arabic = 'تحب مايا الطعام النباتي وتعيش في لشبونة وتعمل في مستشفى كبير';
const emoji = 'Maya loves 👩‍👩‍👧‍👦 trips and 🏳️‍🌈 parades.';
const unbroken = `https://example.com/${'a'.repeat(400)}`;
const longName = `user-${'x'.repeat(100)}`;

const runningMotion = `[...document.querySelectorAll('*')].flatMap((element) =>
  [null, '::before', '::after'].map((pseudo) => getComputedStyle(element, pseudo)))
  .filter(({ animationName, transitionDuration }) => animationName !== 'none' || !/^(0s(, )?)+$/.test(transitionDuration)).length`;

describePages('pages with difficult texts', () => {
  let app: DashboardApp;
  let memoryIds: readonly string[];
  beforeAll(async () => {
    app = await startDashboard();
    const { rest } = app.as(app.admin.apiKey);
    for (const content of [arabic, emoji, unbroken]) {
      const added = await rest('POST', '/v3/memories/add/', {
        messages: [{ role: 'user', content }],
        user_id: longName,
        infer: false,
      });
      expect(added.status).toBe(200);
    }
    const countStored = async () =>
      (await held<{ memories: { totalCount: number } }>(app, '{ memories { totalCount } }')).memories.totalCount;
    await vi.waitFor(async () => expect(await countStored()).toBe(3), 20_000);
    const { memories } = await held<{ memories: { nodes: { id: string }[] } }>(app, '{ memories { nodes { id } } }');
    memoryIds = memories.nodes.map(({ id }) => id);
  });
  afterAll(() => app.close());

  it('show Arabic from right to left, keep emoji whole, and fit texts without spaces', async () => {
    const page = await app.signedIn('/dashboard/memories');
    await page.getByText(emoji).first().waitFor();
    const shown = page.getByText(arabic).first();
    expect(await shown.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    expect(memoryIds).toHaveLength(3);
    // A long text is cut at its end, which is on the left.
    await page.setViewportSize({ width: 768, height: 844 });
    await expect
      .poll(() =>
        shown.evaluate((element) => {
          const { direction, textOverflow } = getComputedStyle(element);
          return [direction, textOverflow, element.scrollWidth > element.clientWidth];
        }),
      )
      .toEqual(['rtl', 'ellipsis', true]);
    await page.setViewportSize({ width: 1280, height: 844 });
    await shown.click();
    const title = page.getByRole('heading', { name: arabic });
    const state = page.getByText('Current', { exact: true });
    expect(await title.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    const start = (await state.boundingBox())?.x ?? NaN;
    expect(Math.abs(((await title.boundingBox())?.x ?? NaN) - start)).toBeLessThan(2);
    await page.goBack();
    const paths = ['memories', 'entities', 'requests', 'events', 'home'];
    for (const path of [...paths, ...memoryIds.map((id) => `memories/${id}`)]) {
      await page.goto(`${app.url}/dashboard/${path}`);
      await page.locator('h1').waitFor();
      for (const width of [1280, 640, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.waitForTimeout(100);
        const used = await page.evaluate('document.documentElement.scrollWidth');
        expect.soft(used, `${path.slice(0, 40)} at ${width}`).toBeLessThanOrEqual(width);
      }
    }
    await page.goto(`${app.url}/dashboard/entities?${new URLSearchParams({ type: 'USER', name: longName })}`);
    const lines = page.getByRole('link', { name: unbroken });
    await expect
      .poll(async () => (await lines.boundingBox())?.height ?? NaN, { message: 'height of six lines' })
      .toBeLessThan(140);
    expect(app.problems).toEqual([]);
  });

  it('move nothing for people who asked for reduced motion', async () => {
    const page = await app.signedIn('/dashboard/memories');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByText(emoji).first().waitFor();
    expect(await page.evaluate(runningMotion)).toBe(0);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(runningMotion)).toBe(0);
  });
});
