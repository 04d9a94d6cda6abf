import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { startRounds } from '@memory-gateway/load';
import { advisoryLocks, type Database, prepared, type Transaction } from '@memory-gateway/database';
import type { JobName, JobPayloads, JobQueue } from './types.js';

export interface Job<Name extends JobName = JobName> {
  readonly id: string;
  readonly name: Name;
  readonly payload: JobPayloads[Name];
  readonly attempt: number;
  readonly lastAttempt: boolean;
  /** The job has failed for good. This attempt runs its failure handler. */
  readonly isDead: boolean;
}

/** Jobs of a name: those to run, or those that have failed for good and wait for their failure handler. */
export interface JobSource {
  readonly name: JobName;
  readonly kind: 'due' | 'dead';
}

/** The queue for workers. Only `enqueue` may run inside a transaction. */
export interface WorkerQueue extends JobQueue {
  /** Whether a job of these sources waits, also for a later time, or runs in any process. Costs less than to take from each. */
  hasOpen(sources: readonly JobSource[]): Promise<boolean>;
  /** Returns those of these sources, in their order, that have a due job. Costs about as much as one `take`. */
  findDue(sources: readonly JobSource[]): Promise<JobSource[]>;
  /** Leases a due job to this worker, or returns null. */
  take<Name extends JobName>(name: Name, kind: 'due' | 'dead'): Promise<Job<Name> | null>;
  /** Length of a lease that is not extended, in milliseconds. */
  readonly leaseMs: number;
  /** @returns false if the lease has expired: the job is queued again, or another worker has it */
  extendLease(job: Job): Promise<boolean>;
  complete(job: Job): Promise<void>;
  /** Schedules a retry, or finally the failure handler. No effect if the lease has expired, which is a failure. */
  fail(job: Job, error: unknown): Promise<void>;
  /** Releases the jobs of dead workers. Only for the embedded database's single process, before any worker starts. */
  releaseAbandoned(): Promise<void>;
  close(): Promise<void>;
}

export interface JobQueueOptions {
  readonly log?: Logger;
  /** Retries (default 5), and seconds before the first one (default 2, then doubled; 0: no delay). */
  readonly retryLimit?: number;
  readonly retryDelaySeconds?: number;
  /** Lease in seconds, renewed while the job runs. Default 15, minimum 1. A dead process blocks its jobs this long, until the next check. */
  readonly leaseSeconds?: number;
  /** Milliseconds between checks for expired leases. Default 5,000, on the embedded database 10,000. */
  readonly upkeepMs?: number;
}

const names: Readonly<Record<JobName, true>> = {
  extractMemories: true,
  exportMemories: true,
  generateProfiles: true,
  importParts: true,
  importMemories: true,
  reEmbed: true,
  deleteProject: true,
  deleteOrganization: true,
  deleteMemories: true,
};

export const jobNames = Object.keys(names) as JobName[];

const deadName = (name: JobName) => `${name}.dead`;
const queueOf = (job: Pick<Job, 'name' | 'isDead'>) => (job.isDead ? deadName(job.name) : job.name);
const queueOfSource = ({ name, kind }: JobSource) => queueOf({ name, isDead: kind === 'dead' });

/** Milliseconds between looks for jobs of a process that has ended. On the embedded database, few processes are beside the server. */
const upkeepMsOf = ({ kind }: Database) => (kind === 'embedded' ? 10_000 : 5_000);

/** Creates the job queue in schema `pgboss` on the database's own connections. Installs it if missing. */
export async function createJobQueue(database: Database, options: JobQueueOptions = {}): Promise<WorkerQueue> {
  const { log, retryLimit = 5, retryDelaySeconds = 2, leaseSeconds = 15 } = options;
  const { upkeepMs = upkeepMsOf(database) } = options;
  await install(database);
  const boss = new PgBoss({
    ...settings,
    db: { executeSql: (text, values) => execute(database, text, values) },
    supervise: true,
    migrate: false,
  });
  boss.on('error', (error) => log?.warn({ err: error }, 'Upkeep of the job queue failed; it is tried again.'));
  await boss.start();
  const expire = async () => {
    const [overdue] = await database.query(OVERDUE);
    if (overdue) await boss.expire();
  };
  const upkeep = startRounds(upkeepMs, expire, (error) =>
    log?.warn({ err: error }, 'Abandoned jobs cannot be looked for at the moment.'),
  );
  const retry = { retryLimit, retryDelay: retryDelaySeconds, retryBackoff: retryDelaySeconds > 0 };
  return {
    leaseMs: leaseSeconds * 1_000,
    async enqueue(tx, name, ...[payload, options]) {
      const db = { executeSql: (text: string, values: unknown[]) => tx.asOwner.client.query(text, values) };
      const { afterMs } = options ?? {};
      const id = await boss.send(name, payload, {
        ...retry,
        ...(afterMs !== undefined && { startAfter: afterMs / 1_000 }),
        db,
        expireInSeconds: leaseSeconds,
        deadLetter: deadName(name),
      });
      if (id === null) throw new Error(`The job queue did not take a ${name} job.`);
    },
    async hasOpen(sources) {
      const [row] = await database.query<{ isOpen: boolean }>(HAS_OPEN, [sources.map(queueOfSource)]);
      return row?.isOpen === true;
    },
    async findDue(sources) {
      const due = await database.query<{ name: string }>(FIND_DUE, [sources.map(queueOfSource)]);
      return sources.filter((source) => due.some(({ name }) => name === queueOfSource(source)));
    },
    async take(name, kind) {
      const isDead = kind === 'dead';
      const [found] = await boss.fetch<JobPayloads[typeof name]>(queueOfSource({ name, kind }), {
        batchSize: 1,
        includeMetadata: true,
      });
      if (!found) return null;
      if (isDead) await database.execute(SHORTEN, [deadName(name), found.id, leaseSeconds]);
      const attempt = found.retryCount + 1;
      return {
        id: found.id,
        name,
        payload: found.data,
        attempt,
        lastAttempt: found.retryCount >= found.retryLimit,
        isDead,
      };
    },
    async extendLease(job) {
      return (await database.execute(EXTEND, [queueOf(job), job.id, job.attempt - 1])).length > 0;
    },
    complete: (job) => boss.complete(queueOf(job), job.id),
    async fail(job, error) {
      const output = { message: error instanceof Error ? error.message : String(error) };
      await database.transaction(async (tx) => {
        // Locks the job, so that no other worker takes it between both statements.
        const [mine] = await tx.execute(LOCK_MINE, [queueOf(job), job.id, job.attempt - 1]);
        const db = { executeSql: (text: string, values: unknown[]) => tx.client.query(text, values) };
        if (mine) await boss.fail(queueOf(job), job.id, output, { db });
      });
    },
    async releaseAbandoned() {
      const active = await database.query<{ id: string; name: string }>(
        `SELECT id, name FROM pgboss.job WHERE state = 'active'`,
      );
      for (const { id, name } of active) await boss.fail(name, id, { message: 'The process that worked on it ended.' });
    },
    async close() {
      await upkeep.stop();
      await boss.stop({ graceful: false });
    },
  };
}

