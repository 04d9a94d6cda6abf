// Makes the upgrade fixture of a version from its built server, which must be the version to keep:
//
//   npx tsx test/upgrade/make-fixture.ts PROGRAM   such as dist/src/main.js; writes test/upgrade/fixtures/VERSION
//
// Needs Postgres with pgvector (scripts/postgres-cluster.sh start) and @electric-sql/pglite-tools, which is fetched into node_modules for this alone.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { openEngine } from '../../packages/embedded-postgres/src/engine.js';
import { fill, type Facts } from './fill.js';
import { postgresUrl, withDatabase, postgresProgram } from './postgres-database.js';

const run = promisify(execFile);
const program = path.resolve(process.argv[2] ?? 'dist/src/main.js');
const tools = '@electric-sql/pglite-tools@0.4.8';

/** Only of fixtures: nobody else uses them. */
const secrets = { JWT_SECRET: 'secret-of-upgrade-fixtures-1', SEALING_SECRET: 'secret-of-upgrade-fixtures-2' };

type Environment = Record<string, string>;
const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };

async function withServer<T>(environment: Environment, work: (url: string) => Promise<T>): Promise<T> {
  const url = `http://127.0.0.1:${environment['API_PORT']}`;
  const server = spawn(process.execPath, [program, 'serve'], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    while (
      !(await fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (server.exitCode !== null) throw new Error('The server did not start.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return await work(url);
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
}

async function command(environment: Environment, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [program, ...args], {
    env: { ...inherited, ...environment },
    maxBuffer: 1 << 28,
  });
  return stdout;
}

/** Fills a database through its server. @returns facts, and what the commands of that version write */
async function make(environment: Environment, folder: string): Promise<Facts> {
  const login = { email: 'ada@example.com', password: 'correct-horse-battery' };
  const args = ['--email', login.email, '--password', login.password, '--json'];
  const created = JSON.parse(await command(environment, 'bootstrap', ...args)) as {
    api_key: string;
    project_id: string;
  };
  const facts = await withServer(environment, (url) => fill(url, { ...login, apiKey: created.api_key }));
  await command(environment, 'backup', path.join(folder, 'backup.gz'));
  await command(environment, 'project', 'export', path.join(folder, 'project.jsonl.gz'), '--project', facts.projectId);
  await writeFile(path.join(folder, 'audit.jsonl.gz'), gzipSync(await command(environment, 'audit', 'export')));
  return facts;
}

async function dumpEmbedded(dataDir: string): Promise<string> {
  if (!existsSync('node_modules/@electric-sql/pglite-tools'))
    await run('npm', ['install', '--no-save', '--legacy-peer-deps', '--ignore-scripts', tools]);
  const name = '@electric-sql/pglite-tools/pg_dump';
  const { pgDump } = (await import(name)) as { pgDump(options: object): Promise<File> };
  const engine = await openEngine(path.join(dataDir, 'database'));
  const file = await pgDump({ pg: engine, args: ['--no-owner', '--rows-per-insert=50'] });
  await engine.close();
  return file.text();
}

const version = (
  JSON.parse(await readFile(path.join(path.dirname(program), '../package.json'), 'utf8')) as { version: string }
).version;
const target = path.resolve('test/upgrade/fixtures', version);
if (existsSync(target)) throw new Error(`${target} is there. Fixtures are never made again.`);
const work = await mkdtemp(path.join(tmpdir(), 'memory-gateway-fixture-'));
try {
  const common = {
    ...secrets,
    API_PORT: '27700',
    DASHBOARD_PORT: '27701',
    OUTBOUND_ALLOW: 'loopback',
    LOG_LEVEL: 'warn',
    EMBEDDER: 'local',
  };
  const dataDir = path.join(work, 'data');
  const [embedded, postgres] = [path.join(work, 'embedded'), path.join(work, 'postgres')];
  for (const folder of [embedded, postgres]) await mkdir(folder);
  const facts = { embedded: await make({ ...common, DATA_DIR: dataDir }, embedded), postgres: {} as Facts };
  await writeFile(path.join(embedded, 'database.sql.gz'), gzipSync(await dumpEmbedded(dataDir)));
  await withDatabase(await postgresUrl(), async (url) => {
    facts.postgres = await make({ ...common, DATABASE_URL: url }, postgres);
    const { stdout } = await run(postgresProgram('pg_dump'), ['--no-owner', url], { maxBuffer: 1 << 28 });
    await writeFile(path.join(postgres, 'database.sql.gz'), gzipSync(stdout));
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_stat_user_tables WHERE schemaname = 'public' AND n_live_tup = 0 ORDER BY 1",
    );
    await client.end();
    process.stdout.write(`Without rows: ${rows.map(({ name }) => name).join(', ')}\n`);
  });
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(path.join(work, 'facts.json'), `${JSON.stringify({ version, secrets, ...facts }, null, 2)}\n`);
  const schema = await readFile(path.join(path.dirname(program), '../../schema.graphql'));
  await writeFile(path.join(work, 'schema.graphql.gz'), gzipSync(schema, { level: 9 }));
  await rm(dataDir, { recursive: true });
  await run('cp', ['-r', work, target]);
  process.stdout.write(`${target}\n`);
} finally {
  await rm(work, { recursive: true, force: true });
}
