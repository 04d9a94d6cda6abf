import { setTimeout } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../src/context.js';
import { transact } from '../../src/unit-of-work/transact.js';
import type { JobFailureHandlers, JobHandlers } from '../../src/jobs/handler.js';
import { createJobQueue, type JobQueueOptions, type WorkerQueue } from '../../src/jobs/queue.js';
import { startWorker, type JobWorker, type WorkerOptions } from '../../src/jobs/worker.js';
import { testServices } from '../helpers/context.js';
import { emptyDatabase, testDatabase } from '../setup/database.js';

let services: Services;
let queue: WorkerQueue;
let workers: JobWorker[];
let queues: WorkerQueue[];

async function openQueue(options: JobQueueOptions = {}): Promise<WorkerQueue> {
  const opened = await createJobQueue(services.database, { retryDelaySeconds: 0, ...options });
  queues.push(opened);
  return opened;
}

beforeEach(async () => {
  await emptyDatabase(await testDatabase());
  workers = [];
  queues = [];
  services = await testServices();
  queue = await openQueue();
  services = { ...services, jobs: queue };
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(5_000)));
  await Promise.all(queues.map((one) => one.close()));
});

const never: JobHandlers = {
  extractMemories: () => Promise.reject(new Error('not expected')),
  exportMemories: () => Promise.reject(new Error('not expected')),
  generateProfiles: () => Promise.reject(new Error('not expected')),
  importParts: () => Promise.reject(new Error('not expected')),
  importMemories: () => Promise.reject(new Error('not expected')),
  reEmbed: () => Promise.reject(new Error('not expected')),
  deleteProject: () => Promise.reject(new Error('not expected')),
  deleteOrganization: () => Promise.reject(new Error('not expected')),
  deleteMemories: () => Promise.reject(new Error('not expected')),
};

/** Starts a worker that runs project deletions with `handler`, and polls once an hour. */
function work(
  handler: JobHandlers['deleteProject'],
  options: Partial<WorkerOptions> & { failed?: JobFailureHandlers['deleteProject'] } = {},
): JobWorker {
  const { failed, ...rest } = options;
  const worker = startWorker(services, {
    queue,
    handlers: { ...never, deleteProject: handler },
    failureHandlers: { deleteProject: failed },
    pollMs: 3_600_000,
    ...rest,
  });
  workers.push(worker);
  return worker;
}

const enqueue = (projectId: string) => transact(services, (unit) => unit.enqueue('deleteProject', { projectId }));
const states = () =>
  services.database.query<{ state: string; count: number }>(
    `SELECT state, count(*) FROM pgboss.job WHERE name = 'deleteProject' GROUP BY state`,
  );

/** A promise with its resolve and reject functions. */
function deferred<T = void>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

describe('installing', () => {
  it('creates a queue that is missing', async () => {
    await services.database.query(`SELECT pgboss.delete_queue('deleteProject')`);
    await openQueue();
    await enqueue('proj_1');
    const job = await queue.take('deleteProject', 'due');
    expect(job).toMatchObject({ name: 'deleteProject', payload: { projectId: 'proj_1' } });
  });
});

describe('a server that was stopped for a year', () => {
  // An earlier version kept waiting jobs for 14 days, as did the library on its own. A backup can be as old.
  it.each(['this version', 'an earlier version'])('runs the jobs that wait since then, of %s', async (version) => {
    await enqueue('proj_1');
    const kept = version === 'this version' ? 'keep_until' : "start_after + interval '14 days'";
    await services.database.query(
      `UPDATE pgboss.job SET created_on = created_on - interval '1 year', start_after = start_after - interval '1 year', keep_until = ${kept} - interval '1 year'`,
    );
    queue = await openQueue();
    const { pool } = services.database;
    const upkeep = new PgBoss({ schema: 'pgboss', db: { executeSql: (text, values) => pool.query(text, values) } });
    await upkeep.maintain();
    const done = deferred<string>();
    work(async (_services, { projectId }) => done.resolve(projectId));
    expect(await done.promise).toBe('proj_1');
  });
});

