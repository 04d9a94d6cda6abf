import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, Transaction } from '../stores/database/open-database.js';
import type { JobName, JobPayloads, JobQueue } from './types.js';

export interface Job<Name extends JobName = JobName> {
  readonly id: string;
  readonly name: Name;
  readonly payload: JobPayloads[Name];
  /** 1 for the first try. */
  readonly attempt: number;
  readonly lastAttempt: boolean;
  /** The job has failed for good; this try is one of telling its failure handler. */
  readonly isDead: boolean;
}

/** The queue as a worker uses it. Only `enqueue` may run inside a transaction. */
export interface WorkerQueue extends JobQueue {
  /** Takes a due job, or returns null. No other worker gets the job while its lease is extended in time. */
  take<Name extends JobName>(name: Name, kind: 'due' | 'dead'): Promise<Job<Name> | null>;
  /** Length of a lease that is not extended. */
  readonly leaseMs: number;
  /** @returns false when the lease has expired: another worker has the job, or it waits in the queue */
  extendLease(job: Job): Promise<boolean>;
  complete(job: Job): Promise<void>;
  /** Schedules the next try; after the last one the job is dead. Does nothing when the lease has run out: that counted as a failure. */
  fail(job: Job, error: unknown): Promise<void>;
  /** Gives back jobs whose worker is known to be gone. For the only process of an embedded database, before it works. */
  releaseAbandoned(): Promise<void>;
  close(): Promise<void>;
}

export interface JobQueueOptions {
  readonly log?: Logger;
  /** Tries after the first one (default 5), and seconds to the second (default 2), doubled with each; 0: no pauses. */
  readonly retryLimit?: number;
  readonly retryDelaySeconds?: number;
  /** Default 15; 1 at least. Renewed while the job runs: a job of a dead process is taken over this much later, and an upkeep. */
  readonly leaseSeconds?: number;
  /** How often to look for jobs whose lease has run out. Default 5,000. */
  readonly upkeepMs?: number;
}

const names: Readonly<Record<JobName, true>> = {
  extractMemories: true,
  exportMemories: true,
  generateProfiles: true,
  reEmbed: true,
  deleteProject: true,
  deleteOrganization: true,
  deleteMemories: true,
};

/** All jobs there are. */
export const jobNames = Object.keys(names) as JobName[];

const deadName = (name: JobName) => `${name}.dead`;
const queueOf = (job: Pick<Job, 'name' | 'isDead'>) => (job.isDead ? deadName(job.name) : job.name);

/** The job queue in schema `pgboss` of our database, over our connections; installed here when it is missing. */
export async function createJobQueue(database: Database, options: JobQueueOptions = {}): Promise<WorkerQueue> {
  const { log, retryLimit = 5, retryDelaySeconds = 2, leaseSeconds = 15, upkeepMs = 5_000 } = options;
  await install(database);
  const boss = new PgBoss({
    ...settings,
    db: { executeSql: (text, values) => execute(database, text, values) },
    supervise: true,
    migrate: false,
  });
  boss.on('error', (error) => log?.warn({ err: error }, 'Upkeep of the job queue failed; it is tried again.'));
  await boss.start();
  const endUpkeep = every(
    upkeepMs,
    async () => {
      const [overdue] = await database.query(OVERDUE);
      if (overdue) await boss.expire();
    },
    log,
  );
  const retry = { retryLimit, retryDelay: retryDelaySeconds, retryBackoff: retryDelaySeconds > 0 };
  return {
    leaseMs: leaseSeconds * 1_000,
    async enqueue(tx, name, ...[payload, options]) {
      const db = { executeSql: (text: string, values: unknown[]) => tx.client.query(text, values) };
      const startAfter = options?.notBefore;
      const id = await boss.send(name, payload, {
        ...retry,
        ...(startAfter && { startAfter }),
        db,
        expireInSeconds: leaseSeconds,
        deadLetter: deadName(name),
      });
      if (id === null) throw new Error(`The job queue did not take a ${name} job.`);
    },
    async take(name, kind) {
      const isDead = kind === 'dead';
      const [found] = await boss.fetch<JobPayloads[typeof name]>(queueOf({ name, isDead }), {
        batchSize: 1,
        includeMetadata: true,
      });
      if (!found) return null;
      if (isDead) await database.query(SHORTEN, [deadName(name), found.id, leaseSeconds]);
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
      return (await database.query(EXTEND, [queueOf(job), job.id, job.attempt - 1])).length > 0;
    },
    complete: (job) => boss.complete(queueOf(job), job.id),
    async fail(job, error) {
      const [mine] = await database.query(MINE, [queueOf(job), job.id, job.attempt - 1]);
      if (mine)
        await boss.fail(queueOf(job), job.id, { message: error instanceof Error ? error.message : String(error) });
    },
    async releaseAbandoned() {
      const active = await database.query<{ id: string; name: string }>(
        `SELECT id, name FROM pgboss.job WHERE state = 'active'`,
      );
      for (const { id, name } of active) await boss.fail(name, id, { message: 'The process that worked on it ended.' });
    },
    async close() {
      await endUpkeep();
      await boss.stop({ graceful: false });
    },
  };
}

