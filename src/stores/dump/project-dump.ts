import type { ProjectScope } from '../../auth/scope.js';
import { isPlausibleId } from '../access/reach-sql.js';
import { listAppliedMigrations } from '@memory-gateway/database/migrations';
import type { Database, Queryable, Transaction } from '@memory-gateway/database';
import { DumpError, type DumpManifest, readDump, writeDump } from '@memory-gateway/dump-file';
import { projectSections, settingsSection, type ProjectSection } from './project-sections.js';
import { beginSnapshot, insertRows, listTables, liftTimeouts, sectionOf, type TableColumns } from './table-rows.js';

export type DumpProgress = (progress: { section: string; rows: number }) => void;

/**
 * Writes a project to a file, as a snapshot of one moment. @throws DumpError if the file exists; a file system error
 */
export function dumpProject(
  database: Pick<Database, 'transaction'>,
  { projectId }: ProjectScope,
  { file, onProgress }: { file: string; onProgress?: DumpProgress | undefined },
): Promise<DumpManifest> {
  return database.transaction(async (tx) => {
    await beginSnapshot(tx);
    const tables = await tablesByName(tx);
    const values = [projectId];
    const read = (section: ProjectSection) => {
      const where = `t.project_id = $1${section.where === undefined ? '' : ` AND ${section.where}`}`;
      const columns = columnsOf(tables, section.table, [...section.omit, 'project_id']);
      return sectionOf(tx, section.table, { schema: 'public', ...section, columns, where, values });
    };
    const settings = {
      schema: 'public',
      table: settingsSection.table,
      columns: columnsOf(tables, settingsSection.table, settingsSection.omit),
    };
    return writeDump(file, {
      kind: 'project',
      migrations: await listAppliedMigrations(tx),
      about: {},
      sections: [
        sectionOf(tx, settings.table, { ...settings, where: 't.id = $1', order: 't.id', values }),
        ...projectSections.map(read),
      ],
      onProgress,
    });
  });
}

/** Lists the sections with rows of a project, including rows of its deleted memories. */
export async function nonEmptySections(db: Queryable, { projectId }: ProjectScope): Promise<string[]> {
  const questions = projectSections.map(
    ({ table }) => `SELECT '${table}' AS name WHERE EXISTS (SELECT FROM ${table} WHERE project_id = $1)`,
  );
  return (await db.query<{ name: string }>(questions.join(' UNION ALL '), [projectId])).map(({ name }) => name);
}

export interface ProjectSettingsRow {
  readonly id: string;
  readonly name: string;
}

/** Reads the first row of a project file. @throws DumpError */
export async function readProjectSettings(file: string): Promise<ProjectSettingsRow> {
  for await (const part of readDump(file, 'project')) {
    if ('manifest' in part) continue;
    const row = JSON.parse(part.rows[0] ?? 'null') as ProjectSettingsRow | null;
    const isSettings = part.section.name === settingsSection.table && typeof row?.name === 'string';
    if (isSettings && isPlausibleId(row.id)) return row;
    break;
  }
  throw new DumpError('The file has no settings of a project.');
}

/** Rejects a file with tables or columns that this build does not know. @throws DumpError */
export async function refuseUnknownSections(db: Queryable, manifest: DumpManifest): Promise<void> {
  const known = await listAppliedMigrations(db);
  const migration = manifest.migrations.find((name) => !known.includes(name));
  if (migration !== undefined)
    throw new DumpError(
      `Line 1: the file comes from a newer memory-gateway (its database has the migration ${migration}). Upgrade first.`,
    );
  const tables = await tablesByName(db);
  for (const { name, columns } of manifest.sections) {
    const isSection = name === settingsSection.table || projectSections.some(({ table }) => table === name);
    const unknown = columns.find((column) => !tables.get(name)?.columns.includes(column));
    if (!isSection || unknown !== undefined)
      throw new DumpError(
        `Line 1: this memory-gateway does not know ${isSection ? `the column ${unknown ?? ''} of ` : ''}the section ${name}. Upgrade first.`,
      );
  }
}

/** Fills an existing, empty project with a file's rows and settings. @throws DumpError if the file changed */
export async function restoreProject(
  tx: Transaction,
  { projectId }: ProjectScope,
  { file, onProgress }: { file: string; onProgress?: DumpProgress | undefined },
): Promise<void> {
  await liftTimeouts(tx);
  let written = { section: '', rows: 0 };
  for await (const part of readDump(file, 'project')) {
    if ('manifest' in part) continue;
    const { name, columns } = part.section;
    const place = { schema: 'public', table: name, columns };
    const section = projectSections.find(({ table }) => table === name);
    if (section) {
      const missing = Object.entries(section.computed ?? {}).filter(([column]) => !columns.includes(column));
      const computed = { ...Object.fromEntries(missing), project_id: '$2' };
      await insertRows(tx, { ...place, computed, value: projectId }, part.rows);
    } else await updateSettings(tx, { projectId, columns }, part.rows[0] ?? '{}');
    written = { section: name, rows: (written.section === name ? written.rows : 0) + part.rows.length };
    onProgress?.(written);
  }
}

async function updateSettings(
  tx: Queryable,
  { projectId, columns }: { projectId: string; columns: readonly string[] },
  row: string,
): Promise<void> {
  const set = columns.filter((column) => column !== 'id').map((column) => `"${column}" = r."${column}"`);
  await tx.execute(
    `UPDATE projects p SET ${set.join(', ')} FROM json_populate_record(NULL::projects, $1::json) AS r WHERE p.id = $2`,
    [row, projectId],
  );
}

async function tablesByName(db: Queryable): Promise<Map<string, TableColumns>> {
  return new Map((await listTables(db)).map((table) => [table.table, table]));
}

function columnsOf(tables: ReadonlyMap<string, TableColumns>, table: string, omit: readonly string[]): string[] {
  return (tables.get(table)?.columns ?? []).filter((column) => !omit.includes(column));
}
