import { afterEach, describe, expect, it } from 'vitest';
import { getLogStream, getLogStreamLag } from '../../src/resolvers/log-stream/get-log-stream.js';
import { replayLogStream } from '../../src/resolvers/log-stream/replay-log-stream.js';
import { updateLogStream } from '../../src/resolvers/log-stream/update-log-stream.js';
import { logStreamQueue } from '../../src/stores/log-stream/log-stream-queue.js';
import { idsOf, prepareLogStreams, readLines, type LogStreamTest } from './setup.js';

let test: LogStreamTest;
afterEach(() => test.close());

const read = (id: string) => getLogStream(test.owner, { id });
/** Allows for slow machines. */
const slow = { timeout: 20_000 };
const allIds = () => idsOf(test.receiver).flat();

describe('a log stream', () => {
  it('sends every row once, in order, while two workers share it, and never rows of other projects', async () => {
    test = await prepareLogStreams();
    const { logStream } = await test.create({ batchSize: 3 });
    const workers = [test.start(), test.start()];
    const ids: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      ids.push(...(await test.request(2)));
      await test.request(1, { projectId: test.foreign.projectId });
      await test.request(1, { projectId: test.sibling });
      ids.push(...(await test.request(1, { projectId: test.sibling, otherProjectIds: [test.place.projectId] })));
      await test.request(1, { projectId: null });
    }
    await expect.poll(allIds, slow).toEqual(ids);
    await Promise.all(workers.map((worker) => worker.stop(1_000)));
    expect(idsOf(test.receiver).every((batch) => batch.length <= 3)).toBe(true);
    expect(await read(logStream.id)).toMatchObject({ lastError: null, failingSince: null });
    expect((await getLogStreamLag(test.owner, await read(logStream.id))).rows).toBe(0);
  });

  it('of an organization has the requests of all its projects', async () => {
    test = await prepareLogStreams();
    await test.create({ organizationId: test.place.organizationId });
    const ids = [...(await test.request(1)), ...(await test.request(1, { projectId: test.sibling }))];
    await test.request(1, { projectId: test.foreign.projectId });
    test.start();
    await expect.poll(allIds, slow).toEqual(ids);
  });

  it('repeats a batch after 500 and 429, keeps the order, and waits as long as the endpoint asks', async () => {
    const refusals = new Map([
      [2, 500],
      [3, 429],
    ]);
    test = await prepareLogStreams((response, count) => {
      const status = refusals.get(count);
      if (status !== undefined) response.writeHead(status, status === 429 ? { 'retry-after': '3600' } : {});
      response.end('{}');
    });
    const { logStream } = await test.create({ batchSize: 2 });
    const ids = await test.request(6);
    test.start();
    await test.receiver.arrived(3);
    await expect
      .poll(async () => (await read(logStream.id)).lastError, slow)
      .toBe('The endpoint responded with status 429.');
    expect((await read(logStream.id)).failingSince).not.toBeNull();
    expect(await getLogStreamLag(test.owner, await read(logStream.id))).toEqual({
      rows: 4,
      oldest: new Date('2026-03-01T10:00:00.500Z'),
    });
    const [state] = await test.services.database.query<{ wait: number }>(
      'SELECT extract(epoch FROM next_attempt_at - now())::float8 AS wait FROM log_streams',
    );
    expect(state?.wait).toBeGreaterThan(3_000);
    expect(test.receiver.batches).toHaveLength(3);
    test.forward(3_601_000);
    await expect.poll(() => idsOf(test.receiver).length, slow).toBe(5);
    const [a, b, c] = [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)];
    expect(idsOf(test.receiver)).toEqual([a, b, b, b, c]);
    await expect.poll(async () => (await read(logStream.id)).lastError, slow).toBeNull();
  });

  it('sends to a new URL at once, also if the former one asks for time after the change', async () => {
    test = await prepareLogStreams((response, count) => {
      if (count > 1) return void response.end('{}');
      const change = { id: logStream.id, url: `${logStream.url}?next` };
      void updateLogStream(test.owner, change).then(() => response.writeHead(429, { 'retry-after': '3600' }).end());
    });
    const { logStream } = await test.create();
    const [id] = await test.request(1);
    test.start();
    await expect.poll(allIds, slow).toEqual([id, id]);
    await expect.poll(async () => (await read(logStream.id)).cursor, slow).toBe(id);
    expect(await read(logStream.id)).toMatchObject({ lastError: null, failingSince: null });
  });

  it('repeats a batch, and leaves no gap, when its process ends between sending and moving the cursor', async () => {
    let accept = false;
    // The receiver has the batch, but the sender gets no response.
    test = await prepareLogStreams((response) => void (accept && response.end('{}')));
    await test.create({ batchSize: 2 });
    const ids = await test.request(4);
    const worker = test.start();
    await test.receiver.arrived(1);
    await worker.stop(0);
    accept = true;
    test.start();
    await expect.poll(() => idsOf(test.receiver), slow).toEqual([ids.slice(0, 2), ids.slice(0, 2), ids.slice(2)]);
  });

  it('of a process that died stays untouched until its lease ends', async () => {
    test = await prepareLogStreams();
    const { logStream } = await test.create();
    const queue = logStreamQueue(test.services.database);
    const claim = () => queue.claim(10, { now: test.services.now(), leaseMs: 60_000 });
    const [dead] = await claim();
    expect(dead?.id).toBe(logStream.id);
    // The clock of a server does not matter.
    test.forward(3_600_000);
    expect(await claim()).toEqual([]);
    await test.services.database.query("UPDATE log_streams SET leased_until = leased_until - interval '61 seconds'");
    const [next] = await claim();
    expect(next?.id).toBe(logStream.id);
    if (!dead || !next) throw new Error('The stream was not taken.');
    const settled = {
      cursor: 99,
      headCursor: 0,
      wasSent: true,
      now: test.services.now(),
      nextAttemptAt: test.services.now(),
    };
    await queue.settle(dead, settled);
    expect((await read(logStream.id)).cursor).toBe(logStream.cursor);
    await queue.settle(next, settled);
    expect((await read(logStream.id)).cursor).toBe(99);
  });

  it('keeps its position while paused, and sends what waited', async () => {
    test = await prepareLogStreams();
    const { logStream } = await test.create();
    const { id } = logStream;
    const worker = test.start();
    const first = await test.request(1);
    await expect.poll(async () => (await read(id)).cursor, slow).toBe(first[0]);
    await updateLogStream(test.owner, { id, isActive: false });
    // A poll that began before the pause ends.
    await worker.stop(1_000);
    const waiting = await test.request(2);
    test.start();
    expect((await getLogStreamLag(test.owner, await read(id))).rows).toBe(2);
    expect(allIds()).toEqual(first);
    await updateLogStream(test.owner, { id, isActive: true });
    await expect.poll(allIds, slow).toEqual([...first, ...waiting]);
  });

  it('replays from a cursor and from a time', async () => {
    test = await prepareLogStreams();
    const old = await test.request(2, { createdAt: new Date('2026-01-01T00:00:00Z') });
    const { logStream } = await test.create();
    const { id } = logStream;
    test.start();
    const fresh = await test.request(2);
    await expect.poll(allIds, slow).toEqual(fresh);
    await replayLogStream(test.owner, { id, cursor: '0' });
    await expect.poll(allIds, slow).toEqual([...fresh, ...old, ...fresh]);
    await replayLogStream(test.owner, { id, since: new Date('2026-02-01T00:00:00Z') });
    await expect.poll(allIds, slow).toEqual([...fresh, ...old, ...fresh, ...fresh]);
  });

  it('to Elastic counts repeats as stored, and retries a batch with a refused document', async () => {
    const bodies = [
      { errors: true, items: [{ create: { status: 201 } }, { create: { status: 503 } }] },
      { errors: true, items: [{ create: { status: 409 } }, { create: { status: 201 } }] },
    ];
    test = await prepareLogStreams((response, count) => response.end(JSON.stringify(bodies[count - 1])));
    const { logStream } = await test.create({ format: 'ELASTIC_BULK', token: 'a-token' });
    await test.request(2);
    test.start();
    await test.receiver.arrived(2);
    await expect.poll(async () => (await getLogStreamLag(test.owner, await read(logStream.id))).rows, slow).toBe(0);
    expect(test.receiver.batches).toHaveLength(2);
  });
});

