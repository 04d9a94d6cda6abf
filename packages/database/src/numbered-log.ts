import { setTimeout as wait } from 'node:timers/promises';
import type { Queryable } from './types.js';
import { firstNumber } from './first-row.js';

interface LogEnd {
  readonly id: number;
  /** Open transactions that may hold ids up to `id`. */
  readonly writers: readonly string[];
}

/** Returns the reads of a table whose rows are numbered by a sequence, in any order of their commits. @param log with the lock of its writers */
export function numberedLog(db: Queryable, { table, lock }: { readonly table: string; readonly lock: number }) {
  const sequence = `${table}_id_seq`;
  return {
    /** Resolves with an id up to which no further row can appear. */
    settledEnd: createSettledEnd(db, { sequence, lock }),
    /** Returns the highest id that was ever taken, even if its row no longer exists. */
    lastIssuedId: () =>
      firstNumber(db.query(`SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS id FROM ${sequence}`)),
    /** Returns the lowest stored id, or the next id if nothing is stored. */
    oldestId: () =>
      firstNumber(
        db.query(
          `SELECT coalesce((SELECT min(id) FROM ${table}), (SELECT last_value + is_called::int FROM ${sequence})) AS id`,
        ),
      ),
  };
}

const firstPauseMs = 2;
const longestPauseMs = 100;

/**
 * Returns a function that resolves with an id up to which no further row can appear, in a log whose writers take ids from a sequence and
 * commit in any order. Writers share an advisory lock, which they take before an id and hold until they end. The function takes the end
 * of the sequence and waits for the writers that hold the lock afterwards: then every id up to that end is either visible or will never
 * be used. Callers that come while it runs share the next run.
 */
function createSettledEnd(db: Queryable, log: { readonly sequence: string; readonly lock: number }) {
  const { end, writers: holders } = statements(log);
  let running: Promise<number> | null = null;
  let next: Promise<number> | null = null;

  async function find(): Promise<number> {
    const [{ id, writers } = { id: 0, writers: [] }] = await db.query<LogEnd>(end);
    let waiting = new Set(writers);
    for (let pauseMs = firstPauseMs; waiting.size > 0; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      await wait(pauseMs);
      const writing = await db.query<{ writer: string }>(holders);
      waiting = new Set(writing.map(({ writer }) => writer).filter((writer) => waiting.has(writer)));
    }
    return id;
  }
  function run(): Promise<number> {
    next = null;
    return (running = find().finally(() => (running = null)));
  }
  // The run that is on its way may have begun before the rows that the caller knows of.
  return (): Promise<number> => (running ? (next ??= running.then(run, run)) : run());
}

function statements({ sequence, lock }: { readonly sequence: string; readonly lock: number }) {
  const writers = `
  SELECT virtualtransaction AS writer FROM pg_locks
  WHERE locktype = 'advisory' AND classid = 0 AND objid = ${lock} AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  // The list of columns is computed after the row of the sequence was read, and the writers depend on it.
  const end = `
  SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS id, ARRAY(${writers} AND last_value > 0) AS writers
  FROM ${sequence}`;
  return { end, writers };
}
