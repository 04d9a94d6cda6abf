import { UnavailableError } from '../../errors.js';
import type { Database, Queryable, Transaction } from './open-database.js';
import { isRetryable } from './database-errors.js';

/**
 * A view of the database for one request, whose first write opens a transaction that stays open until the request has its answer:
 * what was written and the answer are committed together, whatever use case wrote it.
 */
export interface HeldTransaction {
  /**
   * The same database. Its first transaction is held open when it is done; later ones become parts of it, and what is read is
   * read inside. Statements that write count as transactions. Once it is over, this is the database and nothing more.
   */
  readonly database: Database;
  /** Whether something was committed. */
  readonly isCommitted: () => boolean;
  /** Does the last work of the transaction, or, where nothing was written, does it alone; then commits. @throws what `last` throws, after a rollback */
  commit(last: (queryable: Queryable) => Promise<void>): Promise<void>;
  /** Takes everything back. */
  rollBack(): Promise<void>;
}

type Work<T> = (tx: Transaction) => Promise<T>;
type Last = (tx: Transaction) => Promise<void>;

interface Held {
  readonly tx: Transaction;
  /** Lets it go on: `last`, then the commit. */
  readonly end: (last: Last) => void;
  /** Rejects when it was rolled back. */
  readonly ended: Promise<void>;
}

/** Makes such a view. Opens nothing yet. */
export function holdTransaction(base: Database): HeldTransaction {
  let held: Held | null = null;
  let isOver = false;
  let isCommitted = false;
  const inTurn = oneAfterAnother();
  const transaction = <T>(work: Work<T>): Promise<T> => {
    if (isOver) return base.transaction(work);
    return inTurn(() => (held ? savepoint(held.tx, work) : open(base, work, (opened) => void (held = opened))));
  };
  const query: Queryable['query'] = (text, values) => {
    if (!isOver && writes.test(text)) return transaction((tx) => tx.query(text, values));
    return (held?.tx ?? base).query(text, values);
  };
  const release = () => {
    const given = held;
    held = null;
    isOver = true;
    return given;
  };
  return {
    database: { ...base, transaction, query, prisma: () => (held?.tx ?? base).prisma() },
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

// Of our own statements; whatever it takes for a write without need is held a little longer.
const writes = /\b(INSERT INTO|UPDATE|DELETE FROM)\b/;

class RolledBack extends Error {}

function ignoreRollback(error: unknown): void {
  if (!(error instanceof RolledBack)) throw error;
}

function end({ end: goOn, ended }: Held, last: Last): Promise<void> {
  goOn(last);
  return ended;
}

/** Runs the first transaction. @returns what it returns, while it is still open */
function open<T>(base: Database, work: Work<T>, opened: (held: Held) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended: Promise<void> = base.transaction(async (tx) => {
      const result = await work(tx);
      const last = await new Promise<Last>((goOn) => {
        opened({
          tx,
          end: goOn,
          get ended() {
            return ended;
          },
        });
        resolve(result);
      });
      // The caller has the result: from here on the work must not be repeated.
      await last(tx).catch((error: unknown) => {
        throw isRetryable(error) ? new UnavailableError(undefined, { cause: error }) : error;
      });
    });
    // After the result was given this says nothing: `ended` does.
    ended.catch(reject);
  });
}

const maxRetries = 3;

/** Runs a later transaction as a part of the open one, which survives its failure. */
async function savepoint<T>(outer: Transaction, work: Work<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const callbacks: (() => void)[] = [];
    await outer.query('SAVEPOINT part');
    try {
      const result = await work({
        client: outer.client,
        query: outer.query,
        prisma: outer.prisma,
        afterCommit: (callback) => void callbacks.push(callback),
      });
      await outer.query('RELEASE SAVEPOINT part');
      callbacks.forEach((callback) => outer.afterCommit(callback));
      return result;
    } catch (error) {
      await outer.query('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part');
      if (attempt >= maxRetries || !isRetryable(error)) throw error;
    }
  }
}

/** Transactions of one request share a connection, so none begins before the one before it is done. */
function oneAfterAnother(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
