// Measures the request log at size:
//
//   DATABASE_URL=... npx tsx bench/log-size.ts [--rows 10000000] [--months 1] [--recent 200000] [--rounds 30]
//
// Fills the partitions of past months with `rows` each and that of this month with the recent ones. A fiftieth of the rows
// belongs to the 2,001 projects of one user. Prints the time of pages of the log for an admin and for that user, then of
// the pruning that drops each past month, oldest first, then of the pages again. DATABASE_URL must be a Postgres database
// that may be lost: empty, or filled by an earlier run that was stopped before it pruned. A row takes 470 bytes on disk.
import { parseArgs } from 'node:util';
import { createLogger, openServices } from '../src/app.js';
import type { Caller } from '../src/auth/caller.js';
import { loadConfig } from '../src/config.js';
import { createContext, type Services } from '../src/context.js';
import { transact } from '../src/unit-of-work/transact.js';
import { createLogPartitions } from '../src/jobs/log-partitions.js';
import { listProjects } from '../src/resolvers/project/list-projects.js';
import { listRequestLogs } from '../src/resolvers/request-log/list-request-logs.js';
import { pruneRequestLogs } from '../src/resolvers/request-log/prune-request-logs.js';
import {
  createLogPartition,
  getLogPartition,
  type LogPartition,
} from '../src/stores/request-log/request-log-partitions.js';
import { percentile } from './retrieval/measure.js';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string' },
    months: { type: 'string' },
    recent: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const rows = Number(options.rows ?? 10_000_000);
const months = Number(options.months ?? 1);
const recent = Number(options.recent ?? 200_000);
const rounds = Number(options.rounds ?? 30);
const ownProjects = 2_001;

const config = loadConfig({
  DATABASE_URL: process.env.DATABASE_URL,
  JWT_SECRET: 'a-secret-of-the-benchmark-71c3',
  EMBEDDER: 'none',
  LOG_LEVEL: 'fatal',
});
if (config.database.kind !== 'postgres') throw new Error('DATABASE_URL is not set.');
const { services, close } = await openServices(config, { log: createLogger(config) });
const { database } = services;
const now = new Date();
// Oldest first; the first one is filled row by row, the others are copies of it.
const past = Array.from({ length: months }, (_, index) => getLogPartition(now, index - months - 2));
const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

const user = { id: '00000000-0000-7000-8000-00000000a0da', name: 'bench', email: 'bench@example.com' };

const PROJECTS = `
WITH o AS (INSERT INTO organizations (id, name) VALUES ('org_bench', 'bench'), ('org_other', 'other')),
u AS (INSERT INTO users (id, name, email, password_hash) VALUES ($1, $2, $3, 'x')),
p AS (
  INSERT INTO projects (id, organization_id, name) SELECT 'proj_own_' || n, 'org_bench', 'own ' || n FROM generate_series(1, ${ownProjects}) n
  UNION ALL SELECT 'proj_other_' || n, 'org_other', 'other ' || n FROM generate_series(1, 2001) n
)
INSERT INTO organization_members (organization_id, user_id, role) VALUES ('org_bench', $1, 'OWNER')`;

// A fiftieth of the requests belongs to the user's projects; one of 500 failed.
const ROWS = `
INSERT INTO request_logs (method, path, operation, operation_type, status_code, outcome, errors, latency_ms, auth_type, key_prefix, project_id,
  request_id, client, bytes_in, bytes_out, database_ms, created_at)
SELECT 'POST', CASE n % 4 WHEN 0 THEN '/v3/memories/add/' WHEN 1 THEN '/v3/memories/search/' ELSE '/graphql' END,
  (ARRAY['addMemories', 'searchMemories', 'Memories', 'Memory'])[1 + n % 4], 'QUERY', CASE WHEN n % 500 = 0 THEN 502 ELSE 200 END,
  CASE WHEN n % 500 = 0 THEN 'FAILED' ELSE 'OK' END,
  CASE WHEN n % 500 = 0 THEN '[{"code": "BAD_GATEWAY", "path": null, "message": "The model did not respond."}]'::jsonb ELSE '[]' END,
  random() * 50, 'api_key', 'mg_' || n % 97,
  CASE WHEN n % 50 = 0 THEN 'proj_own_' || 1 + n / 50 % ${ownProjects} ELSE 'proj_other_' || 1 + n % 2001 END,
  gen_random_uuid()::text, 'bench', 300, 900, random() * 5, $1::timestamptz + (n - $3) * $4::interval
FROM generate_series($2::int, $3::int) n`;

const COPIED = [
  ...['method', 'path', 'operation', 'operation_type', 'status_code', 'outcome', 'errors', 'latency_ms', 'auth_type'],
  ...['key_prefix', 'project_id', 'client', 'bytes_in', 'bytes_out', 'database_ms'],
];

