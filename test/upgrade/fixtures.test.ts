import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { createLogger, openServices } from '../../src/app/open-services.js';
import { auditCommands } from '../../src/commands/audit-commands.js';
import { runCommandLine } from '@memory-gateway/cli';
import { loadConfig } from '../../src/config.js';
import { restoreBackup } from '../../src/resolvers/backup/restore-backup.js';
import { importProject } from '../../src/resolvers/project/import-project.js';
import { migrate } from '@memory-gateway/database/migrations';
import { type Database, openDatabase } from '@memory-gateway/database';
import { openEmbeddedDatabase } from '@memory-gateway/embedded-postgres';
import { readFrom, type Facts } from './fill.js';
import { createdTemplate, migratedTemplate } from '../setup/embedded.js';
import { findPostgresProgram, withDatabase } from './postgres-database.js';

const run = promisify(execFile);
const { kind } = inject('databases');
const folder = path.resolve('test/upgrade/fixtures');
/**
 * Every version opens on Postgres. CI takes the last one of each minor version (`UPGRADE_VERSIONS=minors`). On the embedded
 * database, the oldest is opened and the files of the newest are, because each costs half a minute of processor time; `all` takes all.
 */
const chosen = process.env.UPGRADE_VERSIONS;
const isShort = kind === 'embedded' && chosen !== 'all';
const minorOf = (version: string | undefined) => version?.replace(/\.\d+$/, '');
const versions = readdirSync(folder)
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  .filter((_version, index, all) => !isShort || index === 0 || index === all.length - 1)
  .filter((version, index, all) => chosen !== 'minors' || minorOf(version) !== minorOf(all[index + 1]));

/** Columns that a later version changed on purpose, as `table.column`, with the reason. */
const changedOnPurpose: Readonly<Record<string, string>> = {
  'memories.tsv': 'Emoji are words of search.',
  'memories.token_count': 'Emoji count as words.',
  'memories.statement_tokens': 'Emoji count as words.',
};

interface Fixture {
  readonly version: string;
  readonly secrets: Record<string, string>;
  readonly facts: Facts;
  file(name: string): string;
}

function readFixture(version: string): Fixture {
  const text = readFileSync(path.join(folder, version, 'facts.json'), 'utf8');
  const { secrets, ...facts } = JSON.parse(text) as {
    secrets: Record<string, string>;
    embedded: Facts;
    postgres: Facts;
  };
  return { version, secrets, facts: facts[kind], file: (name) => path.join(folder, version, kind, name) };
}

