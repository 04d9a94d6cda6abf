import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestLogFrame, RequestLogStream } from '../../src/events/request-log-stream.js';
import { NotFoundError, UnauthenticatedError, ValidationError } from '../../src/errors.js';
import { anonymous } from '../../src/auth/caller.js';
import { encodeCursor } from '../../src/page.js';
import { listRequestLogs } from '../../src/resolvers/request-log/list-request-logs.js';
import { watchRequestLogs } from '../../src/resolvers/request-log/watch-request-logs.js';
import type { RequestLogInput } from '../../src/resolvers/request-log/request-log-filter.js';
import { getRequestLog } from '../../src/resolvers/request-log/get-request-log.js';
import {
  adminKey,
  as,
  people,
  tenant,
  testServices,
  withKey,
  type People,
  type Tenant,
  type TestServices,
} from '../helpers/context.js';
import { entry, openStream, read, summary } from './log-entries.js';
import { emptyDatabase, testDatabase } from '../setup/database.js';

let services: TestServices;
let stream: RequestLogStream;
let who: People;
let lighthouse: Tenant;
let harbour: Tenant;
let close: () => Promise<void>;
let streams: AsyncIterableIterator<RequestLogFrame>[];

beforeEach(async () => {
  const database = await testDatabase();
  await emptyDatabase(database);
  ({ stream, close } = await openStream(database));
  services = await testServices({ requestLogs: stream });
  who = await people(services);
  lighthouse = await tenant(services, [
    [who.ada, 'OWNER'],
    [who.bob, 'READER'],
  ]);
  harbour = await tenant(services, [[who.eve, 'OWNER']]);
  streams = [];
});
afterEach(async () => {
  for (const frames of streams) await frames.return?.();
  await close();
});

async function happen(): Promise<void> {
  stream.record(
    entry('Lamp', {
      projectId: lighthouse.projectId,
      method: 'GET',
      path: '/v1/memories/',
      statusCode: 404,
      outcome: 'REFUSED',
      errors: [{ code: 'NOT_FOUND', path: null, message: 'Memory not found.' }],
    }),
  );
  stream.record(entry('Boat', { projectId: harbour.projectId, statusCode: 502, outcome: 'FAILED', latencyMs: 1_200 }));
  const refused = { statusCode: 401, outcome: 'REFUSED' } as const;
  stream.record(entry('Nobody', { ...refused, authType: 'none', keyPrefix: null, client: null }));
  const traced = { operationType: 'MUTATION', traceId: '0'.repeat(31) + '1' } as const;
  stream.record(entry('Light', { ...traced, projectId: lighthouse.projectId, userId: who.ada.id }));
  await stream.flush();
}

async function operations(caller: Parameters<typeof as>[1], input: RequestLogInput = {}) {
  return (await listRequestLogs(as(services, caller), { first: 100, ...input })).rows.map((row) => row.operation);
}

async function watch(caller: Parameters<typeof as>[1], input: Parameters<typeof watchRequestLogs>[1] = {}) {
  const frames = await watchRequestLogs(as(services, caller), input);
  streams.push(frames);
  return frames;
}

