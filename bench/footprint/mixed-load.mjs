// Prints the resident memory of a server under steady mixed load, once a minute:
//
//   node bench/footprint/mixed-load.mjs [minutes] [requests per second]
//
// Starts this built checkout on a temporary embedded database, or on DATABASE_URL, a Postgres database that may be
// lost. Sends adds, searches, lists, single reads, updates, deletions and GraphQL pages of 50 users. Growth counts from
// the fifth minute, when models, connections and caches are loaded. Exits with 1 if it exceeds 100 MB.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const [minutes = 60, perSecond = 6] = process.argv.slice(2).map(Number);
const warmMinutes = 5;
const limit = 100;
const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'mixed-load-'));

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const env = {
  PATH: process.env.PATH,
  JWT_SECRET: 'a-secret-of-the-footprint-bench',
  API_PORT: String(port),
  DASHBOARD_PORT: String(await freePort()),
  LOG_LEVEL: 'error',
  DATA_DIR: dataDir,
  ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
};
const residentOf = (pid) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);
const isReady = () =>
  fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

const server = spawn(process.execPath, [main, 'serve'], { cwd: dataDir, env, stdio: ['ignore', 'ignore', 'inherit'] });
while (!(await isReady())) await wait(100);
const { stdout } = await promisify(execFile)(process.execPath, [main, 'bootstrap', '--json'], { cwd: dataDir, env });
const { apiKey } = JSON.parse(stdout);

async function send(method, path, body) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  return text && JSON.parse(text);
}

const known = [];
const pick = () => known[Math.floor(Math.random() * known.length)];
let sent = 0;

async function add(user) {
  const content = `Order ${sent} is a lamp of ${sent % 97} watts for room ${sent % 89}.`;
  const { results } = await send('POST', '/v1/memories/', {
    messages: [{ role: 'user', content }],
    user_id: user,
    infer: false,
    async_mode: false,
  });
  known.push(results?.[0]?.id);
}

const page = '{ memories(first: 20) { nodes { id text userId createdAt } totalCount } viewer { id } }';
const kinds = [
  add,
  (user) => send('POST', '/v2/memories/search/', { query: `lamp of ${sent % 97} watts`, filters: { user_id: user } }),
  (user) => send('POST', '/v2/memories/', { filters: { user_id: user } }),
  () => pick() && send('GET', `/v1/memories/${pick()}/`),
  () => send('POST', '/graphql', { query: page }),
  add,
  () => pick() && send('PUT', `/v1/memories/${pick()}/`, { text: `Order ${sent} was changed.` }),
  () => known.length > 200 && send('DELETE', `/v1/memories/${known.shift()}/`),
];

const samples = [];
let failed = 0;
const end = Date.now() + minutes * 60_000;
const sampler = setInterval(() => {
  samples.push(residentOf(server.pid));
  console.log(`minute ${samples.length}: ${samples.at(-1)} MB, ${sent} requests, ${failed} failed`);
}, 60_000);
while (Date.now() < end) {
  const kind = kinds[sent % kinds.length];
  sent += 1;
  Promise.resolve(kind(`user-${sent % 50}`)).catch((error) => {
    failed += 1;
    if (failed < 5) console.log(String(error));
  });
  await wait(1_000 / perSecond);
}
clearInterval(sampler);
server.kill('SIGTERM');
await once(server, 'exit');
rmSync(dataDir, { recursive: true, force: true });
const growth = Math.max(...samples.slice(-5)) - Math.max(...samples.slice(0, warmMinutes));
console.log(`growth: ${growth} MB, at most ${Math.max(...samples)} MB`);
if (growth > limit || failed > 0) process.exitCode = 1;
