import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database, Transaction } from '@memory-gateway/database';
import { testDatabase } from '../setup/database.js';

/** Thrown to roll back the second set of tables. */
class Undo extends Error {}

const FROM_SCHEMA = 'drift';

// Written by hand, because the schema language cannot express them.
const BY_HAND = new Set(['memories.tsv', 'memories.token_count', 'memories.traits', 'memories.statement_tokens']);

let database: Database;
let expected: Shape;
let actual: Shape;

interface Shape {
  columns: string[];
  indexes: string[];
  constraints: string[];
}

// Creates prisma/schema.prisma as tables in a separate schema, beside the migrated tables, in one transaction.
beforeAll(async () => {
  database = await testDatabase();
  const { stdout } = await promisify(execFile)(process.execPath, [
    'scripts/schema-diff.mjs',
    '--empty',
    'prisma/schema.prisma',
  ]);
  const undone = database.transaction(async (tx) => {
    actual = await shapeOf(tx, 'public');
    await tx.query(`CREATE SCHEMA ${FROM_SCHEMA}; SET LOCAL search_path = ${FROM_SCHEMA}, public`);
    await tx.query(stdout);
    expected = await shapeOf(tx, FROM_SCHEMA);
    throw new Undo();
  });
  await expect(undone).rejects.toBeInstanceOf(Undo);
});

async function shapeOf(tx: Transaction, schema: string): Promise<Shape> {
  const lines = async (sql: string) => {
    const rows = await tx.query<{ line: string }>(sql, [schema]);
    return rows.map(({ line }) =>
      // The schema language knows no partitions, so indexes of a partitioned table are compared as those of a plain
      // table.
      line.replaceAll(`${FROM_SCHEMA}.`, '').replaceAll('public.', '').replace(' ON ONLY ', ' ON '),
    );
  };
  return {
    columns: await lines(`
      SELECT concat_ws(' ', table_name || '.' || column_name, udt_name, character_maximum_length, datetime_precision,
        'null:' || is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = $1 AND table_name <> '_prisma_migrations'
        AND NOT EXISTS (SELECT FROM pg_class WHERE relname = table_name AND (relispartition OR relkind = 'v')) ORDER BY line`),
    indexes: await lines(`SELECT indexdef AS line FROM pg_indexes WHERE schemaname = $1 ORDER BY line`),
    constraints: await lines(`
      SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS line FROM pg_constraint
      WHERE connamespace = $1::regnamespace AND contype IN ('f', 'p') ORDER BY line`),
  };
}

const nameOf = (line: string) => line.split(' ')[0]!;

// test/stores/partitions.test.ts compares a database with partitions to one without.
describe.skipIf(process.env.TEST_PARTITIONS !== undefined)('the migrations and schema.prisma', () => {
  it('agree on every column but those written by hand', () => {
    const compared = (shape: Shape) => shape.columns.filter((line) => !BY_HAND.has(nameOf(line)));
    expect(compared(actual)).toEqual(compared(expected));
    expect(actual.columns.map(nameOf)).toEqual(expected.columns.map(nameOf));
  });

  it('agree on every index of the schema; the migrations may have more', () => {
    expect(actual.indexes).toEqual(expect.arrayContaining(expected.indexes));
  });

  it('agree on every primary and foreign key', () => {
    expect(actual.constraints).toEqual(expect.arrayContaining(expected.constraints));
  });
});