describe('listing request logs', () => {
  it('shows owners their projects and admins everything, newest first', async () => {
    await happen();
    expect(await operations(who.ada)).toEqual(['Light', 'Lamp']);
    expect(await operations(who.eve)).toEqual(['Boat']);
    expect(await operations(who.root)).toEqual(['Light', 'Nobody', 'Boat', 'Lamp']);
    expect(await operations(adminKey)).toEqual(['Light', 'Nobody', 'Boat', 'Lamp']);
    expect(await operations(who.root, { projectId: harbour.projectId })).toEqual(['Boat']);
    expect(await operations(withKey(who.root, { projectId: harbour.projectId }))).toEqual(['Boat']);
  });

  it('shows readers what their own credentials did, in a project and everywhere', async () => {
    await happen();
    const { projectId } = lighthouse;
    stream.record(entry('Read', { projectId, userId: who.bob.id }));
    stream.record(entry('Search', { projectId: harbour.projectId, otherProjectIds: [projectId], userId: who.bob.id }));
    stream.record(entry('Sign in', { userId: who.bob.id }));
    await stream.flush();
    expect(await operations(who.bob)).toEqual(['Sign in', 'Search', 'Read']);
    expect(await operations(who.bob, { projectId })).toEqual(['Search', 'Read']);
    expect(await operations(withKey(who.bob, { projectId }))).toEqual(['Search', 'Read']);
    expect(await operations(who.ada)).toEqual(['Search', 'Read', 'Light', 'Lamp']);
    const frames = await watch(who.bob, { projectId, after: encodeCursor([0]) });
    expect(summary(await read(frames, 2))).toEqual(['Read', 'Search']);
  });

  it('shows a request that entered two projects to the owners of both, once', async () => {
    stream.record(entry('Both', { projectId: lighthouse.projectId, otherProjectIds: [harbour.projectId] }));
    await stream.flush();
    for (const caller of [who.ada, who.eve, who.root]) expect(await operations(caller)).toEqual(['Both']);
    expect(await operations(who.root, { projectId: harbour.projectId })).toEqual(['Both']);
    await services.database.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'OWNER')`, [
      harbour.projectId,
      who.ada.id,
    ]);
    expect(await operations(who.ada)).toEqual(['Both']);
  });

  it('returns one request by ID to those who may see it', async () => {
    await happen();
    const [light] = (await listRequestLogs(as(services, who.ada), { first: 1 })).rows;
    const id = String(light?.id);
    expect(await getRequestLog(as(services, who.ada), id)).toEqual(light);
    await expect(getRequestLog(as(services, who.eve), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(getRequestLog(as(services, who.ada), 'nonsense')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(getRequestLog(as(services, who.ada), '999999999999')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses callers without a credential, and hides projects from outsiders', async () => {
    const { projectId } = lighthouse;
    await expect(operations(anonymous)).rejects.toThrow(UnauthenticatedError);
    const outsider = await operations(who.eve, { projectId }).catch((error: unknown) => error);
    const missing = await operations(who.eve, { projectId: 'proj_none' }).catch((error: unknown) => error);
    expect(outsider).toBeInstanceOf(NotFoundError);
    expect(outsider).toEqual(missing);
    await expect(operations(withKey(who.ada, { projectId }), { projectId: harbour.projectId })).rejects.toThrow(
      NotFoundError,
    );
  });

  it('filters by every condition', async () => {
    await happen();
    const found = (filter: RequestLogInput['filter']) => operations(adminKey, { filter });
    expect(await found({ method: 'get' })).toEqual(['Lamp']);
    expect(await found({ pathPrefix: '/v1/' })).toEqual(['Lamp']);
    expect(await found({ pathPrefix: '/v_/' })).toEqual([]);
    expect(await found({ operation: 'Boat' })).toEqual(['Boat']);
    expect(await found({ statusClass: 4 })).toEqual(['Nobody', 'Lamp']);
    expect(await found({ statusClass: 4, minStatusCode: 402 })).toEqual(['Lamp']);
    expect(await found({ maxStatusCode: 299 })).toEqual(['Light']);
    expect(await found({ authTypes: ['none', 'bearer'] })).toEqual(['Nobody']);
    expect(await found({ userId: who.ada.id.toUpperCase() })).toEqual(['Light']);
    expect(await found({ keyPrefix: 'm0sk_abcdefg' })).toEqual(['Light', 'Boat', 'Lamp']);
    expect(await found({ outcomes: ['FAILED', 'REFUSED'] })).toEqual(['Nobody', 'Boat', 'Lamp']);
    expect(await found({ outcomes: ['FAILED'] })).toEqual(['Boat']);
    expect(await found({ errorCode: 'NOT_FOUND' })).toEqual(['Lamp']);
    expect(await found({ operationType: 'MUTATION' })).toEqual(['Light']);
    expect(await found({ traceId: '0'.repeat(31) + '1' })).toEqual(['Light']);
    expect(await found({ minLatencyMs: 1_200 })).toEqual(['Boat']);
    expect(await found({ maxLatencyMs: 1_199.5 })).toEqual(['Light', 'Nobody', 'Lamp']);
    expect(await found({ minLatencyMs: 1, maxLatencyMs: 2, statusClass: 4 })).toEqual(['Nobody', 'Lamp']);
    expect(await found({ text: 'V1/MEM' })).toEqual(['Lamp']);
    expect(await found({ text: 'iGH' })).toEqual(['Light']);
    expect(await found({ text: 'memory NOT' })).toEqual(['Lamp']);
    expect(await found({ text: 'not_found' })).toEqual(['Lamp']);
    expect(await found({ text: '0001' })).toEqual(['Light']);
    expect(await found({ text: 'f00d', statusClass: 5 })).toEqual(['Boat']);
    expect(await found({ text: '%' })).toEqual([]);
    expect(await found({ text: '' })).toHaveLength(4);
    expect(await found({ client: 'tests' })).toEqual(['Light', 'Boat', 'Lamp']);
    expect(await found({ client: 'Tests' })).toEqual([]);
    expect(await found({ exceptClients: ['tests'] })).toEqual(['Nobody']);
    expect(await found({ exceptClients: ['Tests', ''] })).toHaveLength(4);
    expect(await found({ since: new Date(Date.now() + 60_000) })).toEqual([]);
    expect(await found({ until: new Date(Date.now() + 60_000) })).toHaveLength(4);
  });

  it('pages in both directions and counts', async () => {
    await happen();
    const ctx = as(services, adminKey);
    const first = await listRequestLogs(ctx, { first: 3 });
    const second = await listRequestLogs(ctx, { first: 3, after: first.cursors[2] });
    const back = await listRequestLogs(ctx, { last: 2, before: second.cursors[0] });
    expect([first, second, back].map((page) => page.rows.map((row) => row.operation))).toEqual([
      ['Light', 'Nobody', 'Boat'],
      ['Lamp'],
      ['Nobody', 'Boat'],
    ]);
    expect([first.hasNextPage, second.hasNextPage, back.hasPreviousPage, await first.total()]).toEqual([
      true,
      false,
      true,
      4,
    ]);
  });

  it('refuses hostile filters and foreign cursors', async () => {
    const ctx = as(services, adminKey);
    const filters = [
      { pathPrefix: 'a\0' },
      { operation: '\ud800' },
      { userId: "' OR 1=1" },
      { minStatusCode: 1.5 },
      { statusClass: 9 },
      { minLatencyMs: -1 },
      { maxLatencyMs: Number.NaN },
      { errorCode: 'a\0' },
      { client: 'a\0' },
      { text: 'a\0' },
      { exceptClients: ['a\0'] },
      { exceptClients: Array<string>(21).fill('a') },
      { since: new Date(Number.NaN) },
    ];
    for (const filter of filters) await expect(listRequestLogs(ctx, { filter })).rejects.toThrow(ValidationError);
    for (const after of ['nonsense', encodeCursor(['2026-01-01', 'a']), encodeCursor([-1]), encodeCursor([1.5])]) {
      await expect(listRequestLogs(ctx, { after })).rejects.toThrow(ValidationError);
    }
  });
});

describe('watching request logs', () => {
  it('shows each caller what they may see, live and resumed', async () => {
    const [ada, all] = [await watch(who.ada), await watch(adminKey, { filter: { minStatusCode: 400 } })];
    await happen();
    const seen = await read(ada, 2);
    expect(summary(seen)).toEqual(['Lamp', 'Light']);
    expect(summary(await read(all, 3))).toEqual(['Lamp', 'Boat', 'Nobody']);
    const after = seen[0]?.kind === 'logged' ? seen[0].cursor : '';
    expect(summary(await read(await watch(who.ada, { after }), 1))).toEqual(['Light']);
  });

  it('refuses outsiders and forged cursors before anything is read', async () => {
    await happen();
    await expect(watch(who.eve, { projectId: lighthouse.projectId })).rejects.toThrow(NotFoundError);
    for (const after of ['nonsense', encodeCursor(['x', 'y']), encodeCursor([1e12])])
      await expect(watch(adminKey, { after })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { after: ['`after` must be a cursor of this stream.'] },
      });
    expect(stream.stats().subscribers).toBe(0);
  });

  it('ends with an error when the caller is no longer a member, and shows nothing more', async () => {
    const frames = await watch(who.ada, { projectId: lighthouse.projectId });
    await services.database.query(`DELETE FROM project_members WHERE user_id = $1`, [who.ada.id]);
    await services.bus.publish('credentialChanged', { userId: who.ada.id });
    await happen();
    await expect(frames.next()).rejects.toThrow(NotFoundError);
    expect(stream.stats().subscribers).toBe(0);
  });

  it('ends with an error when the credential itself is no longer good', async () => {
    const caller = withKey(who.ada);
    const recheck = () => Promise.reject(new UnauthenticatedError('This API key was revoked.'));
    const frames = await watch(caller, { recheck });
    await services.bus.publish('credentialChanged', { keyId: caller.key?.id });
    await expect(frames.next()).rejects.toThrow('This API key was revoked.');
  });

  it('follows a change of the projects that the caller owns', async () => {
    const frames = await watch(who.ada);
    await services.database.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'OWNER')`, [
      harbour.projectId,
      who.ada.id,
    ]);
    const rechecked = new Promise<void>(
      (resolve) => void services.bus.publish('credentialChanged', { userId: who.ada.id }).then(resolve),
    );
    await rechecked;
    stream.record(entry('Wake', { projectId: lighthouse.projectId }));
    await stream.flush();
    // Delivered only after the check.
    expect(summary(await read(frames, 1))).toEqual(['Wake']);
    await happen();
    expect(summary(await read(frames, 3))).toEqual(['Lamp', 'Boat', 'Light']);
  });
});
