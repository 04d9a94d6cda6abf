// Finds or starts the Postgres server of the tests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { root } from '../build.mjs';

const clusterScript = join(root, 'scripts/postgres-cluster.sh');

function cluster(verb) {
  if (!existsSync(clusterScript)) return { status: 3, stdout: '' };
  const env = { ...process.env, MEMORY_GATEWAY_NO_INSTALL: '1' };
  return spawnSync('bash', [clusterScript, verb], {
    cwd: root,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Returns whether a server listens at the URL. */
function canConnect(url) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

/** Returns the Postgres to test on and a function that releases it, or null. A running server keeps running. */
export async function findPostgres() {
  if (process.env.TEST_POSTGRES_URL) return { url: process.env.TEST_POSTGRES_URL, release: () => undefined };
  const url = cluster('url').stdout.trim();
  if (url === '') return null;
  const wasRunning = await canConnect(url);
  if (cluster('start').status !== 0) return null;
  return { url, release: () => (wasRunning ? undefined : cluster('stop')) };
}

/** Returns whether PgBouncer is installed. Says so if it is not. */
export function hasPgBouncer() {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  if (folders.some((folder) => existsSync(join(folder, 'pgbouncer')))) return true;
  process.stdout.write('PgBouncer is not installed: no test runs behind it.\n');
  return false;
}
