import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTruePairs, readUpdates } from '../../bench/corrections/data.js';
import { measureCorrections, type Gateway } from '../../bench/corrections/measure.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

/**
 * Tests every eighth pair among few memories with weaker goals. `CORRECTION_PAIRS=all` tests every pair, like the
 * bench.
 */
const { step, between, goals } =
  process.env.CORRECTION_PAIRS === 'all'
    ? { step: 1, between: 10, goals: { newer: 65, older: 84, stable: 93, wrong: 1.5 } }
    : { step: 8, between: 3, goals: { newer: 60, older: 76, stable: 90, wrong: 4.5 } };

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
afterAll(() => app.close());

function connect(): Gateway {
  const client = app.as(app.admin.apiKey);
  return {
    async add(userId, statements, time) {
      const messages = statements.map((content) => ({ role: 'user', content }));
      const { body } = await client.rest<{ results: { id: string }[] }>('POST', '/v3/memories/add/', {
        messages,
        user_id: userId,
        infer: false,
        timestamp: time.toISOString(),
      });
      return body.results.map(({ id }) => id);
    },
    async search(userId, query, how) {
      const request = { query, filters: { user_id: userId }, latest_only: how?.latestOnly === true };
      const { body } = await client.rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', request);
      return body.results.map(({ memory }) => memory);
    },
    async outdatedBy(memoryId) {
      const rows = await app.app.services.database.query<{ olderId: string }>(
        'SELECT older_id FROM memory_links WHERE newer_id = $1',
        [memoryId],
      );
      return rows.map(({ olderId }) => olderId);
    },
  };
}

it(
  'prefers a correction for questions about today, the fact before it for questions about the past, and leaves what still holds on top',
  { timeout: 1_800_000 },
  async () => {
    const every = <Item>(items: readonly Item[]) => items.filter((_, index) => index % step === 0);
    const figures = await measureCorrections(connect(), {
      updates: every(readUpdates()),
      truePairs: every(readTruePairs()),
      between,
    });
    const share = (count: number, of: number) => (100 * count) / of;
    expect(share(figures.newerFirst, figures.updates)).toBeGreaterThanOrEqual(goals.newer);
    expect(share(figures.olderFirst, figures.updates)).toBeGreaterThanOrEqual(goals.older);
    expect(share(figures.stableOnTop, figures.stable)).toBeGreaterThanOrEqual(goals.stable);
    expect(share(figures.falseLinks, figures.truePairs)).toBeLessThanOrEqual(goals.wrong);
  },
);
