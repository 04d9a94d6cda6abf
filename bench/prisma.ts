// Measures typed Prisma against prepared SQL, in the client process:
//
//   [DATABASE_URL=...] npx tsx bench/prisma.ts [rounds] [calls per round]
//
// Runs the same reads and writes both ways, alternating, and prints the CPU time per call and the ratio. Without
// DATABASE_URL, it uses a temporary embedded database; otherwise a Postgres database that may be lost.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '@memory-gateway/database/migrations';
import { type Database, openDatabase, prepared } from '@memory-gateway/database';

const [rounds = 9, calls = 200] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(path.join(tmpdir(), 'mg-bench-'));
const connectionString = process.env.DATABASE_URL;
const database = await openDatabase(
  connectionString ? { kind: 'postgres', connectionString } : { kind: 'embedded', dataDir: folder },
);

const find = prepared('SELECT key, value, updated_at FROM settings WHERE key = $1');
const list = prepared('SELECT key, value, updated_at FROM settings ORDER BY key LIMIT 20');
const insert = prepared('INSERT INTO settings (key, value, updated_at) VALUES ($1, $2::jsonb, $3) RETURNING key');
const now = new Date();
let made = 0;

type Way = (database: Database) => Promise<unknown>;
const pairs: Readonly<Record<string, readonly [sql: Way, prisma: Way]>> = {
  'one row by its key': [
    (db) => db.query(find, ['bench-7']),
    async (db) => (await db.prisma()).setting.findUnique({ where: { key: 'bench-7' } }),
  ],
  'a list of 20 rows': [
    (db) => db.query(list),
    async (db) => (await db.prisma()).setting.findMany({ orderBy: { key: 'asc' }, take: 20 }),
  ],
  'a transaction that stores a row': [
    (db) => db.transaction((tx) => tx.query(insert, [`made-${(made += 1)}`, '1', now])),
    (db) =>
      db.transaction(async (tx) => {
        const data = { key: `made-${(made += 1)}`, value: 1, updatedAt: now };
        return (await tx.prisma()).setting.create({ data, select: { key: true } });
      }),
  ],
  'a transaction of one SELECT, without and with Prisma opened': [
    (db) => db.transaction((tx) => tx.query(find, ['bench-7'])),
    (db) =>
      db.transaction(async (tx) => {
        await tx.prisma();
        return tx.query(find, ['bench-7']);
      }),
  ],
};

/** Returns the CPU microseconds of one call in this process. */
async function measure(way: Way): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) await way(database);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

try {
  await migrate(database);
  await database.query("DELETE FROM settings WHERE key LIKE 'made-%' OR key LIKE 'bench-%'");
  await database.query(
    "INSERT INTO settings (key, value) SELECT 'bench-' || n, '{\"a\": 1}' FROM generate_series(1, 20) n",
  );
  const before = process.memoryUsage.rss();
  const started = performance.now();
  await (await database.prisma()).setting.count();
  console.log(
    `first query: ${(performance.now() - started).toFixed(0)} ms, ${((process.memoryUsage.rss() - before) / 2 ** 20).toFixed(0)} MB more resident`,
  );
  for (const [name, ways] of Object.entries(pairs)) {
    for (const way of ways) await measure(way);
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
        times[side].push(await measure(ways[side]));
    }
    const [sql, prisma] = times.map(median) as [number, number];
    console.log(
      `${name}: SQL ${sql.toFixed(0)} µs, Prisma ${prisma.toFixed(0)} µs, ratio ${(prisma / sql).toFixed(2)}`,
    );
  }
} finally {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
