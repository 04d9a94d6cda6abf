// The Postgres server that the tests run on.
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

/** Whether a server listens where the URL points. */
function canConnect(url) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

/** The Postgres to test on, and how to release it: a server that was running before stays. Null when there is none. */
export async function findPostgres() {
  if (process.env.TEST_POSTGRES_URL) return { url: process.env.TEST_POSTGRES_URL, release: () => undefined };
  const url = cluster('url').stdout.trim();
  if (url === '') return null;
  const wasRunning = await canConnect(url);
  if (cluster('start').status !== 0) return null;
  return { url, release: () => (wasRunning ? undefined : cluster('stop')) };
}
