import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApp } from '../../src/app.js';

import { doctorCommand } from '../../src/commands/doctor-command.js';
import { migrateCommand } from '../../src/commands/migrate-command.js';
import { createLogger, openServices } from '../../src/app/open-services.js';
import { loadConfig, type Config } from '../../src/config.js';
import { describeFailure, explainFailure } from '../../src/start-failure.js';
import { migrate } from '@memory-gateway/database/migrations';
import { openDatabase } from '@memory-gateway/database';
import { runSingleCommand } from '../helpers/run-command.js';
import { testConnectionString } from '../setup/database.js';

type Environment = Record<string, string>;

const isPostgres = inject('databases').kind === 'postgres';
const suffix = randomBytes(4).toString('hex');
const role = `mg_start_${suffix}`;
const secret = 'a-password-that-no-message-has';

async function onServer(statements: readonly string[], database?: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(database) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOf(database?: string, user?: string): string {
  const url = new URL(testConnectionString());
  if (database !== undefined) url.pathname = `/${database}`;
  if (user !== undefined) [url.username, url.password] = [user, secret];
  return url.href;
}

const direct = (option: string) => `${urlOf(nameOf('empty'))}?options=-c%20${encodeURIComponent(option)}`;
const nameOf = (name: string) => `mg_start_${name}_${suffix}`;
const configOf = (environment: Environment) =>
  loadConfig({
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    EMBEDDER: 'none',
    LOG_LEVEL: 'silent',
    API_PORT: '0',
    DASHBOARD_PORT: '0',
    ...environment,
  });

/** Returns the message of a start that fails. */
async function messageOfStart(environment: Environment): Promise<string> {
  const error: unknown = await createApp(configOf(environment)).then(
    (app) => app.close(),
    (reason: unknown) => reason,
  );
  return explainFailure(error, environment);
}

interface Output {
  readonly code: number | null;
  readonly out: string;
}

async function doctor(environment: Environment): Promise<Output> {
  const open = async () => {
    const config: Config = configOf(environment);
    return openServices(config, { log: createLogger(config), refusesPending: true });
  };
  const explain = (error: unknown) => describeFailure(error, environment);
  return output((io) =>
    runSingleCommand(
      doctorCommand(open, async () => configOf(environment), explain),
      [],
      io,
    ),
  );
}

async function migratePlan(environment: Environment): Promise<string> {
  const open = () => openDatabase(configOf(environment).database);
  const error: unknown = await output((io) => runSingleCommand(migrateCommand(open), ['--plan'], io)).catch(
    (reason: unknown) => reason,
  );
  return explainFailure(error, environment);
}

async function output(work: (io: Parameters<typeof runSingleCommand>[2]) => Promise<number | null>): Promise<Output> {
  let out = '';
  const io = { stdout: { write: (text: string) => (out += text) }, stderr: { write: () => undefined } };
  return { code: await work(io), out };
}

describe.runIf(isPostgres)('a database that the server cannot use', { timeout: 120_000 }, () => {
  const databases = ['empty', 'latin', 'old', 'read_only', 'full', 'other', 'former', 'granted', 'path'];

  beforeAll(async () => {
    const create = (name: string, options = '') => `CREATE DATABASE ${nameOf(name)} ${options}`;
    await onServer([
      `CREATE ROLE ${role} LOGIN PASSWORD '${secret}'`,
      ...['empty', 'old', 'read_only', 'full', 'other', 'former', 'granted', 'path'].map((name) => create(name)),
      create('latin', `ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`),
      `ALTER DATABASE ${nameOf('read_only')} SET default_transaction_read_only = on`,
      `ALTER DATABASE ${nameOf('full')} CONNECTION LIMIT 0`,
      `ALTER DATABASE ${nameOf('path')} SET search_path = nosuch`,
    ]);
    await onServer(
      [
        'CREATE EXTENSION vector',
        'SET allow_system_table_mods = on',
        "UPDATE pg_extension SET extversion = '0.5.1' WHERE extname = 'vector'",
      ],
      nameOf('old'),
    );
  });
  afterAll(() =>
    onServer([...databases.map((name) => `DROP DATABASE ${nameOf(name)} WITH (FORCE)`), `DROP ROLE ${role}`]),
  );

  const cases: [string, () => Environment, RegExp][] = [
    [
      'another encoding',
      () => ({ DATABASE_URL: urlOf(nameOf('latin')) }),
      /^The database \w+ has the encoding LATIN1\. Use one with UTF8, for example after CREATE DATABASE/,
    ],
    [
      'an old pgvector',
      () => ({ DATABASE_URL: urlOf(nameOf('old')) }),
      /^pgvector 0\.5\.1 is too old\. .*0\.8\.0.*ALTER EXTENSION vector UPDATE/,
    ],
    [
      'no right to create tables',
      () => ({ DATABASE_URL: urlOf(nameOf('empty'), role) }),
      /^The role \w+ may not create tables in the schema public\. .*GRANT CREATE ON SCHEMA public TO \w+/,
    ],
    [
      'no right to create tables over the direct URL',
      () => ({ DATABASE_URL: urlOf(nameOf('empty')), DATABASE_DIRECT_URL: urlOf(nameOf('empty'), role) }),
      /^The role \w+ may not create tables in the schema public\./,
    ],
    [
      'a schema that does not exist',
      () => ({ DATABASE_URL: urlOf(nameOf('path')) }),
      /^The database \w+ has no schema of the search_path nosuch\. Create one, or change the search_path of the role \w+\.$/,
    ],
    [
      'a server without TLS',
      () => ({ DATABASE_URL: `${urlOf(nameOf('empty'))}?sslmode=verify-full` }),
      /^DATABASE_URL: Postgres and this process do not agree on a connection: The server does not support SSL connections\.$/,
    ],
    [
      'read-only transactions over the direct URL',
      () => ({ DATABASE_URL: urlOf(nameOf('empty')), DATABASE_DIRECT_URL: direct('default_transaction_read_only=on') }),
      /^DATABASE_DIRECT_URL: Postgres does not serve this process: cannot execute .* in a read-only transaction\. Name the primary/,
    ],
    [
      'a direct URL that Postgres refuses',
      () => ({ DATABASE_URL: urlOf(nameOf('empty')), DATABASE_DIRECT_URL: direct('nosuch=on') }),
      /^DATABASE_DIRECT_URL: unrecognized configuration parameter "nosuch"\. Use the role and the database of DATABASE_URL, on Postgres itself\.$/,
    ],
    [
      'read-only transactions',
      () => ({ DATABASE_URL: urlOf(nameOf('read_only')) }),
      /^DATABASE_URL: Postgres does not serve this process: cannot execute .* in a read-only transaction\. Name the primary/,
    ],
    [
      'no free connection',
      () => ({ DATABASE_URL: urlOf(nameOf('full'), role) }),
      /^DATABASE_URL: Postgres does not serve this process: too many connections for database .*\. Lower DATABASE_POOL_SIZE/,
    ],
    [
      'a role that does not exist',
      () => ({ DATABASE_URL: urlOf(nameOf('empty'), 'nothere') }),
      /^DATABASE_URL: Postgres refused the connection: .*nothere.*\. Check the user, the password and the name of the database\.$/,
    ],
    [
      'a direct URL without a server',
      () => ({ DATABASE_URL: urlOf(nameOf('empty')), DATABASE_DIRECT_URL: 'postgresql://postgres@127.0.0.1:1/none' }),
      /^DATABASE_DIRECT_URL: Postgres cannot be reached \(ECONNREFUSED\)/,
    ],
    [
      'a direct URL of another database',
      () => ({ DATABASE_URL: urlOf(nameOf('empty')), DATABASE_DIRECT_URL: urlOf(nameOf('other')) }),
      /^DATABASE_DIRECT_URL reaches another database than DATABASE_URL\.$/,
    ],
  ];

  it.each(cases)(
    'is named with the remedy by the start, by doctor and by migrate: %s',
    async (_name, environment, message) => {
      const text = await messageOfStart(environment());
      expect(text).toMatch(message);
      expect(text).not.toContain(secret);
      const { code, out } = await doctor(environment());
      expect(code).toBe(1);
      expect(out).toContain(`FAIL  database        ${text}\n`);
      if (!text.includes('read-only')) expect(await migratePlan(environment())).toBe(text);
    },
  );

  it('has nothing of it changed, such as the other database of a wrong direct URL', async () => {
    const client = new pg.Client({ connectionString: urlOf(nameOf('other')) });
    await client.connect();
    const { rows } = await client.query("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace");
    await client.end();
    expect(rows).toHaveLength(0);
  });

  it('says so when the tables belong to another role, as after a restore', async () => {
    const database = nameOf('former');
    const app = await createApp(configOf({ DATABASE_URL: urlOf(database) }));
    await app.close();
    await onServer([`GRANT ALL ON SCHEMA public TO ${role}`], database);
    expect(await messageOfStart({ DATABASE_URL: urlOf(database, role) })).toBe(
      'DATABASE_URL: permission denied for table _prisma_migrations. The tables of the server must belong to the role of this connection.',
    );
  });

  it('starts without the right to create tables when nothing is to be migrated, and without that to identify the cluster', async () => {
    const database = nameOf('granted');
    const extensions = ['vector', 'btree_gin'].map((name) => `CREATE EXTENSION IF NOT EXISTS ${name}`);
    await onServer([...extensions, `GRANT CREATE ON SCHEMA public TO ${role}`], database);
    await onServer([`GRANT CREATE ON DATABASE ${database} TO ${role}`]);
    const DATABASE_URL = urlOf(database, role);
    const first = await createApp(configOf({ DATABASE_URL }));
    await first.close();
    await onServer(
      [
        `REVOKE CREATE ON SCHEMA public FROM ${role}`,
        `REVOKE CREATE ON DATABASE ${database} FROM ${role}`,
        'REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC',
      ],
      database,
    );
    const direct = { DATABASE_URL, DATABASE_DIRECT_URL: `${DATABASE_URL}?application_name=direct` };
    const app = await createApp(configOf(direct));
    await app.close();
  });

  it('says which right the role needs when it may not create an extension', async () => {
    const database = nameOf('empty');
    await onServer([`GRANT ALL ON SCHEMA public TO ${role}`, `GRANT ALL ON DATABASE ${database} TO ${role}`], database);
    expect(await messageOfStart({ DATABASE_URL: urlOf(nameOf('empty'), role) })).toMatch(
      /^Migration 0001_initial failed and was rolled back: permission denied to create extension "vector"\. Must be superuser to create this extension\.$/,
    );
  });

  it('is not migrated by doctor, which names what is missing', async () => {
    const environment = { DATABASE_URL: urlOf(nameOf('former')) };
    const app = await createApp(configOf(environment));
    await app.close();
    await onServer(["DELETE FROM _prisma_migrations WHERE migration_name > '0033'"], nameOf('former'));
    const { code, out } = await doctor(environment);
    expect(code).toBe(1);
    expect(out).toMatch(
      /FAIL {2}database +Migrations are missing: 0033\w+, 0034\w+(?:, \d{4}\w+)*\. A start of the server applies them, and so does `memory-gateway migrate`\./,
    );
  });
});

describe('a command that fails', () => {
  it('prints the error of a provider as it is, and not as one of the database', () => {
    const error = Object.assign(new Error('unable to verify the first certificate'), {
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
    expect(explainFailure(error, { DATABASE_URL: 'postgresql://db/memory' })).toBe(error.stack);
  });

  it(
    'leaves no lock on the embedded database, as doctor when migrations are missing',
    { timeout: 120_000 },
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-start-'));
      try {
        const environment = { DATA_DIR: folder };
        const database = await openDatabase(configOf(environment).database);
        await migrate(database);
        await database.execute("DELETE FROM _prisma_migrations WHERE migration_name > '0034'");
        await database.close();
        expect((await doctor(environment)).out).toContain('Migrations are missing: 0034');
        expect(await readdir(folder)).not.toContain('gateway.lock');
        const again = await openDatabase(configOf(environment).database);
        await again.close();
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});
