import { beforeEach, describe, expect, inject, it } from 'vitest';
import { type Database, holdTransaction, inOneTurn, type Transaction } from '@memory-gateway/database';
import { emptyDatabase, testDatabase } from '../setup/database.js';

const isEmbedded = inject('databases').kind === 'embedded';

let database: Database;

beforeEach(async () => {
  database = await testDatabase();
  await emptyDatabase(database);
});

const INSERT = `INSERT INTO settings (key, value) VALUES ($1, '1')`;
const DIVIDE = 'SELECT 1 / $1::int AS result';
const FAIL = `DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$`;
const insert = (tx: Pick<Transaction, 'query'>, key: string) => tx.query(INSERT, [key]);
const insertLast = (tx: Transaction, key: string) => tx.queryLast(() => ({ text: INSERT, values: [key] }));
const keys = async () =>
  (await database.query<{ key: string }>('SELECT key FROM settings ORDER BY key')).map(({ key }) => key).join();

describe('a transaction whose statements do not wait for each other', () => {
  it('keeps their results apart, and sees its own writes in order', async () => {
    const results = await database.transaction((tx) =>
      inOneTurn([
        insert(tx, 'a'),
        tx.query('SELECT key FROM settings WHERE true OR $1', [true]),
        tx.query(DIVIDE, [1]),
      ]),
    );
    expect(results).toEqual([[], [{ key: 'a' }], [{ result: 1 }]]);
    expect(await keys()).toBe('a');
  });

  it('stores nothing when one fails, whichever it is', async () => {
    for (const failing of [0, 1, 2]) {
      const broken = database.transaction((tx) =>
        inOneTurn([0, 1, 2].map((at) => (at === failing ? tx.query(DIVIDE, [0]) : insert(tx, `key ${at}`)))),
      );
      await expect(broken).rejects.toThrow('division by zero');
    }
    expect(await keys()).toBe('');
  });

  it('ends with the failure that made the others fail, so that a deadlock is repeated', async () => {
    const broken = database.transaction((tx) =>
      inOneTurn([insert(tx, 'a').then(() => insert(tx, 'b')), tx.query(DIVIDE, [0]), insert(tx, 'c')]),
    );
    await expect(broken).rejects.toThrow('division by zero');
  });

  it('ends after all of them have ended', async () => {
    let isDone = false;
    const broken = database.transaction((tx) =>
      inOneTurn([
        tx.query(DIVIDE, [0]),
        insert(tx, 'a')
          .catch(() => insert(tx, 'b'))
          .finally(() => (isDone = true)),
      ]),
    );
    await expect(broken.finally(() => expect(isDone).toBe(true))).rejects.toThrow('division by zero');
    expect(await keys()).toBe('');
  });

  it('stores nothing when the failure of its first statement was ignored', async () => {
    const broken = database.transaction(async (tx) => {
      await tx.query(DIVIDE, [0]).catch(() => undefined);
      await insert(tx, 'a').catch(() => undefined);
    });
    await expect(broken).rejects.toThrow('rolled back');
    expect(await keys()).toBe('');
  });

  it('sends nothing without a statement', async () => {
    const heard: string[] = [];
    const stop = database.onQuery((text) => heard.push(text));
    expect(await database.transaction(async () => 1)).toBe(1);
    await expect(database.transaction(() => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
    stop();
    expect(heard).toEqual([]);
  });
});

describe('the last statements of a transaction', () => {
  it('are stored with the others, also where they are the only ones', async () => {
    await database.transaction(async (tx) => {
      insertLast(tx, 'b');
      await insert(tx, 'a');
      insertLast(tx, 'c');
    });
    await database.transaction(async (tx) => insertLast(tx, 'd'));
    expect(await keys()).toBe('a,b,c,d');
  });

  it('store nothing when one fails or the work rejects', async () => {
    let isCommitted = false;
    const broken = database.transaction(async (tx) => {
      tx.afterCommit(() => (isCommitted = true));
      await insert(tx, 'a');
      tx.queryLast(() => ({ text: DIVIDE, values: [0] }));
      insertLast(tx, 'b');
    });
    await expect(broken).rejects.toThrow('division by zero');
    const rejected = database.transaction(async (tx) => {
      insertLast(tx, 'c');
      throw new Error('No.');
    });
    await expect(rejected).rejects.toThrow('No.');
    expect([await keys(), isCommitted]).toEqual(['', false]);
  });

  it('are stored with the response of a held transaction, without those of a part that failed', async () => {
    const held = holdTransaction(database);
    await held.database.transaction((tx) => insert(tx, 'a'));
    await held.database.transaction(async (tx) => insertLast(tx, 'b'));
    const broken = held.database.transaction(async (tx) => {
      insertLast(tx, 'c');
      throw new Error('No.');
    });
    await expect(broken).rejects.toThrow('No.');
    await held.commit(async () => undefined);
    expect(await keys()).toBe('a,b');
  });

  it.runIf(!isEmbedded)('end a held transaction that the database would have repeated', async () => {
    const held = holdTransaction(database);
    let runs = 0;
    await held.database.transaction(async (tx) => {
      runs += 1;
      tx.queryLast(() => ({ text: FAIL, values: [] }));
      await insert(tx, 'a');
    });
    await expect(held.commit(async () => undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect([runs, await keys()]).toEqual([1, '']);
  });
});

it('refuses a statement that comes after the end of its transaction', async () => {
  let goOn = (): void => undefined;
  const paused = new Promise<void>((resolve) => (goOn = resolve));
  let late: Promise<unknown> | undefined;
  const failed = database.transaction(async (tx) => {
    await insert(tx, 'a');
    late = paused.then(() => insert(tx, 'b'));
    throw new Error('No.');
  });
  await expect(failed).rejects.toThrow('No.');
  goOn();
  await expect(late).rejects.toThrow('The transaction has ended.');
  expect(await keys()).toBe('');
});

it('forgets what a failed part of a held transaction left for its end', async () => {
  const held = holdTransaction(database);
  const seen: string[] = [];
  const part = (name: string) =>
    held.database.asOwner.transaction(async (tx) => {
      insertLast(tx, name);
      tx.afterCommit(() => seen.push(name));
      if (name === 'b') throw new Error('No.');
    });
  await part('a');
  await expect(part('b')).rejects.toThrow('No.');
  await held.commit(async () => undefined);
  expect([await keys(), seen]).toEqual(['a', ['a']]);
});

it('stores what waited for the end of a held transaction', async () => {
  const held = holdTransaction(database);
  const first = held.database.transaction((tx) => insert(tx, 'a'));
  const end = held.commit(async () => undefined);
  await Promise.all([first, end, held.database.transaction((tx) => insert(tx, 'b'))]);
  expect(await keys()).toBe('a,b');
});

describe.runIf(isEmbedded)('a single statement on the embedded database', () => {
  it('goes before a transaction that waits, with or without values in its first statement', async () => {
    const order: string[] = [];
    const noted = (name: string, work: Promise<unknown>) => work.then(() => void order.push(name));
    // Opens connections, so that none of the statements below waits for one.
    await Promise.all([1, 2, 3, 4].map((n) => database.query('SELECT pg_sleep($1)', [n / 100])));
    const waiting = await database.transaction(async (tx) => {
      await tx.query('SELECT 1');
      const begun = [
        noted(
          'transaction',
          database.transaction((other) => other.query('SELECT $1::int', [1])),
        ),
        noted(
          'transaction',
          database.transaction((other) => other.query('SELECT 1')),
        ),
        noted('statement', database.query('SELECT $1::int', [1])),
      ];
      // The database has received the others when it has answered these.
      for (let turn = 0; turn < 3; turn += 1) await tx.query('SELECT 1');
      return { begun };
    });
    await Promise.all(waiting.begun);
    expect(order).toEqual(['statement', 'transaction', 'transaction']);
  });
});
