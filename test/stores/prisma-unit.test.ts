import { beforeEach, describe, expect, it } from 'vitest';
import { isRetryable } from '../../packages/database/src/database-errors.js';
import {
  type Database,
  findViolatedConstraint,
  holdTransaction,
  isRowMissing,
  openDatabase,
  type Transaction,
} from '@memory-gateway/database';
import type { PrismaWrites } from '../../packages/database/src/prisma-client.js';
import { emptyDatabase, testDatabase } from '../setup/database.js';

let database: Database;

beforeEach(async () => {
  database = await testDatabase();
  await emptyDatabase(database);
});

const sqlInsert = (tx: Transaction, key: string) =>
  tx.query("INSERT INTO settings (key, value) VALUES ($1, '1')", [key]);
const create = (prisma: PrismaWrites, key: string) => prisma.setting.create({ data: { key, value: 1 } });
const keys = async () =>
  (await database.query<{ key: string }>('SELECT key FROM settings ORDER BY key')).map(({ key }) => key);
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('Prisma in a transaction', () => {
  it('commits with the statements of the transaction', async () => {
    const seen = await database.transaction(async (tx) => {
      await sqlInsert(tx, 'a');
      await create(await tx.prisma(), 'b');
      await sqlInsert(tx, 'c');
      return (await tx.prisma()).setting.findMany({ orderBy: { key: 'asc' }, select: { key: true } });
    });
    expect(seen).toEqual([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
    expect(await keys()).toEqual(['a', 'b', 'c']);
  });

  it('rolls back with the statements of the transaction', async () => {
    const broken = database.transaction(async (tx) => {
      await sqlInsert(tx, 'a');
      await create(await tx.prisma(), 'b');
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    expect(await keys()).toEqual([]);
  });

  it('sends no BEGIN, COMMIT or ROLLBACK of its own, for nested writes either', async () => {
    const heard: string[] = [];
    const stop = database.onQuery((text) => heard.push(text));
    await database.transaction(async (tx) => {
      const prisma = await tx.prisma();
      expect(await tx.prisma()).toBe(prisma);
      await prisma.organization.create({
        data: { id: 'org_x', name: 'X', projects: { create: { id: 'proj_x', name: 'X' } } },
      });
    });
    stop();
    expect(heard.filter((text) => /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT)/.test(text))).toEqual(['COMMIT']);
    expect(await database.query("SELECT organization_id FROM projects WHERE id = 'proj_x'")).toEqual([
      { organizationId: 'org_x' },
    ]);
  });

  it('keeps 50 transactions at once apart', async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        database.transaction(async (tx) => {
          const key = `k${String(index).padStart(2, '0')}`;
          await create(await tx.prisma(), `${key}-prisma`);
          await sqlInsert(tx, `${key}-sql`);
          // Each transaction sees its own rows and committed rows, which come in pairs.
          const own = await (await tx.prisma()).setting.findMany({ where: { key: { startsWith: key } } });
          const odd = (await (await tx.prisma()).setting.count()) % 2;
          if (index % 2 === 1) throw new Error('odd');
          return [own.length, odd];
        }),
      ),
    );
    expect(settled).toEqual(
      settled.map((_, index) =>
        index % 2 === 0
          ? { status: 'fulfilled', value: [2, 0] }
          : { status: 'rejected', reason: expect.objectContaining({ message: 'odd' }) as Error },
      ),
    );
    expect(await keys()).toHaveLength(50);
  });

  it('refuses to be opened or used after the end', async () => {
    const kept: { tx?: Transaction; prisma?: PrismaWrites } = {};
    await database.transaction(async (tx) => {
      kept.prisma = await tx.prisma();
    });
    await database.transaction(async (tx) => {
      kept.tx = tx;
    });
    expect(await failureOf(create(kept.prisma as PrismaWrites, 'late'))).toMatchObject({ code: 'P2028' });
    await expect(kept.tx?.prisma()).rejects.toThrow('The transaction has ended.');
    expect(await keys()).toEqual([]);
  });

  it('rejects when a failed statement was swallowed, because nothing was stored', async () => {
    const broken = database.transaction(async (tx) => {
      await sqlInsert(tx, 'a');
      await create(await tx.prisma(), 'a').catch(() => undefined);
    });
    await expect(broken).rejects.toThrow('rolled back');
    expect(await keys()).toEqual([]);
  });

  it('costs a transaction that does not use it nothing', async () => {
    const heard: string[] = [];
    const stop = database.onQuery((text) => heard.push(text));
    await database.transaction(async (tx) => tx.query('SELECT 1'));
    stop();
    expect(heard).toEqual(['SELECT 1', 'COMMIT']);
  });
});

