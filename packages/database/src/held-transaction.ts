import { UnavailableError } from '@memory-gateway/errors';
import type { Database, Queryable, Transaction } from './open-database.js';
import type { AfterCommit, Statements } from './types.js';
import { isRetryable } from './database-errors.js';
import { createTurns } from './turns.js';

/**
 * A view of the database for one request. The first write opens a transaction that stays open until the response
 * exists, so that writes and response are committed together, independent of the use case.
 */
export interface HeldTransaction {
  /**
   * The same database. Its first transaction stays open; later transactions become savepoints of it, and reads run
   * inside it. `execute` counts as a transaction. After the commit or rollback, calls go to the database
   * directly.
   */
  readonly database: Database;
  readonly isCommitted: () => boolean;
  /** Runs `last` in the open transaction, or in a new one, and commits. @throws the error of `last` after a rollback */
  commit(last: (queryable: Queryable) => Promise<void>): Promise<void>;
  rollBack(): Promise<void>;
}

type Work<T> = (tx: Transaction) => Promise<T>;
type Last = (tx: Transaction) => Promise<void>;

interface Held {
  readonly tx: Transaction;
  /** Resumes the transaction: runs `last`, then commits. */
  readonly end: (last: Last) => void;
  /** Resolves after the commit, rejects after a rollback. */
  readonly ended: Promise<void>;
}

/** Creates the view. Opens no transaction yet. */
export function holdTransaction(base: Database): HeldTransaction {
  let held: Held | null = null;
  let isOver = false;
  let isCommitted = false;
  const inTurn = createTurns(1).run;
  const now = <T>(work: Work<T>): Promise<T> => {
    if (isOver) return base.transaction(work);
    return held ? savepoint(held.tx, work) : open(base, work, (opened) => void (held = opened));
  };
  // One that waited may come after the end.
  const transaction = <T>(work: Work<T>): Promise<T> => (isOver ? now(work) : inTurn(() => now(work)));
  const statementsAs = (choose: (queryable: Queryable) => Statements): Statements => ({
    query: (text, values) => choose(held?.tx ?? base).query(text, values),
    execute: (text, values) =>
      isOver ? choose(base).execute(text, values) : transaction((tx) => choose(tx).execute(text, values)),
  });
  const statements = statementsAs((queryable) => queryable);
  const prisma = () => (held?.tx ?? base).prisma();
  const asOwner: Database = {
    ...base.asOwner,
    ...statementsAs((queryable) => queryable.asOwner),
    transaction: (work) => transaction((tx) => tx.runAsOwner(work)),
    readTransaction: (work) => transaction((tx) => tx.runAsOwner(work)),
    prisma,
    get asOwner() {
      return asOwner;
    },
  };
  const release = () => {
    const given = held;
    held = null;
    isOver = true;
    return given;
  };
  return {
    database: { ...base, ...statements, transaction, readTransaction: transaction, prisma, asOwner },
    isCommitted: () => isCommitted,
    commit: (last) =>
      inTurn(async () => {
        const given = release();
        await (given ? end(given, last) : last(base));
        isCommitted = true;
      }),
    rollBack: () =>
      inTurn(async () => {
        const given = release();
        if (given) await end(given, () => Promise.reject(new RolledBack())).catch(ignoreRollback);
      }),
  };
}

class RolledBack extends Error {}

function ignoreRollback(error: unknown): void {
  if (!(error instanceof RolledBack)) throw error;
}

function end({ end: goOn, ended }: Held, last: Last): Promise<void> {
  goOn(last);
  return ended;
}

/** Runs the first transaction. @returns its result while the transaction is still open */
function open<T>(base: Database, work: Work<T>, opened: (held: Held) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let isResolved = false;
    const ended: Promise<void> = base.transaction(async (tx) => {
      // A failure at the end repeats the work, whose result the caller already has.
      if (isResolved) throw new UnavailableError();
      const result = await work(tx);
      const last = await new Promise<Last>((goOn) => {
        opened({
          tx,
          end: goOn,
          get ended() {
            return ended;
          },
        });
        isResolved = true;
        resolve(result);
      });
      await last(tx);
    });
    // No effect once the result is returned; `ended` reports later failures.
    ended.catch(reject);
  });
}

const maxRetries = 3;

/** Runs a later transaction as a savepoint, whose failure the open transaction survives. */
async function savepoint<T>(outer: Transaction, work: Work<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const callbacks: AfterCommit[] = [];
    const last: (() => void)[] = [];
    const toPart = (tx: Transaction): Transaction => ({
      ...tx,
      runAsOwner: (own) => tx.runAsOwner((owner) => own(toPart(owner))),
      queryLast: (toStatement) => void last.push(() => tx.queryLast(toStatement)),
      afterCommit: (callback) => void callbacks.push(callback),
    });
    await outer.query('SAVEPOINT part');
    try {
      const result = await work(toPart(outer));
      await outer.query('RELEASE SAVEPOINT part');
      last.forEach((queryLast) => queryLast());
      callbacks.forEach((callback) => outer.afterCommit(callback));
      return result;
    } catch (error) {
      await outer.query('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part');
      if (attempt >= maxRetries || !isRetryable(error)) throw error;
    }
  }
}
