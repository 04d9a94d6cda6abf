// Adds and pages of one, two and four gateways on one Postgres, with embeddings of a provider stub:
//
//   DATABASE_URL=... npx tsx bench/gateways.ts [--gateways 1,2,4] [--rounds 3] [--seconds 6] [--clients 32] [--notify] [--json]
//
// Clients are shared among the gateways. Prints requests per second and processor time per request of Postgres and of the gateways,
// medians of interleaved rounds. With --notify, compares adds of two gateways with and without NOTIFY in the commit instead. Postgres
// has to run on this machine, and DATABASE_URL must be an empty database to be thrown away; its user has to be a superuser.
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createLocalServer, type LocalServer } from '../scripts/lib/local-server.js';
import { median } from './bench-app.js';
import { startEmbeddingStub } from './embedding-stub.js';
import { add, percentile, read, sendInTurn } from './overload/load.js';
import { readThreads } from './overload/threads.js';
import { printReport, type FigureTable } from './report-tables.js';

const { values: options } = parseArgs({
  options: {
    gateways: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '6' },
    clients: { type: 'string', default: '32' },
    notify: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const connectionString = process.env.DATABASE_URL;
if (!connectionString) throw new Error('DATABASE_URL is not set.');
const [rounds, seconds, clients] = [Number(options.rounds), Number(options.seconds), Number(options.clients)];
const counts = options.notify ? [2] : options.gateways.split(',').map(Number);

interface Figures {
  readonly perSecond: number;
  readonly p95: number;
  /** Milliseconds of processor time per request. */
  readonly postgres: number;
  readonly gateways: number;
}

const client = new pg.Client({ connectionString });
await client.connect();
const { rows: files } = await client.query<{ pid: string }>(
  `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
);
const postmaster = files[0]?.pid ?? '';

/** Processor time of Postgres since its start in milliseconds, with that of sessions that have ended. */
function readPostgres(): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      const stat = readStat(pid);
      const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Fields 14 and 15 of the whole line, and 16 and 17 for children that have ended.
      const [own = 0, system = 0, ended = 0, endedSystem = 0] = rest.slice(9, 13).map(Number);
      if (pid === postmaster) return own + system + ended + endedSystem;
      return parent === postmaster ? own + system : 0;
    });
  return ticks.reduce((total, each) => total + each, 0) * 10;
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return `0 () ${'0 '.repeat(50)}`;
  }
}

const stub = await startEmbeddingStub();
const servers: LocalServer[] = [];
for (let index = 0; index < Math.max(...counts); index += 1)
  servers.push(
    await createLocalServer({
      env: {
        ...stub.env,
        DATABASE_URL: connectionString,
        JWT_SECRET: 'a-secret-of-the-benchmark-71c3',
        LOG_LEVEL: 'error',
      },
    }),
  );
let apiKey = '';

function readGateways(): number {
  const threads = servers.flatMap((server) => [...readThreads(server.pid()).values()]);
  return threads.reduce((total, { used }) => total + used, 0) * 1_000;
}

async function measure(count: number, make: () => { path: string; body: object }): Promise<Figures> {
  const before = { postgres: readPostgres(), gateways: readGateways() };
  const startedAt = performance.now();
  const share = { clients: clients / count, seconds };
  const outcomes = await Promise.all(
    servers.slice(0, count).map(({ url }) => sendInTurn({ url, apiKey }, share, make)),
  );
  const elapsed = (performance.now() - startedAt) / 1_000;
  const done = outcomes.flat().filter(({ status }) => status === 200);
  if (done.length < outcomes.flat().length) console.log(`${outcomes.flat().length - done.length} requests failed`);
  return {
    perSecond: done.length / elapsed,
    p95: percentile(
      done.map(({ ms }) => ms),
      0.95,
    ),
    postgres: (readPostgres() - before.postgres) / done.length,
    gateways: (readGateways() - before.gateways) / done.length,
  };
}

/** Returns a row of the medians. */
function toRow(name: string, figures: readonly Figures[]): string[] {
  const of = (key: keyof Figures, digits: number) => median(figures.map((each) => each[key])).toFixed(digits);
  return [name, of('perSecond', 0), of('p95', 0), of('postgres', 1), of('gateways', 1)];
}

const toTable = (title: string, found: ReadonlyMap<string, readonly Figures[]>): FigureTable => ({
  title,
  columns: ['', 'Each second', 'p95, ms', 'Postgres, CPU ms for each', 'Gateways, CPU ms for each'],
  rows: [...found].map(([name, figures]) => toRow(name, figures)),
});

const taken = `Medians of ${rounds} interleaved rounds of ${seconds} s, ${clients} clients`;

/** Hides the function of Postgres behind one of the same name that does nothing, or that calls it. */
const setNotify = (isOn: boolean) =>
  client.query(`CREATE OR REPLACE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN ${isOn ? 'PERFORM pg_catalog.pg_notify($1, $2);' : ''} END $$`);

async function compareNotify(): Promise<void> {
  const found = new Map<boolean, Figures[]>([
    [true, []],
    [false, []],
  ]);
  for (let round = -1; round < rounds; round += 1)
    for (const isOn of round % 2 === 0 ? [true, false] : [false, true]) {
      await setNotify(isOn);
      const figures = await measure(2, add);
      if (round >= 0) found.get(isOn)?.push(figures);
    }
  const [on, off] = [found.get(true) ?? [], found.get(false) ?? []];
  const ratios = off.map(({ perSecond }, round) => (perSecond / (on[round]?.perSecond ?? 1)).toFixed(2));
  const rows = new Map([
    ['with NOTIFY in the commit', on],
    ['without', off],
  ]);
  const notes = [`Adds without against with, by round: ${ratios.join(', ')}.`];
  printReport({ tables: [toTable('Adds of two gateways', rows)], rounds: taken, notes }, options.json);
}

async function compareCounts(): Promise<void> {
  const tables: FigureTable[] = [];
  for (const [title, make] of [
    ['Adds', add],
    ['Pages of 20', read],
  ] as const) {
    const found = new Map<number, Figures[]>(counts.map((count) => [count, []]));
    for (let round = -1; round < rounds; round += 1)
      for (const count of round % 2 === 0 ? counts : [...counts].reverse()) {
        const figures = await measure(count, make);
        if (round >= 0) found.get(count)?.push(figures);
      }
    const named = [...found].map(
      ([count, figures]) => [`${count} ${count === 1 ? 'gateway' : 'gateways'}`, figures] as const,
    );
    tables.push(toTable(title, new Map(named)));
  }
  printReport({ tables, rounds: taken }, options.json);
}

try {
  const [first] = servers;
  if (!first) throw new Error('There is no gateway.');
  await first.start();
  ({ apiKey } = await first.bootstrap());
  if (options.notify) {
    await setNotify(true);
    await client.query(
      `ALTER DATABASE "${new URL(connectionString).pathname.slice(1)}" SET search_path = public, pg_catalog`,
    );
    await first.stop();
    await first.start();
  }
  for (const server of servers.slice(1)) await server.start();
  await (options.notify ? compareNotify() : compareCounts());
} finally {
  for (const server of servers) await server.remove();
  stub.close();
  await client.end();
}
