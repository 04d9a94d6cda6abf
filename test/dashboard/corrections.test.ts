import { afterAll, beforeAll, expect, it } from 'vitest';
import { store } from '../deletion/helpers.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { addReader } from './people.js';

const pairs = 200;

describePages('the corrections page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
    const { services } = app.app;
    const samples = Array.from({ length: pairs * 2 }, (_, index) => ({
      user_id: index % 4 < 2 ? 'ada' : 'kay',
      text: `Statement ${Math.floor(index / 2)}, ${index % 2 === 0 ? 'older' : 'newer'}`,
    }));
    const ids = await store(services, app.admin.projectId, samples);
    await services.database.query(
      `INSERT INTO memory_links (id, project_id, newer_id, older_id, probability, created_at)
SELECT gen_random_uuid(), $1, newer, older, CASE WHEN n % 2 = 0 THEN 0.9 ELSE 0.6 END, now() - n * interval '1 second'
FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS pair(newer, older, n)`,
      [app.admin.projectId, ids.filter((_, index) => index % 2 === 1), ids.filter((_, index) => index % 2 === 0)],
    );
  });
  afterAll(() => app.close());

  const countOf = async (status: string): Promise<number> => {
    const [row] = await app.app.services.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM memory_links WHERE status = $1',
      [status],
    );
    return row?.count ?? 0;
  };

  it('shows a READER the suggestions without the decisions', async () => {
    const page = await app.signedIn('/dashboard/corrections', await addReader(app));
    await page.getByRole('listitem', { name: 'Suggestion 1 of ' }).waitFor();
    await page.keyboard.press('a');
    expect(await page.getByRole('button', { name: /Replace older|Keep both/ }).count()).toBe(0);
    expect(await countOf('SUGGESTED')).toBe(pairs);
  });

  it('is reached from Home and filters by user and confidence', async () => {
    const page = await app.signedIn('/dashboard/home');
    await page.getByText('200 memories are possibly outdated').waitFor();
    await page.getByRole('link', { name: 'Review corrections' }).click();
    await page.getByText('0 of 200 reviewed').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Corrections 200' }).waitFor();
    await page.goto(`${page.url()}?userId=kay&confidence=high`);
    await page.getByText('0 of 100 reviewed').waitFor();
    await page.getByText('90.0 % likely outdated').first().waitFor();
    expect(app.problems).toEqual([]);
  });

  it('decides nothing for a letter that chooses a filter', async () => {
    const page = await app.signedIn('/dashboard/corrections');
    await page.getByText('0 of 200 reviewed').waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Confidence' }).click();
    await page.getByRole('option', { name: 'At least 80 %' }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await page.getByText('0 of 100 reviewed').waitFor();
    expect(await countOf('SUGGESTED')).toBe(pairs);
    expect(app.problems).toEqual([]);
  });

  it(
    'is worked through with the keyboard alone: 200 suggestions, one key each, with Undo',
    { timeout: 240_000 },
    async () => {
      const page = await app.signedIn('/dashboard/corrections');
      await page.getByText('0 of 200 reviewed').waitFor();
      await page.keyboard.press('a');
      await page.getByText('1 of 200 reviewed').waitFor();
      await page.keyboard.press('u');
      await page.getByText('0 of 200 reviewed').waitFor();
      await page.getByRole('listitem', { name: 'Suggestion 1 of 200' }).getByText('Statement 0, older').waitFor();
      for (let done = 0; done < pairs; done += 1) {
        await page.keyboard.press(done % 2 === 0 ? 'a' : 'r');
        if (done % 20 === 0) await page.getByText(`${done + 1} of 200 reviewed`).waitFor();
      }
      await page.getByText('All suggestions are reviewed').waitFor();
      await expect.poll(() => countOf('SUGGESTED'), { timeout: 120_000 }).toBe(0);
      expect([await countOf('CONFIRMED'), await countOf('REJECTED')]).toEqual([100, 100]);
      expect(app.problems).toEqual([]);
    },
  );
});