/** Runs `work` with the environment of a new database of the kind that is tested: without a table, or with those of this version, empty. */
async function withNewDatabase<T>(
  state: 'without tables' | 'migrated',
  work: (environment: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (kind === 'postgres')
    return withDatabase(process.env.TEST_POSTGRES_URL ?? '', (url) => work({ DATABASE_URL: url }));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memory-gateway-upgrade-'));
  try {
    await cp(await (state === 'migrated' ? migratedTemplate() : createdTemplate()), dataDir, { recursive: true });
    return await work({ DATA_DIR: dataDir });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Loads what pg_dump wrote when the version was made. */
async function load(fixture: Fixture, environment: Record<string, string>): Promise<void> {
  const sql = gunzipSync(readFileSync(fixture.file('database.sql.gz'))).toString('utf8');
  if (environment.DATABASE_URL !== undefined) {
    const script = `DO $$ BEGIN CREATE ROLE memory_gateway_tenant NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;\n${sql}`;
    const work = await mkdtemp(path.join(tmpdir(), 'memory-gateway-upgrade-sql-'));
    await writeFile(path.join(work, 'dump.sql'), script);
    const psql = findPostgresProgram('psql') ?? 'psql';
    await run(psql, ['-qX', '-v', 'ON_ERROR_STOP=1', '-f', path.join(work, 'dump.sql'), environment.DATABASE_URL]);
    return rm(work, { recursive: true });
  }
  const server = await openEmbeddedDatabase({ dataDir: environment.DATA_DIR ?? '' });
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
  await server.close();
}

type Rows = Record<string, Record<string, unknown>[]>;

/** Reads every row of every table. */
async function readRows(database: Database): Promise<Rows> {
  const tables = await database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  const rows: Rows = {};
  for (const { name } of tables) {
    const [row] = await database.query<{ rows: Rows[string] }>(
      `SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY to_jsonb(t)::text), '[]') AS rows FROM public."${name}" t`,
    );
    // As text, because the database object renames the keys of rows only.
    rows[name] = row?.rows ?? [];
  }
  return rows;
}

/** The rows of before that are not there any more with every value, by table. */
function missingRows(before: Rows, after: Rows): Rows {
  const missing: Rows = {};
  for (const [table, rows] of Object.entries(before)) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !(`${table}.${column}` in changedOnPurpose));
    const shown = (row: Record<string, unknown>) => JSON.stringify(columns.map((column) => row[column]));
    const found = new Set((after[table] ?? []).map(shown));
    const lost = rows.filter((row) => !found.has(shown(row)));
    if (lost.length > 0 || (after[table] ?? []).length < rows.length) missing[table] = lost;
  }
  return missing;
}

const environmentOf = (fixture: Fixture, database: Record<string, string>) => ({
  ...fixture.secrets,
  ...database,
  EMBEDDER: 'none',
  LOG_LEVEL: 'silent',
  API_PORT: '0',
  DASHBOARD_PORT: '0',
});

async function withApp<T>(environment: Record<string, string>, work: (app: App) => Promise<T>): Promise<T> {
  const app = await createApp(loadConfig(environment));
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/** Asks a server for what the version of the fixture returned, with its API key, password and audit log. */
async function expectFacts(app: App, { facts }: Fixture): Promise<void> {
  const { apiUrl } = await app.listen();
  const { memories, history } = facts;
  expect(await readFrom(apiUrl, facts)).toEqual({ memories, history });
  const { email, password } = facts;
  const login = await app.inject({ method: 'POST', url: '/auth/login', payload: { email, password } });
  expect(login.statusCode).toBe(200);
  expect(await verifyAudit(app, [])).toBe(0);
}

function verifyAudit(app: App, argv: string[]) {
  const open = async () => ({ services: app.services, close: async () => undefined });
  const silent = { write: () => true };
  return runCommandLine([auditCommands(open)], ['verify-audit', ...argv], { stdout: silent, stderr: silent });
}

const canLoad = kind === 'embedded' || findPostgresProgram('psql') !== null;
if (!canLoad) process.stdout.write('No psql: dumps of earlier versions are not loaded.\n');

describe.each(versions)('what %s wrote', { timeout: 300_000 }, (version) => {
  const fixture = readFixture(version);
  const isOpened = canLoad && (!isShort || version === versions[0]);
  const hasFiles = !isShort || version === versions.at(-1);

  it('has every file', () => {
    for (const name of ['database.sql.gz', 'backup.gz', 'project.jsonl.gz', 'audit.jsonl.gz'])
      expect(existsSync(fixture.file(name))).toBe(true);
  });

  it.runIf(isOpened)('is opened with every row as it was', () =>
    withNewDatabase('without tables', async (place) => {
      await load(fixture, place);
      const environment = environmentOf(fixture, place);
      const database = await openDatabase(loadConfig(environment).database);
      const before = await readRows(database);
      await migrate(database);
      const after = await readRows(database);
      await database.close();
      expect(Object.values(before).flat().length).toBeGreaterThan(100);
      expect(missingRows(before, after)).toEqual({});
      await withApp(environment, (app) => expectFacts(app, fixture));
    }),
  );

  it.runIf(hasFiles)('is restored from its backup, into a database with later migrations too', () =>
    withNewDatabase('migrated', async (place) => {
      const environment = environmentOf(fixture, place);
      const config = loadConfig(environment);
      const { services, close } = await openServices(config, { log: createLogger(config) });
      try {
        await services.database.query(
          `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, finished_at) VALUES ('later', 'x', '9999_later', 'memory-gateway 99.0.0: expand', now())`,
        );
        await restoreBackup(services, { file: fixture.file('backup.gz') });
        const [later] = await services.database.query("SELECT FROM _prisma_migrations WHERE id = 'later'");
        expect(later).toBeUndefined();
      } finally {
        await close();
      }
      await withApp(environment, (app) => expectFacts(app, fixture));
    }),
  );

  it.runIf(hasFiles)('is imported from its project file, and its audit export is verified', () =>
    withNewDatabase('migrated', (place) =>
      withApp(environmentOf(fixture, place), async (app) => {
        await importProject(app.services, { file: fixture.file('project.jsonl.gz') });
        const stored = await app.services.database.query<{ id: string; text: string }>(
          "SELECT id, text FROM memories WHERE user_id = 'ada' ORDER BY created_at, id",
        );
        expect(stored).toEqual(expect.arrayContaining([...fixture.facts.memories]));
        const file = path.join(await mkdtemp(path.join(tmpdir(), 'memory-gateway-upgrade-audit-')), 'audit.jsonl');
        await writeFile(file, gunzipSync(readFileSync(fixture.file('audit.jsonl.gz'))));
        expect(await verifyAudit(app, ['--file', file])).toBe(0);
        await rm(path.dirname(file), { recursive: true });
      }),
    ),
  );
});
