import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { root } from '../build.mjs';

const readPackage = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** Returns how many processors were busy over two seconds, without the caller's own work. */
async function measureLoad() {
  const read = () =>
    cpus().map(({ times }) => ({ idle: times.idle, all: Object.values(times).reduce((a, b) => a + b) }));
  const before = read();
  await delay(2_000);
  const shares = read().map(({ idle, all }, index) => 1 - (idle - before[index].idle) / (all - before[index].all));
  return `${shares.reduce((total, share) => total + share, 0).toFixed(1)} of ${shares.length} processors busy with other programs before the run`;
}

async function describePostgres(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const settings = ['server_version', 'fsync', 'shared_buffers'].map((name) => `current_setting('${name}')`);
  const { rows } = await client.query({ text: `SELECT ${settings.join(', ')}`, rowMode: 'array' });
  await client.end();
  const [version, fsync, buffers] = rows[0];
  return `Postgres ${version.split(' ')[0]} (\`fsync\` ${fsync}, ${buffers} of \`shared_buffers\`)`;
}

function describeOwn() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  return `memory-gateway ${readPackage('.').version} (${commit})`;
}

/** Returns what a reader needs to judge a run: machine, load before it, versions and date. */
export async function readCircumstances({ folder = '.', packages = [] }, connectionString) {
  const { dependencies, devDependencies } = readPackage(folder);
  const others = packages.map((name) => `${name} ${{ ...dependencies, ...devDependencies }[name]}`);
  const database = connectionString ? [await describePostgres(connectionString)] : [];
  const [{ model }] = cpus();
  return {
    Date: new Date().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
    Machine: `${cpus().length} processors (${model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release().split('-')[0]}`,
    Load: await measureLoad(),
    Versions: [describeOwn(), `Node ${process.versions.node}`, ...database, ...others].join(', '),
  };
}
