import { beforeEach, describe, expect, it } from 'vitest';
import { explainReads } from '../../bench/search-size/rows-read.js';
import { newId } from '../../src/ids.js';
import { requestLogStore, type RequestLogReach } from '../../src/stores/request-log/request-log-store.js';
import { testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase, testDatabase } from '../setup/database.js';

const userId = newId();
/** Projects of one owner. Each has two of the requests. */
const own = Array.from({ length: 10 }, (_, index) => `proj_own_${index}`);
const requests = 2_000;
const ownRequests = 2 * own.length;
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

async function walk(given: RequestLogReach, backward: boolean): Promise<number[]> {
  const seen: number[] = [];
  for (let key: [number] | null = null; ;) {
    const rows = await services.stores.requestLogs.page(given, { pathPrefix: '/1' }, { key, limit: 3, backward });
    seen.push(...rows.slice(0, 3).map(({ requestId }) => Number(requestId)));
    if (rows.length <= 3) return seen;
    key = [rows[2]?.id ?? 0];
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
    expect(await walk(given, true)).toEqual(expected);
    expect(await walk(given, false)).toEqual(expected.reverse());
  });

  it('are found without reading the requests of other projects', async () => {
    const { database, takeReads } = explainReads(services.database);
    const store = requestLogStore(database);
    const rows = await store.page(reach, { operation: 'never' }, { key: null, limit: 20, backward: false });
    expect(rows).toEqual([]);
    expect(takeReads().map(({ rows: read }) => read <= 2 * ownRequests + 20)).toEqual([true]);
  });
});
