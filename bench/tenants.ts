// Compares searches of a small project in an installation of its own with those beside 10,000 other projects:
//
//   DATABASE_URL=... npx tsx bench/tenants.ts [--projects 10000] [--memories 150000] [--small 40] [--rounds 400] [--partitions 16] [--json]
//
// Three installations, each with a database beside that of DATABASE_URL, which is replaced: one with the small project alone, one with
// the others too, and one with the others and PARTITIONS. A minute after the last start, half as many rounds warm them up. Sizes follow Zipf's law: the largest project has a tenth of the memories. Rows
// are stored by SQL; searches go one at a time through the built servers, by turns, with embeddings of a provider stub. Ends
// with 1 when the p95 beside others is above 1.3 times that of the project alone, or the lock table has less than half of its room free.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddingStub } from './embedding-stub.js';
import { percentile } from './overload/load.js';
import { printReport } from './report-tables.js';
import { openInstallation, type Installation } from './tenants/installation.js';

const { values: options } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000' },
    memories: { type: 'string' },
    small: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '400' },
    partitions: { type: 'string', default: '16' },
    json: { type: 'boolean', default: false },
  },
});
const connectionString = process.env.DATABASE_URL;
if (!connectionString) throw new Error('DATABASE_URL is not set.');
const [projects, rounds] = [Number(options.projects), Number(options.rounds)];
const goal = 1.3;

const stub = await startEmbeddingStub();
const plan = {
  connectionString,
  env: stub.env,
  projects,
  memories: Number(options.memories ?? projects * 15),
  small: Number(options.small),
};
const plans = [
  { ...plan, name: 'alone', projects: 0, memories: 0 },
  { ...plan, name: `${projects} others` },
  {
    ...plan,
    name: `${projects} others, PARTITIONS=${options.partitions}`,
    env: { ...plan.env, PARTITIONS: options.partitions },
  },
];

interface Measured {
  readonly installation: Installation;
  readonly own: number[];
  readonly other: number[];
  locks: number;
}

/** Measures one search of each kind. */
async function searchOnce({ installation, own, other }: Measured, round: number): Promise<void> {
  const query = `lamp ${round} of topic${(round * 31) % 1_000}`;
  own.push(await installation.searchOwn(query));
  other.push(await installation.searchOther(query));
}

async function searchByTurns(measured: readonly Measured[], count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    const first = round % measured.length;
    for (const each of [...measured.slice(first), ...measured.slice(0, first)]) await searchOnce(each, round);
  }
}

/** Time in milliseconds for what the last server does after its start, and Postgres after the filling; the first server has had it. */
const upkeepMs = 60_000;

/** Warms up the servers, and counts the locks meanwhile: looking at them takes time. */
async function warmUp(measured: readonly Measured[]): Promise<void> {
  const ends = measured.map(({ installation }) => installation.locks.begin());
  try {
    await delay(upkeepMs);
    await searchByTurns(measured, Math.ceil(rounds / 2));
  } finally {
    for (const [index, each] of measured.entries()) each.locks = (await ends[index]?.()) ?? 0;
  }
  for (const each of measured) each.own.length = each.other.length = 0;
}

const ms = (value: number) => `${value.toFixed(1)} ms`;
const cells = (values: readonly number[]) => [0.5, 0.95].map((share) => ms(percentile(values, share)));

function report(measured: readonly Measured[]): void {
  const [alone] = measured;
  const p95 = (values: readonly number[]) => percentile(values, 0.95);
  const ratio = (each: Measured) => p95(each.own) / p95(alone?.own ?? []);
  const room = alone?.installation.locks.room ?? 0;
  const locksOf = ({ locks, installation }: Measured) =>
    Math.max(locks, ...[...installation.phases.values()].map((phase) => phase.locks));
  for (const each of measured)
    if (ratio(each) > goal || locksOf(each) > room / 2) {
      process.exitCode = 1;
      console.log(`! ${each.installation.name} misses its goal.`);
    }
  const searches = {
    title: 'Searches',
    columns: ['Installation', 'Memories', 'p50', 'p95', 'p95 against alone', 'p50, each in another project', 'p95'],
    rows: measured.map((each) => [
      ...[each.installation.name, String(each.installation.memories), ...cells(each.own), ratio(each).toFixed(2)],
      ...cells(each.other),
    ]),
  };
  const names = ['create', 'migrate', 'start', 'backup'] as const;
  const operations = {
    title: 'Operations, and entries of the lock table',
    columns: [
      ...[
        'Installation',
        'Create the database',
        'Migrate, nothing to do',
        'Start until ready',
        'Backup',
        'Backup file',
      ],
      `Most lock entries of ${room}`,
    ],
    rows: measured.map((each) => {
      const { name, phases, backupMegabytes } = each.installation;
      const seconds = names.map((phase) => `${(phases.get(phase)?.seconds ?? NaN).toFixed(1)} s`);
      const locks = names.map((phase) => `${phase} ${phases.get(phase)?.locks}`).join(', ');
      return [name, ...seconds, `${backupMegabytes.toFixed(1)} MB`, `${locks}, searches ${each.locks}`];
    }),
  };
  printReport(
    {
      tables: [searches, operations],
      rounds: `${rounds} interleaved rounds of one search of each kind in each installation`,
    },
    options.json,
  );
}

const measured: Measured[] = [];
try {
  for (const each of plans) measured.push({ installation: await openInstallation(each), own: [], other: [], locks: 0 });
  await warmUp(measured);
  await searchByTurns(measured, rounds);
  report(measured);
} finally {
  for (const { installation } of measured) await installation.close();
  stub.close();
}
