import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** Returns a Postgres server: the one of TEST_POSTGRES_URL, or the private cluster, which it starts. */
export async function postgresUrl(): Promise<string> {
  if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL;
  await run('bash', ['scripts/postgres-cluster.sh', 'start']);
  return (await run('bash', ['scripts/postgres-cluster.sh', 'url'])).stdout.trim();
}

/** Runs `work` on a new, empty database of that server, and drops it. */
export async function withDatabase<T>(server: string, work: (url: string) => Promise<T>): Promise<T> {
  const { url, drop } = await newDatabase(server);
  try {
    return await work(url);
  } finally {
    await drop();
  }
}

/** Creates an empty database on that server. */
export async function newDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `memory_gateway_upgrade_${randomBytes(4).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Returns the path of a program of the newest installed Postgres. Null: it is not installed. */
export function findPostgresProgram(name: string): string | null {
  const versions = '/usr/lib/postgresql';
  const folders = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    ...folders.map((folder) => path.join(versions, folder, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return places.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** @throws Error if the program is not installed */
export function postgresProgram(name: string): string {
  const found = findPostgresProgram(name);
  if (found === null) throw new Error(`${name} of Postgres is not installed.`);
  return found;
}