// A job counts as abandoned when `started_on` lies further back than its `expire_in`. Each time that it is taken, `retry_count` grows.
const EXTEND = `UPDATE pgboss.job SET started_on = now() WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3 RETURNING id`;

// The queue gives jobs that tell of a failure a lease of its own choice.
const SHORTEN = `UPDATE pgboss.job SET expire_in = make_interval(secs => $3) WHERE name = $1 AND id = $2 AND state = 'active'`;

const MINE = `SELECT id FROM pgboss.job WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`;

// job_active_idx: as cheap with a million finished jobs as with none.
const OVERDUE = `SELECT id FROM pgboss.job WHERE state = 'active' AND started_on + expire_in < now() LIMIT 1`;

const ACTIVE_INDEX = `CREATE INDEX IF NOT EXISTS job_active_idx ON pgboss.job (started_on) WHERE state = 'active'`;

/** Runs work at intervals, one at a time. @returns a function that ends it and waits for what is under way */
function every(ms: number, work: () => Promise<void>, log: Logger | undefined): () => Promise<void> {
  let round: Promise<void> | null = null;
  const timer = setInterval(() => {
    round ??= work()
      .catch((error: unknown) => log?.warn({ err: error }, 'Abandoned jobs cannot be looked for at the moment.'))
      .finally(() => (round = null));
  }, ms);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}

const settings = {
  schema: 'pgboss',
  schedule: false,
  maintenanceIntervalSeconds: 30,
  archiveCompletedAfterSeconds: 3_600,
  archiveFailedAfterSeconds: 7 * 86_400,
  deleteAfterDays: 7,
};

/**
 * Creates or upgrades the tables, and a pair of queues for each job. All of it in one transaction under one lock: creating a
 * queue adds a foreign key, and two processes that do it at once would deadlock.
 */
async function install(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [installLock]);
    const db = { executeSql: (text: string, values: unknown[]) => tx.client.query(withoutBounds(text), values) };
    const installer = new PgBoss({ ...settings, db, supervise: false, migrate: true });
    await installer.start();
    for (const name of jobNames) {
      await installer.createQueue(deadName(name));
      await installer.createQueue(name, { name, deadLetter: deadName(name) });
    }
    await installer.stop({ graceful: false });
    await tx.query(ACTIVE_INDEX);
  });
}

// Any number that nothing else locks.
const installLock = 72_707_371;

/**
 * Upkeep comes as one text of several statements between BEGIN and COMMIT. When one of them fails, the connection would go
 * back to the pool inside a broken transaction; hence a transaction of ours.
 */
async function execute(database: Database, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  if (!startsTransaction.test(text)) return database.pool.query(text, values);
  return database.transaction((tx: Transaction) => tx.client.query(withoutBounds(text)));
}

const startsTransaction = /^\s*BEGIN;/;
const withoutBounds = (text: string) =>
  startsTransaction.test(text) ? text.replace(startsTransaction, '').replace(/COMMIT;\s*$/, '') : text;