describe('errors of Prisma', () => {
  it('name the index that refused a write, as errors of the driver do', async () => {
    const viaPrisma = () =>
      database.transaction(async (tx) => {
        await create(await tx.prisma(), 'a');
        await create(await tx.prisma(), 'a');
      });
    const viaSql = () =>
      database.transaction(async (tx) => {
        await sqlInsert(tx, 'a');
        await sqlInsert(tx, 'a');
      });
    const errors = [await failureOf(viaPrisma()), await failureOf(viaSql())];
    expect(errors).toMatchObject([{ code: 'P2002' }, { code: '23505' }]);
    expect(errors.map(findViolatedConstraint)).toEqual(['settings_pkey', 'settings_pkey']);
    expect(findViolatedConstraint(new Error('other'))).toBeNull();
  });

  it('tell a missing row and a missing parent from other errors', async () => {
    const missing = await failureOf(
      database.transaction(async (tx) =>
        (await tx.prisma()).setting.update({ where: { key: 'none' }, data: { value: 2 } }),
      ),
    );
    const orphan = await failureOf(
      database.transaction(async (tx) =>
        (await tx.prisma()).project.create({ data: { id: 'proj_x', name: 'X', organizationId: 'org_none' } }),
      ),
    );
    expect([missing, orphan]).toMatchObject([{ code: 'P2025' }, { code: 'P2003' }]);
    expect([isRowMissing(missing), isRowMissing(orphan)]).toEqual([true, false]);
    expect(findViolatedConstraint(orphan)).toBe('projects_organization_id_fkey');
  });

  it('of a serialization failure repeat the transaction on Postgres', async () => {
    await database.query(
      `CREATE OR REPLACE FUNCTION raise_conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$;
       CREATE TRIGGER raise_conflict BEFORE INSERT ON settings FOR EACH ROW EXECUTE FUNCTION raise_conflict()`,
    );
    let attempts = 0;
    const error = await failureOf(
      database.transaction(async (tx) => {
        attempts += 1;
        await create(await tx.prisma(), 'a');
      }),
    );
    await database.query('DROP TRIGGER raise_conflict ON settings; DROP FUNCTION raise_conflict');
    expect(error).toMatchObject({ code: 'P2034' });
    expect(isRetryable(error)).toBe(true);
    expect(attempts).toBe(database.kind === 'postgres' ? 4 : 1);
  });

  it('of a database that is away are those of a query', async () => {
    const away = await openDatabase({
      kind: 'postgres',
      connectionString: 'postgresql://postgres@127.0.0.1:1/postgres',
    });
    expect(await failureOf((await away.prisma()).setting.count())).toMatchObject({ name: 'DatabaseUnavailableError' });
    await away.close();
  });
});

describe('Prisma in a transaction that is held for a request', () => {
  it('reads and writes inside it, and a part that fails takes its own writes back', async () => {
    const held = holdTransaction(database);
    await held.database.transaction(async (tx) => create(await tx.prisma(), 'a'));
    const part = held.database.transaction(async (tx) => {
      await create(await tx.prisma(), 'b');
      throw new Error('part');
    });
    await expect(part).rejects.toThrow('part');
    expect(await (await held.database.prisma()).setting.count()).toBe(1);
    await held.commit(async (last) => void (await last.query("INSERT INTO settings (key, value) VALUES ('c', '1')")));
    expect(await keys()).toEqual(['a', 'c']);
  });
});