async function fill(): Promise<void> {
  const [found] = await database.query<{ found: boolean }>(`SELECT EXISTS (SELECT FROM request_logs) AS found`);
  if (found?.found === true) return;
  await database.query(PROJECTS, [user.id, user.name, user.email]);
  await createLogPartitions(services);
  const startedAt = performance.now();
  const [first, ...others] = past;
  if (first) await fillMonth(first);
  for (const month of others) await copyMonth(first ?? month, month);
  await store([now, 1, recent, `${(now.getUTCDate() - 0.9) * (86_400_000 / recent)} milliseconds`]);
  await runLong('VACUUM ANALYZE');
  console.log(`${rows} rows in each of ${months} months and ${recent} of this one stored in ${seconds(startedAt)} s`);
}

const lengthMs = ({ start, end }: LogPartition) => end.getTime() - start.getTime();

async function fillMonth(month: LogPartition): Promise<void> {
  await transact(services, ({ tx }) => createLogPartition(tx, month));
  const step = 200_000;
  // A copy into a shorter month must fit.
  const length = Math.min(...past.map(lengthMs)) - 1_000;
  for (let first = 1; first <= rows; first += step) {
    const last = Math.min(first + step - 1, rows);
    const end = new Date(month.start.getTime() + (length * last) / rows);
    await store([end, first, last, `${length / rows} milliseconds`]);
  }
}

/** Copies a month into another one under new numbers. Its indexes are created afterwards, which is several times as fast. */
async function copyMonth(from: LogPartition, { name, start, end }: LogPartition): Promise<void> {
  await runLong(`CREATE TABLE "${name}" (LIKE request_logs INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  const shift = `${(start.getTime() - from.start.getTime()) / 1_000} seconds`;
  const kept = COPIED.join(', ');
  await runLong(
    `INSERT INTO "${name}" (${kept}, request_id, created_at)
     SELECT ${kept}, gen_random_uuid()::text, created_at + $1::interval FROM "${from.name}" ORDER BY created_at`,
    [shift],
  );
  const bounds = `FROM ('${start.toISOString()}') TO ('${end.toISOString()}')`;
  await runLong(`ALTER TABLE request_logs ATTACH PARTITION "${name}" FOR VALUES ${bounds}`);
}

async function store(values: readonly unknown[]): Promise<void> {
  await runLong(ROWS, values);
}

async function runLong(sql: string, values: readonly unknown[] = []): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(sql, [...values]);
  } finally {
    client.release(true);
  }
}

const admin: Caller = { mode: 'admin_api_key', user: null, key: null, isAdmin: true };
const member: Caller = { mode: 'bearer', user: { ...user, role: 'member' }, key: null, isAdmin: false };
const as = (given: Services, caller: Caller) => createContext(given, { caller, requestId: 'bench' });
const failed = { outcomes: ['FAILED' as const] };
// No index supports an operation that no request has, so it is sought in a month.
const never = { operation: 'NeverUsed', since: new Date(now.getTime() - 31 * 86_400_000) };
const reads: Record<string, () => Promise<unknown>> = {
  'first page, admin': () => listRequestLogs(as(services, admin), { first: 20 }),
  'failed requests, admin': () => listRequestLogs(as(services, admin), { first: 20, filter: failed }),
  'one project, admin': () => listRequestLogs(as(services, admin), { first: 20, projectId: 'proj_own_7' }),
  'first page, 2,001 projects': () => listRequestLogs(as(services, member), { first: 20 }),
  'failed requests, 2,001 projects': () => listRequestLogs(as(services, member), { first: 20, filter: failed }),
  'unused operation in 31 days, 2,001 projects': () =>
    listRequestLogs(as(services, member), { first: 20, filter: never }),
  'list of 100 of 2,001 projects': () => listProjects(as(services, member), { first: 100 }),
};

async function measure(title: string): Promise<void> {
  const latencies = new Map<string, number[]>();
  for (let round = -3; round < rounds; round += 1)
    for (const [name, read] of Object.entries(reads)) {
      const startedAt = performance.now();
      await read();
      if (round >= 0) latencies.set(name, [...(latencies.get(name) ?? []), performance.now() - startedAt]);
    }
  console.log(title);
  for (const [name, own] of latencies)
    console.log(
      `  ${name.padEnd(46)} p50 ${percentile(own, 0.5).toFixed(1)} ms, p95 ${percentile(own, 0.95).toFixed(1)} ms`,
    );
}

await fill();
await measure('before pruning');
const countedFrom = performance.now();
while (!(await services.stores.statistics.keepCalls(await services.stores.requestLogs.lastIssuedId())));
// Every hour counts its own requests, so that a server never meets this many.
console.log(`counting all requests for the statistics of projects took ${seconds(countedFrom)} s`);
for (const { name, end } of past) {
  const startedAt = performance.now();
  // A day after the end of the month, so that it is the only one to go.
  const days = Math.floor((now.getTime() - end.getTime()) / 86_400_000);
  const { deleted } = await pruneRequestLogs(services, { days, rowsMax: 100_000 });
  console.log(`pruning ${name} removed ${deleted} rows in ${seconds(startedAt)} s`);
}
await measure('after pruning');
await close();
