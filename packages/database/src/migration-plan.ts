import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listAppliedMigrations, listPendingMigrations, migrate, type MigrateOptions } from './migrate.js';
import { readMigrations, type MigrationStep } from './migration-files.js';
import { openDatabase, type Queryable } from './open-database.js';

export interface PlannedStep {
  readonly migration: string;
  /** From 1. */
  readonly step: number;
  readonly kind: MigrationStep['kind'];
  /** Locks on tables that exist, with the size of each table. */
  readonly locks: readonly {
    readonly table: string;
    readonly mode: string;
    readonly bytes: number;
    readonly rows: number;
  }[];
}

/**
 * Lists the steps that {@link migrate} would run, with the locks that they take. Changes nothing: the steps run on an empty embedded
 * database, which tells the locks, and the sizes are those of the given database.
 */
export async function planMigrations(database: Queryable, options: MigrateOptions = {}): Promise<PlannedStep[]> {
  const pending = await listPendingMigrations(database, options);
  if (pending.length === 0) return [];
  const { migrations } = await readMigrations(options.directory);
  const applied = await listAppliedMigrations(database);
  const sizes = new Map((await database.query<Size>(SIZES)).map((size) => [size.name, size]));
  const steps: PlannedStep[] = [];
  await onScratch(async (scratch) => {
    if (applied.length > 0) await migrate(scratch, { ...options, to: applied.at(-1) ?? '', contract: true });
    await migrate(scratch, {
      ...options,
      contract: true,
      async inspect(tx, { name }, index) {
        const kind = migrations.find((each) => each.name === name)?.steps[index]?.kind ?? 'alone';
        if (!pending.includes(name)) return;
        const isConcurrent = kind === 'alone' || kind === 'index';
        const locks = (await tx.query<{ name: string; mode: string }>(LOCKS)).flatMap(({ name: table, mode }) => {
          const size = sizes.get(table);
          if (size === undefined) return [];
          const { bytes, rows } = size;
          return [{ table, mode: isConcurrent && mode === 'SHARE' ? 'SHARE UPDATE EXCLUSIVE' : mode, bytes, rows }];
        });
        steps.push({ migration: name, step: index + 1, kind, locks: kind === 'repeat' ? [] : locks });
      },
    });
  });
  return steps;
}

interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
}

const SIZES = `
  SELECT relname AS name, pg_total_relation_size(oid) AS bytes, greatest(reltuples, 0)::bigint AS rows
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`;

// The strongest lock of each table. Reading takes ACCESS SHARE, which blocks no other reader or writer.
const LOCKS = `
  SELECT DISTINCT ON (c.relname) c.relname AS name, replace(upper(regexp_replace(replace(l.mode, 'Lock', ''), '([a-z])([A-Z])', '\\1 \\2', 'g')), '_', ' ') AS mode
  FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
  WHERE l.pid = pg_backend_pid() AND l.granted AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND l.mode <> 'AccessShareLock' AND c.relname <> '_prisma_migrations'
  ORDER BY c.relname, array_position(ARRAY['AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock',
    'ShareUpdateExclusiveLock', 'RowExclusiveLock', 'RowShareLock'], l.mode)`;

async function onScratch(work: (scratch: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memory-gateway-plan-'));
  try {
    const scratch = await openDatabase({ kind: 'embedded', dataDir });
    try {
      await work(scratch);
    } finally {
      await scratch.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
