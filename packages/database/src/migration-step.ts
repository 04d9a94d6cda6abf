import { setTimeout as delay } from 'node:timers/promises';
import { MigrationError, type MigrationStep } from './migration-files.js';
import { buildIndex, createIndex, DROP_UNFINISHED } from './index-statements.js';
import type { Database, Queryable } from './types.js';

export interface StepRun {
  readonly step: MigrationStep;
  /** Migration and step in messages. */
  readonly label: string;
  readonly onProgress: ((text: string) => void) | undefined;
  /** Takes the lock of migrations again, which is lost with its session, and waits while another process has it. */
  lock(): Promise<void>;
  /** Whether no other process ran the step meanwhile. */
  isDue(tx: Queryable): Promise<boolean>;
  /** Another session, which can look while the one of the step waits. */
  readonly observer: Queryable;
  /** Records the step in the transaction of `tx`. */
  record(tx: Queryable): Promise<void>;
}

// A statement that waits for a lock makes all later ones of its table wait too.
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_TRIES = 30;
// A lock that was not to be had in time, and a deadlock with a server that starts.
const LOCK_CODES = new Set<unknown>(['55P03', '40P01']);
const LONGEST_PAUSE_MS = 5_000;

/** Runs a step, again if a lock is not to be had at once. @throws MigrationError */
export async function runStep(database: Database, run: StepRun): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(database, run);
    } catch (error) {
      const { code, message, hint } = error as { code?: string; message?: string; hint?: string };
      if (!LOCK_CODES.has(code) || tries >= LOCK_TRIES) {
        const undone = run.step.kind === 'transaction' ? 'failed and was rolled back' : 'failed; run it again';
        throw new MigrationError(
          `Migration ${run.label} ${undone}: ${[message ?? String(error), hint].filter(Boolean).join('. ')}`,
          {
            cause: error,
          },
        );
      }
      run.onProgress?.(`${run.label}: a lock is taken, try ${tries} of ${LOCK_TRIES}${await whoBlocks(database)}.`);
      await delay(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** tries) * (0.5 + Math.random() / 2));
    }
  }
}

async function attempt(database: Database, run: StepRun): Promise<void> {
  const { step, lock, isDue, record, label, onProgress } = run;
  await lock();
  // The embedded database has one session, and its engine no background work.
  const isTransaction = step.kind === 'transaction' || (step.kind !== 'repeat' && database.kind === 'embedded');
  if (isTransaction) {
    return database.transaction(async (tx) => {
      await tx.query('SET LOCAL statement_timeout = 0');
      await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      if (!(await isDue(tx))) return;
      await tx.query(inTransaction(step));
      await record(tx);
    });
  }
  if (!(await isDue(database))) return;
  await (step.kind === 'repeat'
    ? repeat(database, step.sql, { lock, onRows: (rows) => onProgress?.(`${label}: ${rows} rows`) })
    : runAlone(database, run));
  await lock();
  await database.transaction(async (tx) => {
    if (await isDue(tx)) await record(tx);
  });
}

function inTransaction(step: MigrationStep): string {
  if (step.kind === 'index') return createIndex(step.index);
  return step.kind === 'alone' ? step.sql.replace(/\bCONCURRENTLY\b/gi, '') : step.sql;
}

async function runAlone(database: Database, run: StepRun): Promise<void> {
  const { step } = run;
  const unfinished = await database.query<{ statement: string }>(DROP_UNFINISHED);
  // What runs outside of a transaction waits for others and blocks none.
  await database.query('SET lock_timeout = 0');
  for (const { statement } of unfinished) await reportWaits(database, run, statement);
  const statements = step.kind === 'index' ? await buildIndex(database, step.index) : [step.sql];
  for (const statement of statements) await reportWaits(database, run, statement);
}

const FIRST_REPORT_MS = 5_000;
const LONGEST_SILENCE_MS = 60_000;

/** Runs a statement that may wait for as long as others need, and reports now and then what it waits for. */
async function reportWaits(database: Database, run: StepRun, statement: string): Promise<void> {
  const [session] = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const done = new AbortController();
  const report = async () => {
    for (let pauseMs = FIRST_REPORT_MS; ; pauseMs = Math.min(LONGEST_SILENCE_MS, pauseMs * 2)) {
      await delay(pauseMs, undefined, { signal: done.signal });
      const [blocker] = await run.observer.query<Transaction>(BLOCKER, [session?.pid]);
      if (blocker && !done.signal.aborted) run.onProgress?.(`${run.label}: waits for ${describe(blocker)}.`);
    }
  };
  // Ends with the statement. A report that fails is no failure of the step.
  void report().catch(() => undefined);
  try {
    await database.query(statement);
  } finally {
    done.abort();
  }
}

interface Repetition extends Pick<StepRun, 'lock'> {
  onRows(rows: number): void;
}

/** Each repetition is a transaction of its own: what it has done stays done, and rows are locked for a moment. */
async function repeat(database: Database, sql: string, { lock, onRows }: Repetition): Promise<void> {
  for (let total = 0; ;) {
    await lock();
    const rows = await database.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      return (await tx.query(sql)).length;
    });
    if (rows === 0) return;
    onRows((total += rows));
  }
}

/** Names the oldest open transaction, which holds the lock most likely. */
async function whoBlocks(database: Database): Promise<string> {
  if (database.kind === 'embedded') return '';
  const [row] = await database.query<Transaction>(`${OPEN} WHERE pid <> pg_backend_pid() AND since < now() ${OLDEST}`);
  return row ? `; the oldest transaction is that of ${describe(row)}` : '';
}

interface Transaction {
  readonly pid: number;
  /** Null: it belongs to a role whose sessions this one may not see. */
  readonly state: string | null;
  readonly seconds: number | null;
  /** Name of a prepared transaction, which has no process. */
  readonly prepared: string | null;
}

const OPEN = `
SELECT pid, state, extract(epoch FROM now() - since)::int AS seconds, prepared
FROM (
  SELECT pid, state, xact_start AS since, NULL AS prepared FROM pg_stat_activity WHERE datname = current_database()
  UNION ALL
  SELECT 0, 'prepared', prepared, gid FROM pg_prepared_xacts WHERE database = current_database()
) AS open`;
const OLDEST = 'ORDER BY since LIMIT 1';

// A prepared transaction blocks as process 0.
const BLOCKER = `${OPEN} WHERE pid = ANY (pg_blocking_pids($1)) ${OLDEST}`;

const describe = ({ pid, state, seconds, prepared }: Transaction): string => {
  const name = prepared === null ? `process ${pid}` : `the transaction ${prepared}`;
  return `${name}${state === null || seconds === null ? '' : `, ${state} for ${seconds} s`}`;
};
