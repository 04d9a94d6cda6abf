// node run.mjs [--rounds 7] [--seconds 4] [--only yoga,mercurius] [--kinds narrow,ordinary,full,tiny] [--before <checkout>] [--json]
//
// --before runs the build of another checkout beside this one. `--only none` leaves the other servers out.
// Needs `npm ci` here, `npm run build` at the root, and DATABASE_URL of an empty Postgres database with pgvector, which
// it fills with 100 projects of 200 memories and 10 members each. Servers run on core 0, this client on core 1.
import { spawn, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { normalize, ownQuery, pageNames, peerQuery, tableQuery } from './pages.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    before: { type: 'string' },
    json: { type: 'boolean', default: false },
    kinds: { type: 'string', default: [...pageNames, 'tiny'].join(',') },
  },
});
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error('DATABASE_URL names the database to fill.');
const main = here('../../dist/src/main.js');
const environment = {
  ...process.env,
  NODE_ENV: 'production',
  EMBEDDER: 'none',
  LOG_LEVEL: 'warn',
  JWT_SECRET: 'bench-7f1c9d03a5e84b62',
};
try {
  // -a includes the garbage collection threads.
  execFileSync('taskset', ['-acp', '1', String(process.pid)], { stdio: 'ignore' });
} catch {
  console.warn('taskset is not there: server and client share the cores.');
}

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

async function fill() {
  const key = JSON.parse(
    execFileSync(process.execPath, [main, 'bootstrap', '--json'], { env: environment, encoding: 'utf8' }),
  ).api_key;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    INSERT INTO users (id, name, email, password_hash) SELECT gen_random_uuid(), 'user ' || i, 'user' || i || '@example.com', 'x' FROM generate_series(1, 12) i;
    INSERT INTO projects (id, organization_id, name) SELECT 'proj_bench' || i, (SELECT id FROM organizations LIMIT 1), 'project ' || i FROM generate_series(1, 100) i;
    INSERT INTO project_members (project_id, user_id, role)
      SELECT p.id, u.id, 'READER' FROM projects p CROSS JOIN (SELECT id FROM users WHERE email LIKE 'user%' ORDER BY email LIMIT 10) u WHERE p.id LIKE 'proj_bench%';
    INSERT INTO memories (id, project_id, user_id, role, text, hash, metadata, categories, categorized_at, created_at)
      SELECT gen_random_uuid(), 'proj_bench' || (1 + i % 100), 'ada', 'user', 'Memory number ' || i || ' of the bench.', md5(i::text),
        jsonb_build_object('source', 'bench', 'turn', i), ARRAY['hobbies', 'travel'], now(), date_trunc('milliseconds', now() - (i || ' seconds')::interval)
      FROM generate_series(1, 20000) i;
    ANALYZE;`);
  await client.end();
  return key;
}

async function start(name, args, extra) {
  const port = await freePort();
  const child = spawn('taskset', ['-c', '0', process.execPath, ...args], {
    env: { ...environment, ...extra(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = { port, path: '/graphql' };
  for (let tries = 0; tries < 200; tries += 1) {
    const up = await post(url, '{"query":"{ __typename }"}', {}).then(
      () => true,
      () => false,
    );
    if (up) return { name, pid: child.pid, url, stop: () => child.kill('SIGTERM') };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${name} does not answer.`);
}

// One agent per measurement, because servers close connections that idle during the other measurements.
let agent = new http.Agent({ keepAlive: true, maxSockets: 10 });

function post({ port, path }, body, headers) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      },
      (answer) => {
        let text = '';
        answer
          .on('data', (chunk) => (text += chunk))
          .on('end', () =>
            answer.statusCode === 200 && !text.includes('"errors"')
              ? resolve(text)
              : reject(new Error(text.slice(0, 500))),
          );
      },
    );
    request.on('error', reject).end(body);
  });
}

/** Returns the CPU time of all threads of a process in milliseconds. */
function cpuMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ran = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]));
  return ran.reduce((total, nanoseconds) => total + nanoseconds / 1e6, 0);
}

async function measure(server, kind, seconds) {
  agent.destroy();
  agent = new http.Agent({ keepAlive: true, maxSockets: 10 });
  const cpu = cpuMs(server.pid);
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let requests = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await post(server.url, bodyOf(server, kind, requests), server.headers ?? {});
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  return { perSecond: (requests * 1000) / (performance.now() - begin), cpu: (cpuMs(server.pid) - cpu) / requests };
}