describe('the signed heads of the audit log', () => {
  const headsOf = () =>
    test.receiver.batches.map(({ body }) =>
      readLines(body).flatMap(({ log, sequence }) => (log === 'audit_head' ? [Number(sequence)] : [])),
    );

  it('are sent again when the process ends between sending and moving the cursor, and none is missing', async () => {
    let accept = false;
    test = await prepareLogStreams((response) => void (accept && response.end('{}')));
    const { logStream } = await test.create({ batchSize: 2 });
    for (let round = 0; round < 3; round += 1) await test.change(1);
    const worker = test.start();
    await test.receiver.arrived(1);
    await worker.stop(0);
    accept = true;
    test.start();
    await expect.poll(headsOf, slow).toEqual([[2, 3], [2, 3], [4]]);
    // Only a stream of the audit log repeats them with its rows.
    await replayLogStream(test.owner, { id: logStream.id, cursor: '0' });
    const { logStream: changes } = await test.create({
      source: 'AUDIT_LOG',
      organizationId: test.place.organizationId,
    });
    await expect.poll(async () => (await read(changes.id)).lastSentAt, slow).toBeNull();
    const before = test.receiver.batches.length;
    await replayLogStream(test.owner, { id: changes.id, cursor: '0' });
    await expect.poll(() => headsOf().slice(before).flat(), slow).toEqual([2, 3, 4]);
  });
});
