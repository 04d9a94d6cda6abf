import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../src/unit-of-work/transact.js';
import { systemScope } from '../../src/auth/scope.js';
import { clean } from '../../src/jobs/housekeeping.js';
import { createLogPartitions } from '../../src/jobs/log-partitions.js';
import { pruneProjectLogs } from '../../src/jobs/prune-logs.js';
import { updateProject } from '../../src/resolvers/project/update-project.js';
import { pruneRequestLogs } from '../../src/resolvers/request-log/prune-request-logs.js';
import { getProjectStatistics } from '../../src/resolvers/statistics/get-project-statistics.js';
import {
  createLogPartition,
  getLogPartition,
  listLogPartitions,
} from '../../src/stores/request-log/request-log-partitions.js';
import type { RequestLogEntry } from '../../src/stores/request-log/request-log-entry.js';
import { as, people, tenant, testServices, type People, type Tenant, type TestServices } from '../helpers/context.js';
import { entry } from './log-entries.js';

const day = 86_400_000;
let services: TestServices;
let who: People;
let home: Tenant;
let now: Date;

beforeEach(async () => {
  now = new Date();
  services = await testServices({ now: () => now });
  who = await people(services);
  home = await tenant(services, [[who.ada, 'OWNER']]);
  for (const { name } of await listLogPartitions(services.database))
    await services.database.query(`DROP TABLE "${name}"`);
});

const add = (...entries: RequestLogEntry[]) =>
  transact(services, ({ tx, stores }) => stores.requestLogs.insertBatch(tx, entries));
const at = (daysAgo: number, more: Partial<RequestLogEntry> = {}) =>
  entry(`${daysAgo} days ago`, { createdAt: new Date(now.getTime() - daysAgo * day), ...more });
const create = (createdAt: Date) => transact(services, ({ tx }) => createLogPartition(tx, getLogPartition(createdAt)));
const names = async () => (await listLogPartitions(services.database)).map(({ name }) => name);
const stored = async () =>
  (
    await services.database.query<{ operation: string }>(
      'SELECT operation FROM request_logs ORDER BY created_at DESC, id',
    )
  ).map(({ operation }) => operation);
const placeOf = async (createdAt: Date) =>
  (
    await services.database.query<{ place: string }>(
      'SELECT DISTINCT tableoid::regclass::text AS place FROM request_logs WHERE created_at = $1',
      [createdAt],
    )
  ).map(({ place }) => place);

describe('the partitions of the request log', () => {
  it('are created for this month and the next two, by several processes at once, also when the clock jumps', async () => {
    now = new Date('2031-12-31T23:59:59.900Z');
    await Promise.all([createLogPartitions(services), createLogPartitions(services)]);
    expect(await names()).toEqual(['request_logs_2031_12', 'request_logs_2032_01', 'request_logs_2032_02']);
    now = new Date('2032-01-01T00:00:00.000Z');
    await createLogPartitions(services);
    expect((await names()).at(-1)).toBe('request_logs_2032_03');
    now = new Date('1999-02-28T00:00:00.000Z');
    await createLogPartitions(services);
    expect((await names()).slice(0, 3)).toEqual([
      'request_logs_1999_02',
      'request_logs_1999_03',
      'request_logs_1999_04',
    ]);
  });

  it('take rows by month; a row of any other time is stored too, and moves when its month gets a partition', async () => {
    const times = ['1970-01-01', '2031-05-31T23:59:59.999Z', '2031-06-01', '9999-12-31'].map((text) => new Date(text));
    await create(new Date('2031-06-15'));
    await add(...times.map((createdAt) => entry('x', { createdAt })));
    const places = async () => (await Promise.all(times.map(placeOf))).flat();
    const other = 'request_logs_other';
    expect(await places()).toEqual([other, other, 'request_logs_2031_06', other]);
    await create(new Date('2031-05-01'));
    expect(await places()).toEqual([other, 'request_logs_2031_05', 'request_logs_2031_06', other]);
    expect(await stored()).toHaveLength(4);
  });

  it('are listed as one log, newest first, page by page', async () => {
    await create(new Date('2031-06-15'));
    await create(new Date('2031-07-15'));
    const months = ['2031-05-10', '2031-06-10', '2031-07-10', '2031-06-20', '2031-05-20'];
    await add(...months.map((text) => entry(text, { createdAt: new Date(text), projectId: home.projectId })));
    const reach = { projectIds: [home.projectId] };
    const { requestLogs } = services.stores;
    const seen: (string | null)[] = [];
    for (let key: [number] | null = null; ;) {
      const rows = await requestLogs.page(reach, {}, { key, limit: 2, backward: false });
      seen.push(...rows.slice(0, 2).map(({ operation }) => operation));
      if (rows.length <= 2) break;
      key = [rows[1]?.id ?? 0];
    }
    expect(seen).toEqual([...months].reverse());
    expect(await requestLogs.count(reach, { since: new Date('2031-06-01') })).toBe(3);
  });
});

