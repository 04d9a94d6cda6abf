// Runs the benches and writes their tables to docs/performance.md:
//
//   npm run figures                            every table, in its short form
//   npm run figures -- --long                  as long as figures for readers need; takes hours
//   npm run figures -- --only idle,tenants     these tables; the others stay as they are
//
// Postgres is that of DATABASE_URL, whose user may create databases, else the cluster of scripts/postgres-cluster.sh. Each table has a
// database of its own there, which is removed. A bench that fails leaves its table as it was. Ends with 1 then.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ensureBuilt, root } from '../build.mjs';
import { findPostgres } from '../lib/test-postgres.mjs';
import { readCircumstances } from './circumstances.mjs';
import { putSection, toSection } from './page.mjs';
import { runBench } from './run-bench.mjs';
import { tables } from './tables.mjs';

const { values: options } = parseArgs({ options: { only: { type: 'string' }, long: { type: 'boolean' } } });
const page = join(root, 'docs/performance.md');

function chooseTables() {
  const ids = options.only?.split(',') ?? tables.map(({ id }) => id);
  const unknown = ids.filter((id) => !tables.some((table) => table.id === id));
  if (unknown.length > 0)
    throw new Error(`No such table: ${unknown.join(', ')}. There are ${tables.map(({ id }) => id).join(', ')}.`);
  return tables.filter(({ id }) => ids.includes(id));
}

/** Runs a function with an empty database, and removes it afterwards with those that the function made beside it. */
async function withDatabase(server, work) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const name = `figures_${randomBytes(4).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    await client.query(`CREATE DATABASE ${name}`);
    return await work(url.href);
  } finally {
    const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [name]);
    for (const { datname } of rows)
      await client.query(`DROP DATABASE ${client.escapeIdentifier(datname)} WITH (FORCE)`);
    await client.end();
  }
}

async function measure(table, databaseUrl) {
  const form = options.long ? 'long' : 'short';
  const command = `${table.command} ${table[form]}`;
  process.stderr.write(`\n${table.id}: ${command}\n`);
  const circumstances = await readCircumstances(table, databaseUrl);
  const environment = databaseUrl ? { DATABASE_URL: databaseUrl } : { DATABASE_URL: undefined };
  const report = await runBench(`${command} --json`, environment);
  // The setting belongs to the last of several commands.
  const set = databaseUrl ? command.replace(/(?:.* && )?/, '$&DATABASE_URL=... ') : command;
  const shown = `\`${set}\`${options.long ? '' : ' (short form)'}`;
  return toSection(table, { report, circumstances: { Command: shown, ...circumstances } });
}

async function writeTable(table, server) {
  const section = table.needsPostgres
    ? await withDatabase(server, (url) => measure(table, url))
    : await measure(table, null);
  // Read again: the run may have taken hours.
  writeFileSync(page, putSection(readFileSync(page, 'utf8'), section));
}

const chosen = chooseTables();
await ensureBuilt();
const given = process.env.DATABASE_URL;
const postgres = given ? { url: given, release: () => undefined } : await findPostgres();
try {
  for (const table of chosen)
    try {
      if (table.needsPostgres && !postgres) throw new Error('no Postgres, see scripts/postgres-cluster.sh');
      await writeTable(table, postgres?.url);
    } catch (error) {
      process.exitCode = 1;
      process.stderr.write(`${table.id}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
} finally {
  postgres?.release();
}