// Indexes of each queue: job_i5 without finished jobs, job_active_idx.
const HAS_OPEN = prepared(`
  SELECT EXISTS (SELECT FROM pgboss.job WHERE name = ANY ($1) AND state < 'active')
    OR EXISTS (SELECT FROM pgboss.job WHERE name = ANY ($1) AND state = 'active') AS is_open`);

// LIMIT has each queue looked up in its own partition, by its index: without it, all due jobs would be read.
const FIND_DUE = prepared(`
  SELECT queue.name FROM unnest($1::text[]) AS queue (name)
  CROSS JOIN LATERAL (SELECT FROM pgboss.job j WHERE j.name = queue.name AND j.state < 'active' AND j.start_after < now() LIMIT 1) due`);

// A job is abandoned if `started_on` is older than its `expire_in`. Each attempt increments `retry_count`.
const EXTEND = `UPDATE pgboss.job SET started_on = now() WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3 RETURNING id`;

// pg-boss sets its own lease for dead-letter jobs.
const SHORTEN = `UPDATE pgboss.job SET expire_in = make_interval(secs => $3) WHERE name = $1 AND id = $2 AND state = 'active'`;

const LOCK_MINE = `SELECT id FROM pgboss.job WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3 FOR UPDATE`;

// Index: job_active_idx, which does not grow with finished jobs.
const OVERDUE = `SELECT id FROM pgboss.job WHERE state = 'active' AND started_on + expire_in < now() LIMIT 1`;

const ACTIVE_INDEX = `CREATE INDEX IF NOT EXISTS job_active_idx ON pgboss.job (started_on) WHERE state = 'active'`;

/** Days that a job may wait: longer than any server is stopped, and than any backup is old. The library drops it after 14 otherwise. */
const waitingDays = 36_500;

// Jobs of earlier versions.
const KEEP_WAITING = `UPDATE pgboss.job SET keep_until = start_after + interval '${waitingDays} days' WHERE state < 'active' AND keep_until < start_after + interval '1 year'`;

const settings = {
  schema: 'pgboss',
  schedule: false,
  retentionDays: waitingDays,
  // Archives jobs that ended an hour ago, queue by queue.
  maintenanceIntervalSeconds: 300,
  archiveCompletedAfterSeconds: 3_600,
  archiveFailedAfterSeconds: 7 * 86_400,
  deleteAfterDays: 7,
};

// Creates or upgrades the tables, and the missing queues of each job's pair, in one transaction under one lock: creating
// a queue adds a foreign key, and two processes that do it at once would deadlock.
async function install(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.jobQueueTables]);
    const db = { executeSql: (text: string, values: unknown[]) => tx.client.query(withoutBounds(text), values) };
    const installer = new PgBoss({ ...settings, db, supervise: false, migrate: true });
    await installer.start();
    const existing = new Set((await installer.getQueues()).map(({ name }) => name));
    const create = async (name: string, options?: PgBoss.Queue) => {
      if (!existing.has(name)) await installer.createQueue(name, options);
    };
    for (const name of jobNames) {
      await create(deadName(name));
      await create(name, { name, deadLetter: deadName(name) });
    }
    await installer.stop({ graceful: false });
    await tx.query(ACTIVE_INDEX);
    await tx.query(KEEP_WAITING);
  });
}

// Maintenance arrives as one text with BEGIN and COMMIT. If a statement in it failed, the connection would return to
// the
// pool inside a broken transaction, so the text runs in a transaction of this module instead.
async function execute(database: Database, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  if (!startsTransaction.test(text)) return database.pool.query(text, values);
  return database.transaction((tx: Transaction) => tx.client.query(withoutBounds(text)));
}

const startsTransaction = /^\s*BEGIN;/;
const withoutBounds = (text: string) =>
  startsTransaction.test(text) ? text.replace(startsTransaction, '').replace(/COMMIT;\s*$/, '') : text;
