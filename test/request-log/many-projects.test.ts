import { beforeEach, describe, expect, it } from 'vitest';
import { explainReads } from '../../bench/search-size/rows-read.js';
import { newId } from '../../src/ids.js';
import { createLogPartitions } from '../../src/jobs/log-partitions.js';
import { createLogPartition, getLogPartition } from '../../src/stores/request-log/request-log-partitions.js';
import { requestLogStore, type RequestLogReach } from '../../src/stores/request-log/request-log-store.js';
import { testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase, testDatabase } from '../setup/database.js';

const userId = newId();
/** Projects of one owner. Each has two of the requests. */
const own = Array.from({ length: 10 }, (_, index) => `proj_own_${index}`);
const requests = 2_000;
const ownRequests = 2 * own.length;
/** Enough projects for a page to be sought in the newest months first. */
const many = Array.from({ length: 60 }, (_, index) => `proj_many_${index}`);
let services: TestServices;

beforeEach(async () => {
  await emptyDatabase(await testDatabase());
  services = await testServices();
  // One of 100 requests is in an own project, one of 500 in a foreign one and an own one, one of 400 by the user elsewhere.
  await services.database.query(
    `INSERT INTO request_logs (method, path, operation, status_code, latency_ms, request_id, project_id, other_project_ids, user_id)
     SELECT 'GET', '/' || n % 3, 'n' || n, 200, 1, n::text,
       CASE WHEN n % 100 = 7 THEN 'proj_own_' || n / 100 % 10 ELSE 'proj_foreign_' || n % 50 END,
       CASE WHEN n % 500 = 1 THEN ARRAY['proj_own_3'] ELSE '{}' END, CASE WHEN n % 400 = 2 THEN $1::uuid END
     FROM generate_series(1, ${requests}) AS n`,
    [userId],
  );
  await services.database.query('ANALYZE request_logs');
});

const isOwn = (n: number) => n % 100 === 7;
const isShared = (n: number) => n % 500 === 1;
const isByUser = (n: number) => n % 400 === 2;
const numbers = Array.from({ length: requests }, (_, index) => index + 1);
const reach: RequestLogReach = { projectIds: own, orUserId: userId };

interface Walk {
  readonly backward?: boolean;
  readonly pathPrefix?: string;
  readonly limit?: number;
}

async function walk(
  given: RequestLogReach,
  { backward = false, pathPrefix = '/1', limit = 3 }: Walk,
): Promise<number[]> {
  const seen: number[] = [];
  for (let key: [number] | null = null; ;) {
    const rows = await services.stores.requestLogs.page(given, { pathPrefix }, { key, limit, backward });
    seen.push(...rows.slice(0, limit).map(({ requestId }) => Number(requestId)));
    if (rows.length <= limit) return seen;
    key = [rows[limit - 1]?.id ?? 0];
  }
}

describe('the requests of many projects', () => {
  it.each([
    ['projects and an own user', reach, (n: number) => isOwn(n) || isShared(n) || isByUser(n)],
    ['projects', { projectIds: own }, (n: number) => isOwn(n) || isShared(n)],
    ['one project', { projectIds: ['proj_own_3'] }, (n: number) => (isOwn(n) && n % 1_000 === 307) || isShared(n)],
    ['one user in projects', { projectIds: ['proj_foreign_2', ...own], onlyUserId: userId }, isByUser],
    ['no project', { projectIds: [] }, () => false],
  ])('come in order of arrival, page by page, in both directions: %s', async (_, given, isVisible) => {
    const expected = numbers.filter((n) => isVisible(n) && n % 3 === 1);
    expect(await walk(given, { backward: true })).toEqual(expected);
    expect(await walk(given, {})).toEqual(expected.reverse());
  });

  it('come in order of arrival also where months have partitions, and a row of the former month was written late', async () => {
    const { database } = services;
    await createLogPartitions(services);
    const past = getLogPartition(new Date(), -3);
    await database.transaction((tx) => createLogPartition(tx, past));
    // The first rows are from three months ago, and so is row 390, which was written late.
    await database.query(
      `INSERT INTO request_logs (method, path, status_code, latency_ms, request_id, project_id, created_at)
       SELECT 'GET', CASE WHEN n % 40 = 0 THEN '/rare' ELSE '/' END, 200, 1, n::text, 'proj_many_' || n % 60,
         CASE WHEN n <= 100 OR n = 390 THEN $1::timestamptz + n * interval '1 second' ELSE now() END
       FROM generate_series(1, 400) AS n`,
      [past.start],
    );
    for (const pathPrefix of ['/', '/rare']) {
      const expected = numbers.slice(0, 400).filter((n) => pathPrefix === '/' || n % 40 === 0);
      expect(await walk({ projectIds: many }, { pathPrefix, limit: 25 })).toEqual(expected.reverse());
    }
  });

  it('of this month are found without looking into earlier months', async () => {
    await services.database.query(
      `INSERT INTO request_logs (method, path, status_code, latency_ms, request_id, project_id, created_at)
       SELECT 'GET', '/', 200, 1, n::text, 'proj_many_' || n % 60, now() - CASE WHEN n <= 300 THEN interval '200 days' ELSE '0' END
       FROM generate_series(1, 400) AS n`,
    );
    const { database, takeReads } = explainReads(services.database);
    const window = { key: null, limit: 20, backward: false };
    const rows = await requestLogStore(database).page({ projectIds: many }, {}, window);
    expect(rows).toHaveLength(21);
    // The second one reads the rows of the page.
    expect(takeReads()).toHaveLength(2);
  });

  it('are found without reading the requests of other projects', async () => {
    const { database, takeReads } = explainReads(services.database);
    const store = requestLogStore(database);
    const rows = await store.page(reach, { operation: 'never' }, { key: null, limit: 20, backward: false });
    expect(rows).toEqual([]);
    expect(takeReads().map(({ rows: read }) => read <= 2 * ownRequests + 20)).toEqual([true]);
  });
});
