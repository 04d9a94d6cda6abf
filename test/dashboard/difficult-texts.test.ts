import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { closeAfterTest, describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

const arabic = 'تحب مايا الطعام النباتي وتعيش في لشبونة وتعمل في مستشفى كبير';
const emoji = 'Maya loves 👩‍👩‍👧‍👦 trips and 🏳️‍🌈 parades.';
const unbroken = `https://example.com/${'a'.repeat(400)}`;
const longName = `user-${'x'.repeat(100)}`;

const runningMotion = `[...document.querySelectorAll('*')].flatMap((element) =>
  [null, '::before', '::after'].map((pseudo) => getComputedStyle(element, pseudo)))
  .filter(({ animationName, transitionDuration }) => animationName !== 'none' || !/^(0s(, )?)+$/.test(transitionDuration)).length`;

/** Boxes whose text lies outside of them. */
const findSpills = `[...document.querySelectorAll('main :is(.card, .tag, .phone-cell)')]
  .filter((box) => box.clientWidth > 0 && (box.scrollWidth > box.clientWidth + 1 ||
    (box.matches('.tag') && box.scrollHeight > box.clientHeight + 1)))
  .map((box) => box.className + ' ' + box.innerText.slice(0, 40))`;

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

  it('keep names without spaces inside their boxes', async () => {
    const run = (name: string, input: object) =>
      held(
        app,
        `mutation ($input: ${name}Input!) { ${name[0]?.toLowerCase()}${name.slice(1)}(input: $input) { __typename } }`,
        {
          input,
        },
      );
    await run('CreateApiKey', { label: longName, expiresAt: new Date(Date.now() + 86_400_000).toISOString() });
    const email = `${'y'.repeat(60)}@example.com`;
    await run('CreateUser', { name: longName, email, projectId: app.admin.projectId });
    const page = await app.signedIn('/dashboard/home');
    const shows = [
      ['home', `Key ${longName}`],
      ['entities', longName],
      ['users', longName],
      ['project', longName],
      [`memories/${memoryIds[0]}`, longName],
    ] as const;
    for (const [path, text] of shows) {
      await page.goto(`${app.url}/dashboard/${path}`);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.getByText(text).first().waitFor();
        await expect.poll(() => page.evaluate(findSpills), { message: `${path.slice(0, 40)} at ${width}` }).toEqual([]);
      }
    }
    await page.goto(`${app.url}/dashboard/api-keys`);
    await run('CreateApiKey', { label: 'W'.repeat(200) });
    await page.reload();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const name = page.locator('.name').filter({ hasText: 'WWW' }).first();
      await name.waitFor();
      const box = await name.boundingBox();
      expect.soft(box?.height, `height of a name at ${width}`).toBeLessThan(140);
      await name.hover();
      expect.soft(await name.getAttribute('title')).toBe('W'.repeat(200));
    }
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

  it('show switches and their states to people who force colors', async () => {
    const page = await app.signedIn('/dashboard/project');
    closeAfterTest(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const findLooks = (isOn: boolean) =>
      page
        .getByRole('switch', { checked: isOn })
        .first()
        .evaluate((input) => {
          const track = input.nextElementSibling;
          const thumb = track?.firstElementChild;
          return track && thumb && [getComputedStyle(track).borderTopWidth, getComputedStyle(thumb).backgroundColor];
        });
    await page.getByRole('switch', { name: 'Decay' }).waitFor();
    const [on, off] = [await findLooks(true), await findLooks(false)];
    expect([on?.[0], off?.[0]]).toEqual(['1px', '1px']);
    expect(on?.[1]).not.toBe(off?.[1]);
    expect(app.problems).toEqual([]);
  });
});