describe('old requests', () => {
  it('are dropped with their month, and no row of it is deleted one by one', async () => {
    const old = new Date(now.getTime() - 100 * day);
    await create(old);
    await create(now);
    await add(...Array.from({ length: 300 }, () => entry('old', { createdAt: old })), at(0));
    const statements: string[] = [];
    const stop = services.database.onQuery((text) => statements.push(text));
    const { deleted } = await pruneRequestLogs(services, { days: 30 });
    stop();
    expect(deleted).toBe(300);
    expect(await names()).toEqual([getLogPartition(now).name]);
    expect(await stored()).toEqual(['0 days ago']);
    expect(statements.filter((text) => text.startsWith('DROP TABLE'))).toEqual([
      `DROP TABLE "${getLogPartition(old).name}"`,
    ]);
    // One look for old rows of the present months, which finds none.
    expect(statements.filter((text) => text.includes('DELETE FROM request_logs'))).toHaveLength(1);
    const audit = await services.database.query('SELECT action FROM audit_logs ORDER BY id');
    expect(audit).toEqual([{ action: 'request_log.prune' }]);
  });

  it('stay in the statistics of their projects, which count the log in parts', async () => {
    const { projectId } = home;
    const search = { projectId, operation: 'searchMemories' };
    const old = new Date(now.getTime() - 100 * day);
    await create(old);
    await create(now);
    await add(
      ...Array.from({ length: 7 }, () => entry('searchMemories', { projectId, createdAt: old })),
      at(1, search),
    );
    const { statistics } = services.stores;
    const rounds: boolean[] = [];
    const end = await services.stores.requestLogs.lastIssuedId();
    for (let isDone = false; !isDone; rounds.push(isDone)) isDone = await statistics.keepCalls(end, 3);
    expect(rounds).toEqual([false, false, true]);
    await add(at(1, search));
    await pruneRequestLogs(services, { days: 30 });
    expect(await stored()).toEqual(['searchMemories', 'searchMemories']);
    expect(await statistics.calls(systemScope(home))).toMatchObject({ retrievals: 9 });
    expect(await statistics.keepCalls(await services.stores.requestLogs.lastIssuedId(), 3)).toBe(true);
  });

  it('of a month that has not ended for all are deleted in batches, unless they are too many', async () => {
    await add(at(40), at(41), at(42), at(1));
    expect(await pruneRequestLogs(services, { days: 30, batch: 2, rowsMax: 2 })).toMatchObject({ deleted: 0 });
    expect(await stored()).toHaveLength(4);
    expect(await pruneRequestLogs(services, { days: 30, batch: 2, rowsMax: 3 })).toMatchObject({ deleted: 3 });
    expect(await stored()).toEqual(['1 days ago']);
  });

  it('of a project that keeps them for fewer days are deleted, those of others and of several projects are not', async () => {
    const ada = as(services, who.ada);
    const other = await tenant(services, [[who.eve, 'OWNER']]);
    const { projectId } = home;
    await add(
      at(10, { projectId, operation: 'searchMemories' }),
      at(9, { projectId }),
      at(8, { projectId, otherProjectIds: [other.projectId] }),
      at(7, { projectId: other.projectId }),
      at(6),
      at(2, { projectId }),
    );
    expect(await pruneProjectLogs(services)).toBe(0);
    const before = await getProjectStatistics(ada, { projectId });
    await updateProject(ada, { projectId, requestLogRetentionDays: 5 });
    await clean(services);
    expect(await stored()).toEqual(['2 days ago', '6 days ago', '7 days ago', '8 days ago']);
    expect(await getProjectStatistics(ada, { projectId })).toEqual(before);
    await updateProject(ada, { projectId, requestLogRetentionDays: null });
    expect(await pruneProjectLogs(services)).toBe(0);
  });

  it('are kept by a project for at most as many days as by the server', async () => {
    const { projectId } = home;
    for (const [requestLogRetentionDays, problem] of [
      [0, '`requestLogRetentionDays` must be a whole number from 1 to 36500.'],
      [1.5, '`requestLogRetentionDays` must be a whole number from 1 to 36500.'],
      [31, '`requestLogRetentionDays` must be at most 30, the days of the server.'],
    ] as const)
      await expect(updateProject(as(services, who.ada), { projectId, requestLogRetentionDays })).rejects.toMatchObject({
        fields: { requestLogRetentionDays: [problem] },
      });
    const set = await updateProject(as(services, who.ada), { projectId, requestLogRetentionDays: 30 });
    expect(set.requestLogRetentionDays).toBe(30);
  });
});
