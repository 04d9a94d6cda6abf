import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { requestLogStatistics } from '../../src/resolvers/request-log/get-request-log-statistics.js';
import { as, people, tenant, testServices, type People, type Tenant, type TestServices } from '../helpers/context.js';

let services: TestServices;
let cast: People;
let place: Tenant;
const now = new Date('2026-03-02T12:00:00.000Z');

interface Call {
  readonly path?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly auth?: string;
  readonly minutesAgo?: number;
  readonly projectId?: string | null;
}

async function log({
  path = '/memories',
  status = 200,
  ms = 10,
  auth = 'api_key',
  minutesAgo = 1,
  projectId = place.projectId,
}: Call): Promise<void> {
  await services.database.query(
    `INSERT INTO request_logs (method, path, status_code, outcome, latency_ms, auth_type, project_id, request_id, created_at) VALUES ('GET', $1, $2, CASE WHEN $2::int < 400 THEN 'OK' ELSE 'REFUSED' END, $3, $4, $5, 'r', $6)`,
    [path, status, ms, auth, projectId, new Date(now.getTime() - minutesAgo * 60_000)],
  );
}

beforeEach(async () => {
  services = await testServices({ now: () => now });
  cast = await people(services);
  place = await tenant(services, [
    [cast.ada, 'OWNER'],
    [cast.bob, 'READER'],
  ]);
});

describe('statistics of the request log', () => {
  it('count calls, their success and their latency, by path, status and kind of credential', async () => {
    for (let n = 1; n <= 100; n += 1) await log({ path: `/memories/${randomUUID()}`, ms: n });
    await log({ path: '/search', status: 404, ms: 500, auth: 'bearer' });
    await log({ minutesAgo: 60 * 25 });
    const found = await requestLogStatistics(as(services, cast.root), {});
    expect(found.overall).toMatchObject({ calls: 101, succeeded: 100, p50Ms: 51 });
    expect(found.overall.p95Ms).toBeCloseTo(96, 5);
    expect(found.callsPerMinute).toBeCloseTo(101 / 1440, 5);
    expect(found.byPath.map(({ method, path, calls }) => [method, path, calls])).toEqual([
      ['GET', '/memories/{id}', 100],
      ['GET', '/search', 1],
    ]);
    expect(found.byStatus).toEqual([
      { statusCode: 200, calls: 100 },
      { statusCode: 404, calls: 1 },
    ]);
    expect(found.byAuthMode).toEqual([
      { authType: 'api_key', calls: 100 },
      { authType: 'bearer', calls: 1 },
    ]);
  });

  it('cut the window into slices', async () => {
    await log({ minutesAgo: 59 });
    await log({ minutesAgo: 1 });
    await log({ minutesAgo: 1 });
    const found = await requestLogStatistics(as(services, cast.root), {
      filter: { since: new Date(now.getTime() - 3_600_000), until: now },
    });
    expect(found.sliceSeconds).toBe(60);
    expect(found.slices.map(({ start, calls }) => [start.toISOString().slice(11, 16), calls])).toEqual([
      ['11:01', 1],
      ['11:59', 2],
    ]);
  });

  it('say nothing of an empty window', async () => {
    const found = await requestLogStatistics(as(services, cast.root), {});
    expect(found.overall).toEqual({ calls: 0, succeeded: 0, averageMs: null, p50Ms: null, p95Ms: null, p99Ms: null });
    expect([found.byPath, found.byStatus, found.byAuthMode, found.slices]).toEqual([[], [], [], []]);
  });

  it('show owners their projects alone, readers their own requests, strangers nothing', async () => {
    await log({});
    await log({ projectId: null });
    expect((await requestLogStatistics(as(services, cast.ada), {})).overall.calls).toBe(1);
    expect((await requestLogStatistics(as(services, cast.bob), { projectId: place.projectId })).overall.calls).toBe(0);
    await expect(requestLogStatistics(as(services, cast.eve), { projectId: place.projectId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('refuse a window that ends before it begins, or is longer than a year', async () => {
    const until = new Date(now.getTime() - 1);
    await expect(
      requestLogStatistics(as(services, cast.root), { filter: { since: now, until } }),
    ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(
      requestLogStatistics(as(services, cast.root), { filter: { since: new Date(0) } }),
    ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