describe('enqueueing', () => {
  it('leaves no job behind in a transaction that is rolled back', async () => {
    const failing = transact(services, async (unit) => {
      await unit.enqueue('deleteProject', { projectId: 'proj_1' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await states()).toEqual([]);
  });

  it('makes a job wait for its time by the clock of the database, whatever the clock of the server says', async () => {
    const minute = 60_000;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 5 * minute });
    try {
      await transact(services, (unit) => unit.enqueue('deleteProject', { projectId: 'proj_1' }, { afterMs: minute }));
      expect(await queue.findDue([{ name: 'deleteProject', kind: 'due' }])).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('has a committed job run once, without waiting for a poll', async () => {
    const done = deferred<string>();
    const worker = work(async (_services, { projectId }) => done.resolve(projectId));
    await enqueue('proj_1');
    expect(await done.promise).toBe('proj_1');
    await worker.stop(5_000);
    expect(await states()).toEqual([{ state: 'completed', count: 1 }]);
    expect(worker.stats()).toEqual({ running: 0, completed: 1, failed: 0 });
  });

  it('ends the signal of a job with its attempt, so that nothing waits for its limit', async () => {
    const signals: AbortSignal[] = [];
    const worker = work(async (_services, _payload, { signal }) => {
      signals.push(signal);
      expect(signal.aborted).toBe(false);
    });
    await enqueue('proj_1');
    await expect.poll(() => worker.stats().completed).toBe(1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('has jobs run that were enqueued before the worker started', async () => {
    await enqueue('proj_1');
    const done = deferred();
    work(async () => done.resolve());
    await done.promise;
  });
});

describe('a failing job', () => {
  it('is tried again, then counts as failed, and its failure handler is told', async () => {
    queue = await openQueue({ retryLimit: 2 });
    services = { ...services, jobs: queue };
    const tries: { attempt: number; lastAttempt: boolean }[] = [];
    const dead = deferred<string>();
    const handler: JobHandlers['deleteProject'] = async (_services, _payload, { attempt, lastAttempt }) => {
      tries.push({ attempt, lastAttempt });
      throw new Error('no luck');
    };
    work(handler, { failed: async (_services, { projectId }) => dead.resolve(projectId) });
    await enqueue('proj_1');
    expect(await dead.promise).toBe('proj_1');
    expect(tries).toEqual([
      { attempt: 1, lastAttempt: false },
      { attempt: 2, lastAttempt: false },
      { attempt: 3, lastAttempt: true },
    ]);
    expect(await states()).toEqual([{ state: 'failed', count: 1 }]);
  });

  it('does not keep others from running', async () => {
    const done = deferred();
    work(async (_services, { projectId }) => {
      if (projectId === 'proj_bad') throw new Error('no luck');
      done.resolve();
    });
    await enqueue('proj_bad');
    await enqueue('proj_good');
    await done.promise;
  });
});

describe('several workers', () => {
  it('never run one job at the same time or twice', async () => {
    const runs: string[] = [];
    const all = deferred();
    const handler: JobHandlers['deleteProject'] = async (given, { projectId }) => {
      runs.push(projectId);
      await given.database.ping();
      if (runs.length === 30) all.resolve();
    };
    work(handler);
    work(handler);
    const names = Array.from({ length: 30 }, (_, index) => `proj_${index}`);
    await Promise.all(names.map(enqueue));
    await all.promise;
    await Promise.all(workers.map((worker) => worker.stop(5_000)));
    expect(runs.sort()).toEqual(names.sort());
    expect(await states()).toEqual([{ state: 'completed', count: 30 }]);
  });

  it('can be installed by several processes at once', async () => {
    if (services.database.kind === 'postgres') await services.database.query('DROP SCHEMA pgboss CASCADE');
    const opened = await Promise.all([openQueue(), openQueue(), openQueue()]);
    const [first] = opened;
    await services.database.transaction(async (tx) => first?.enqueue(tx, 'deleteProject', { projectId: 'proj_1' }));
    const taken = await Promise.all(opened.map((one) => one.take('deleteProject', 'due')));
    expect(taken.filter((job) => job !== null)).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('lets a running job finish', async () => {
    const [begun, release] = [deferred(), deferred()];
    const worker = work(async () => {
      begun.resolve();
      await release.promise;
    });
    await enqueue('proj_1');
    await begun.promise;
    const stopped = worker.stop(60_000);
    release.resolve();
    await stopped;
    expect(await states()).toEqual([{ state: 'completed', count: 1 }]);
  });

  it('aborts a job that takes too long, which is then tried again', async () => {
    const begun = deferred();
    const worker = work(async (_services, _payload, { signal }) => {
      begun.resolve();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    });
    await enqueue('proj_1');
    await begun.promise;
    await worker.stop(1);
    expect(await states()).toEqual([{ state: 'retry', count: 1 }]);
  });

  it('has jobs of a process that died released by the next one', async () => {
    await enqueue('proj_1');
    expect(await queue.take('deleteProject', 'due')).toMatchObject({ attempt: 1, payload: { projectId: 'proj_1' } });
    expect(await queue.take('deleteProject', 'due')).toBeNull();
    await queue.releaseAbandoned();
    expect(await queue.take('deleteProject', 'due')).toMatchObject({ attempt: 2 });
  });
});

describe('a lease', () => {
  const job = () =>
    services.database.query<{ startedOn: Date; state: string; retryCount: number }>(
      `SELECT started_on, state, retry_count FROM pgboss.job WHERE name = 'deleteProject'`,
    );
  const abandon = () =>
    services.database.query(`UPDATE pgboss.job SET started_on = now() - interval '1 hour' WHERE state = 'active'`);
  async function quick(options: JobQueueOptions): Promise<WorkerQueue> {
    queue = await openQueue({ upkeepMs: 20, ...options });
    services = { ...services, jobs: queue };
    return queue;
  }

  it('that expires lets another worker take the job, without a restart', async () => {
    await quick({});
    await enqueue('proj_1');
    // The process that took the job is gone.
    expect(await queue.take('deleteProject', 'due')).toMatchObject({ attempt: 1 });
    await abandon();
    const done = deferred<number>();
    work(async (_services, _payload, { attempt }) => done.resolve(attempt), { pollMs: 20 });
    expect(await done.promise).toBe(2);
  });

  it('is renewed while a job runs longer, so that the job runs once', async () => {
    await quick({ leaseSeconds: 1 });
    await enqueue('proj_1');
    let runs = 0;
    const release = deferred();
    const worker = work(
      async () => {
        runs += 1;
        await release.promise;
      },
      { pollMs: 20 },
    );
    await expect.poll(async () => (await job())[0]?.state).toBe('active');
    const begun = (await job())[0]?.startedOn.getTime() ?? 0;
    await expect
      .poll(async () => ((await job())[0]?.startedOn.getTime() ?? 0) - begun, { timeout: 20_000 })
      .toBeGreaterThan(2_500);
    release.resolve();
    await worker.stop(5_000);
    expect([runs, await states()]).toEqual([1, [{ state: 'completed', count: 1 }]]);
  });

  it('that was lost anyway ends the attempt, and does not affect the next one', async () => {
    await quick({ leaseSeconds: 1 });
    await enqueue('proj_1');
    const begun = deferred();
    const aborted = deferred<string>();
    work(
      async (_services, _payload, { attempt, signal }) => {
        if (attempt > 1) return new Promise(() => undefined);
        begun.resolve();
        signal.addEventListener('abort', () => aborted.resolve(String(signal.reason)));
        return new Promise(() => undefined);
      },
      { pollMs: 20, concurrency: 1 },
    );
    await begun.promise;
    await abandon();
    // Another worker takes the job as soon as it is released.
    const taken = async () => queue.take('deleteProject', 'due');
    let second = await taken();
    while (!second) second = await taken();
    expect(second.attempt).toBe(2);
    expect(await aborted.promise).toContain('lease');
    await workers.pop()?.stop(1);
    expect(await job()).toMatchObject([{ state: 'active', retryCount: 1 }]);
  });

  it('that another worker takes over while its attempt is reported as failed keeps the job with that worker', async () => {
    await enqueue('proj_1');
    const first = await queue.take('deleteProject', 'due');
    expect(first).toMatchObject({ attempt: 1 });
    let report = Promise.resolve();
    await services.database.transaction(async (tx) => {
      await tx.execute(`UPDATE pgboss.job SET retry_count = 1, started_on = now() WHERE state = 'active'`);
      if (first) report = queue.fail(first, new Error('too late'));
      // The report reads the job before the other worker has it for good, and then waits for the row.
      await setTimeout(300);
    });
    await report;
    expect(await job()).toMatchObject([{ state: 'active', retryCount: 1 }]);
  });

  it('is found by an index, independent of the number of jobs', async () => {
    const plan = await services.database.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query<{ queryPlan: string }>(
        `EXPLAIN SELECT id FROM pgboss.job WHERE state = 'active' AND started_on + expire_in < now() LIMIT 1`,
      );
    });
    expect(JSON.stringify(plan)).toMatch(/started_on_idx|job_active_idx/);
  });
});
