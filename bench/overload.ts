// What the server does with four times the load that saturates it. From the root of the repository:
//   [DATABASE_URL=...] npx tsx bench/overload.ts [--seconds 10] [--embedder local] [--factor 4] [--json]
// Prints the peak of accepted adds, then the same under `factor` times as many: latency of accepted adds and of reads, how fast the
// rest is refused, the share of the peak, and what the threads of the server used and waited for. Ends with 1 when a figure misses its goal. DATABASE_URL must be a database to be thrown away.
import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createLocalServer } from '../scripts/lib/local-server.js';
import { printReport } from './report-tables.js';
import { add, percentile, read, sendAtRate, sendInTurn, type Outcome, type Target } from './overload/load.js';
import { compareThreads, readThreads } from './overload/threads.js';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    embedder: { type: 'string', default: 'local' },
    factor: { type: 'string', default: '4' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
const readsPerSecond = 5;
const goals = { acceptedP95: 2_000, readRatio: 2, refusedP95: 100, throughput: 0.9 };

const accepted = (outcomes: readonly Outcome[]) => outcomes.filter(({ status }) => status === 200);
const p95 = (outcomes: readonly Outcome[]) =>
  percentile(
    outcomes.map(({ ms }) => ms),
    0.95,
  );

const lines: string[][] = [];

function printLine(name: string, value: string, isGood = true): void {
  lines.push([name, value]);
  console.log(`${isGood ? '  ' : '! '}${name.padEnd(50)}${value}`);
  if (!isGood) process.exitCode = 1;
}

/** Doubles the number of clients until more of them add nothing. @returns accepted adds per second */
async function findPeak(target: Target): Promise<number> {
  let peak = 0;
  for (const clients of [1, 2, 4, 8, 16, 32, 64]) {
    const perSecond = accepted(await sendInTurn(target, { clients, seconds: seconds / 2 }, add)).length / (seconds / 2);
    printLine(`adds of ${clients} clients`, `${perSecond.toFixed(1)}/s`);
    if (perSecond < peak * 1.05 && clients > 8) return Math.max(peak, perSecond);
    peak = Math.max(peak, perSecond);
  }
  return peak;
}

function report(
  peak: number,
  idle: number,
  { adds, reads }: { adds: readonly Outcome[]; reads: readonly Outcome[] },
): void {
  const done = accepted(adds);
  const refused = adds.filter(({ status }) => status === 503);
  const others = adds.length - done.length - refused.length;
  const readsDone = accepted(reads);
  const share = done.length / (seconds * 2) / peak;
  console.log(`\n${options.factor} times the load`);
  printLine('adds accepted, refused, other', `${done.length}, ${refused.length}, ${others}`, others === 0);
  printLine('accepted adds, p95', `${p95(done).toFixed(0)} ms`, p95(done) <= goals.acceptedP95);
  printLine('refused adds, p95', `${p95(refused).toFixed(0)} ms`, !(p95(refused) > goals.refusedP95));
  printLine('accepted adds against the peak', share.toFixed(2), share >= goals.throughput);
  printLine('reads done', `${readsDone.length} of ${reads.length}`, readsDone.length === reads.length);
  const ratio = p95(readsDone) / idle;
  printLine('reads, p95', `${p95(readsDone).toFixed(0)} ms, ${ratio.toFixed(1)} times idle`, ratio <= goals.readRatio);
}

const databaseUrl = process.env.DATABASE_URL;
const server = await createLocalServer({
  env: {
    EMBEDDER: options.embedder,
    LOG_LEVEL: 'warn',
    // The defaults of a server.
    MAX_QUEUE_WAIT_MS: '1000',
    MAX_EVENT_LOOP_DELAY_MS: '500',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  },
});
try {
  await server.start();
  const { apiKey } = await server.bootstrap();
  const target = { url: server.url, apiKey };
  await sendInTurn(target, { clients: 4, seconds: seconds / 2 }, add);
  const inTurn = p95(await sendInTurn(target, { clients: 1, seconds: seconds / 2 }, read));
  // At the rate of the reads under load: a read after a pause takes longer than one right after another.
  const idle = p95(await sendAtRate(target, { perSecond: readsPerSecond, seconds: seconds * 2 }, read));
  console.log(`${databaseUrl ? 'Postgres' : 'Embedded database'}, embedder ${options.embedder}`);
  printLine('reads of an idle server one after the other, p95', `${inTurn.toFixed(1)} ms`);
  printLine(`${readsPerSecond} reads a second of an idle server, p95`, `${idle.toFixed(1)} ms`);
  const peak = await findPeak(target);
  printLine('peak', `${peak.toFixed(1)} adds/s`);
  const load = { perSecond: peak * Number(options.factor), seconds: seconds * 2 };
  const used = process.cpuUsage();
  const begin = performance.now();
  const threads = readThreads(server.pid());
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [adds, reads] = await Promise.all([
    sendAtRate(target, load, add),
    sendAtRate(target, { perSecond: readsPerSecond, seconds: load.seconds }, read),
  ]);
  // On the cores of the server: this share is missing there.
  const { user, system } = process.cpuUsage(used);
  const elapsedMs = performance.now() - begin;
  const cores = (user + system) / 1_000 / elapsedMs;
  const busy = compareThreads(threads, server.pid(), elapsedMs / 1_000);
  report(peak, idle, { adds, reads });
  const rows = [...lines];
  printLine('processor cores of the clients', `${cores.toFixed(2)} of ${availableParallelism()}`);
  // A late client measures its own delay.
  printLine('event loop of the clients, p95', `${(delay.percentile(95) / 1e6).toFixed(1)} ms`);
  for (const { name, used, waited } of busy)
    printLine(`${name}, cores used and waited for`, `${used.toFixed(2)}, ${waited.toFixed(2)}`);
  const columns = ['', databaseUrl ? 'Postgres' : 'Embedded database'];
  const rounds = `One run: a peak, then ${seconds * 2} s of ${options.factor} times the load and ${readsPerSecond} reads a second`;
  if (options.json) printReport({ tables: [{ columns, rows }], rounds }, true);
} finally {
  await server.remove();
}