const bodyOf = (server, kind, number) =>
  kind === 'tiny'
    ? '{"query":"{ __typename }"}'
    : JSON.stringify({ query: server.query(kind), variables: { id: `proj_bench${1 + (number % 100)}` } });

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const spread = (list) =>
  `${median(list).toFixed(2)} (${Math.min(...list).toFixed(2)} to ${Math.max(...list).toFixed(2)})`;

async function compare(servers, page) {
  for (const number of [0, 7, 42, 61, 99]) {
    const [ours, ...peers] = await Promise.all(
      servers.map(async (server) => {
        const answer = await post(server.url, bodyOf(server, page, number), server.headers ?? {});
        return JSON.stringify(normalize(JSON.parse(answer).data));
      }),
    );
    const { memories, members } = JSON.parse(ours);
    if (memories.length !== 20 || members.length !== 10) throw new Error(`Not a whole page: ${ours}`);
    peers.forEach((peer, index) => {
      if (peer !== ours) throw new Error(`${servers[index + 1].name} answers otherwise:\n${ours}\n${peer}`);
    });
  }
  console.log(`The answers to the ${page} page are the same.`);
}

async function rounds(servers, kind) {
  const seconds = Number(options.seconds);
  for (const server of servers) await measure(server, kind, 3);
  const results = servers.map(() => []);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const order = servers.map((_server, index) => index);
    if (round % 2 === 1) order.reverse();
    for (const index of order) results[index].push(await measure(servers[index], kind, seconds));
  }
  console.log(`\n${kind}`);
  const rows = servers.map((server, index) => {
    const own = results[index];
    const base = results[servers[index].against ?? 0];
    const ratio = own.map((result, round) => base[round].perSecond / result.perSecond);
    const cpuRatio = own.map((result, round) => base[round].cpu / result.cpu);
    const perSecond = median(own.map((result) => result.perSecond)).toFixed(0);
    const cpu = median(own.map((result) => result.cpu)).toFixed(3);
    const ratios = base === own ? ['', ''] : [spread(ratio), spread(cpuRatio)];
    console.log(
      `${server.name.padEnd(21)} ${perSecond} requests/s, ${cpu} ms CPU each${base === own ? '' : `; ours makes ${ratios[0]} of its requests, at ${ratios[1]} of its CPU`}`,
    );
    return [server.name, perSecond, `${cpu} ms`, ...ratios];
  });
  const columns = ['Server', 'Requests/s', 'CPU each', 'Our requests/s to its', 'Our CPU to its'];
  return { title: kind === 'tiny' ? '`{ __typename }`' : `The ${kind} page`, columns, rows };
}

const key = await fill();
const peers = [
  ['yoga', 'yoga-server.mjs', peerQuery],
  ['PostGraphile', 'postgraphile-server.mjs', tableQuery],
  ['mercurius', 'mercurius-server.mjs', peerQuery],
  ['Apollo Server', 'apollo-server.mjs', peerQuery],
  ['Grafserv', 'grafserv-server.mjs', peerQuery],
].filter(([name]) => options.only === undefined || options.only.split(',').includes(name));
const own = (port) => ({ API_PORT: String(port), DASHBOARD_PORT: '0' });
// The headers of the typed client, of urql and of the dashboard; curl and most HTTP libraries send none of them.
const typed = { accept: 'application/graphql-response+json, application/json' };
const withHeaders = (server, against) => [
  { ...server, headers: { 'x-api-key': key }, query: ownQuery, against },
  {
    ...server,
    name: `${server.name}, typed`,
    headers: { 'x-api-key': key, ...typed },
    query: ownQuery,
    against: against + 1,
  },
];
const servers = withHeaders(await start('memory-gateway', [main, 'serve'], own), 0);
try {
  if (options.before) {
    const other = join(resolve(options.before), 'dist/src/main.js');
    servers.push(...withHeaders(await start('before', [other, 'serve'], own), 0));
  }
  for (const [name, file, query] of peers)
    servers.push({ ...(await start(name, [here(file)], (port) => ({ PORT: String(port) }))), query });
  const kinds = options.kinds.split(',');
  for (const page of kinds.filter((kind) => kind !== 'tiny')) await compare(servers, page);
  const tables = [];
  for (const kind of kinds) tables.push(await rounds(servers, kind));
  const taken = `Medians of ${options.rounds} interleaved rounds of ${options.seconds} s, 10 connections; ratios of one round each, with the least and the greatest`;
  if (options.json) console.log(JSON.stringify({ tables, rounds: taken }));
} finally {
  servers.forEach((server) => server.stop());
}
process.exit(0);
