// Prints sizes, startup seconds and resident memory of one or two checkouts as a table.
//
//   node bench/footprint/footprint.mjs [BEFORE] [AFTER]     folders of built checkouts (default: only this one)
//
// With DATABASE_URL, also measures the server on Postgres, with the database as it is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const MEGABYTE = 1024 * 1024;

function sizeOf(place) {
  if (!existsSync(place)) return 0;
  const found = statSync(place);
  if (found.isFile()) return found.size;
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(join(place, name)), 0);
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

const residentOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** Starts a server, waits until it is ready and idle, and returns its resident memory. */
async function measureStart(checkout, env) {
  const port = await freePort();
  const main = join(checkout, 'dist/src/main.js');
  const settings = { API_PORT: String(port), DASHBOARD_PORT: String(await freePort()), LOG_LEVEL: 'error' };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, 'serve'], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, JWT_SECRET: 'a-secret-of-the-footprint-bench', ...settings, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (
    !(await fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((done) => setTimeout(done, 50));
  const seconds = (performance.now() - startedAt) / 1_000;
  await new Promise((done) => setTimeout(done, 3_000));
  const resident = residentOf(child.pid);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { seconds: seconds.toFixed(1), resident: Math.round(resident) };
}

async function measure(checkout) {
  const data = mkdtempSync(join(tmpdir(), 'memory-gateway-footprint-'));
  const embedded = { DATA_DIR: data };
  const first = await measureStart(checkout, embedded);
  const again = await measureStart(checkout, embedded);
  rmSync(data, { recursive: true, force: true });
  const rows = {
    'node_modules, MB': Math.round(sizeOf(join(checkout, 'node_modules')) / MEGABYTE),
    'dist, MB': Math.round(sizeOf(join(checkout, 'dist')) / MEGABYTE),
    'embedded, first start: ready, s': first.seconds,
    'embedded, first start: resident, MB': first.resident,
    'embedded, restart: ready, s': again.seconds,
    'embedded, restart: resident, MB': again.resident,
  };
  if (process.env.DATABASE_URL === undefined) return rows;
  const postgres = await measureStart(checkout, { DATABASE_URL: process.env.DATABASE_URL, EMBEDDER: 'none' });
  return { ...rows, 'Postgres: ready, s': postgres.seconds, 'Postgres: resident, MB': postgres.resident };
}

const here = fileURLToPath(new URL('../..', import.meta.url));
const checkouts = process.argv.length > 2 ? process.argv.slice(2).map((folder) => resolve(folder)) : [here];
const columns = [];
for (const checkout of checkouts) columns.push(await measure(checkout));
for (const name of Object.keys(columns[0]))
  process.stdout.write(`${name.padEnd(40)}${columns.map((rows) => String(rows[name]).padStart(10)).join('')}\n`);
