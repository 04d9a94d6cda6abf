import { listAppliedMigrations, migrate } from '@memory-gateway/database/migrations';
import { countPartitions, type Database, type Queryable, type Transaction } from '@memory-gateway/database';
import { DumpError, type DumpManifest, readDump, writeDump } from '@memory-gateway/dump-file';
import { listInstallationTables, readCatalog, type InstallationCatalog } from './installation-catalog.js';
import { readOwnNames, type OwnNames } from './own-names.js';
import type { DumpProgress } from './project-dump.js';
import { beginSnapshot, insertRows, liftTimeouts, quote, sectionOf, type TableColumns } from './table-rows.js';

export interface BackupFile {
  readonly file: string;
  readonly onProgress?: DumpProgress | undefined;
}

const sectionName = ({ schema, table }: TableColumns) => (schema === 'public' ? table : `${schema}.${table}`);

/** Writes every table to a file, as a snapshot of one moment. @throws DumpError if the file cannot be written */
export function dumpInstallation(
  database: Pick<Database, 'transaction'>,
  { file, onProgress, createdAt }: BackupFile & { createdAt: Date },
): Promise<DumpManifest> {
  return database.transaction(async (tx) => {
    await beginSnapshot(tx);
    const catalog = await readCatalog(tx);
    const tables = await listInstallationTables(tx);
    return writeDump(file, {
      kind: 'backup',
      migrations: await listAppliedMigrations(tx),
      about: { createdAt: createdAt.toISOString(), ...catalog },
      sections: tables.map((table) => sectionOf(tx, sectionName(table), { ...table, ...unfinished(table) })),
      onProgress,
    });
  });
}

// Finished jobs are not worth keeping.
function unfinished({ schema }: TableColumns): { where?: string } {
  return schema === 'pgboss' ? { where: `t.state < 'completed'` } : {};
}

/** Whether a database holds only what the first start creates. */
export async function isInstallationEmpty(db: Queryable): Promise<boolean> {
  const [found] = await db.query<{ used: boolean }>(USED);
  return found?.used !== true;
}

/** Rejects a backup with migrations or columns that the database does not have. @throws DumpError */
export async function refuseOtherVersion(db: Queryable, manifest: DumpManifest): Promise<void> {
  const here = await listAppliedMigrations(db);
  const [newer] = manifest.migrations.filter((name) => !here.includes(name));
  if (newer !== undefined)
    throw new DumpError(`Line 1: the backup comes from a newer memory-gateway (migration ${newer}). Use that version.`);
  const tables = new Map((await listInstallationTables(db)).map((table) => [sectionName(table), table.columns]));
  for (const { name, columns } of manifest.sections) {
    const unknown = columns.find((column) => !tables.get(name)?.includes(column));
    if (unknown !== undefined)
      throw new DumpError(
        `Line 1: this memory-gateway does not know the column ${unknown} of ${name}. Use the version of the backup.`,
      );
  }
}

/**
 * Gives an empty installation the tables of an older backup, so that the migrations since then change its rows, too.
 * @returns whether there are such migrations
 */
export async function rewindInstallation(database: Database, { migrations }: DumpManifest): Promise<boolean> {
  const here = await listAppliedMigrations(database);
  const last = migrations.at(-1);
  if (last === undefined || here.every((name) => migrations.includes(name))) return false;
  if ((await countPartitions(database)) > 0)
    throw new DumpError(
      'Line 1: the backup comes from an older memory-gateway, and this database is partitioned. Restore it without PARTITIONS first, and restore a new backup of that installation here.',
    );
  await database.transaction(async (tx) => {
    await liftTimeouts(tx);
    await tx.query(dropOwn(await readOwnNames(tx)));
  });
  await migrate(database, { to: last });
  return true;
}

// Extensions stay: to create them may need an administrator. All names are read before the first DROP, because CASCADE
// drops functions that are still to come, which then have no name.
function dropOwn(own: OwnNames | null): string {
  const isOwn = (column: string, names: readonly string[] | undefined) =>
    names === undefined ? 'true' : `${column} = ANY ('{${names.join()}}')`;
  return `
DO $$
DECLARE
  what text;
BEGIN
  FOREACH what IN ARRAY ARRAY(
    SELECT format('TABLE IF EXISTS %s', oid::regclass) FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND ${isOwn('relname', own?.tables)} AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('FUNCTION IF EXISTS %s', oid::regprocedure) FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
      AND ${isOwn('proname', own?.functions)} AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e'))
  LOOP
    EXECUTE format('DROP %s CASCADE', what);
  END LOOP;
END $$`;
}

/** Replaces the rows of the first start by those of a backup. @throws DumpError if the file changed */
export async function restoreInstallation(tx: Transaction, { file, onProgress }: BackupFile): Promise<void> {
  await liftTimeouts(tx);
  const tables = await listInstallationTables(tx);
  let catalog: InstallationCatalog = { partitions: [], vectorIndexes: [], sequences: [] };
  let written = { section: '', rows: 0 };
  for await (const part of readDump(file, 'backup')) {
    if ('manifest' in part) {
      // A manifest of kind `backup`, which this file wrote.
      catalog = part.manifest.about as unknown as InstallationCatalog;
      await prepare(tx, tables, catalog);
      continue;
    }
    const { name, columns } = part.section;
    const [schema = '', table = ''] = name.includes('.') ? name.split('.') : ['public', name];
    await insertRows(tx, { schema, table, columns }, part.rows);
    written = { section: name, rows: (written.section === name ? written.rows : 0) + part.rows.length };
    onProgress?.(written);
  }
  // Building an index over all vectors is much faster than inserting into it row by row.
  for (const { definition } of catalog.vectorIndexes) await tx.query(definition);
  for (const { name, value } of catalog.sequences)
    await tx.query(`SELECT setval(to_regclass($1), greatest($2::bigint, 1), $2::bigint > 0)`, [quote(name), value]);
}

async function prepare(
  tx: Transaction,
  tables: readonly TableColumns[],
  { partitions }: InstallationCatalog,
): Promise<void> {
  for (const { schema, table } of [...tables].reverse())
    await tx.execute(`DELETE FROM ${quote(schema)}.${quote(table)}`);
  for (const { name } of (await readCatalog(tx)).vectorIndexes) await tx.query(`DROP INDEX ${quote(name)}`);
  for (const { name, parent, bound } of partitions)
    await tx.query(`CREATE TABLE IF NOT EXISTS ${quote(name)} PARTITION OF ${quote(parent)} ${bound}`);
}

const USED = `
SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM memories) OR EXISTS (SELECT FROM entities)
  OR EXISTS (SELECT FROM organizations WHERE NOT is_default) OR EXISTS (SELECT FROM projects WHERE NOT is_default) AS used`;
