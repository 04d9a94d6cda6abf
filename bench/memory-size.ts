// Compares the latency of searches, adds and lists in projects of different sizes, without the embedding model:
//
//   DATABASE_URL=... npx tsx bench/memory-size.ts [--sizes 1000,100000,1000000] [--rounds 200] [--recall 40] [--json]
//
// Each size has a database of its own beside that of DATABASE_URL, which is created and filled at the first run and stays
// for later ones. 100 memories of most users, a fifth of the memories of one user and a twentieth of another. Sizes are
// measured by turns. Recall is the share of the exact first ten that the indexes find.
import { parseArgs } from 'node:util';
import { printReport } from './report-tables.js';
import { percentile } from './retrieval/measure.js';
import { LARGE_USER, MIDDLE_USER, type SizeQuery } from './search-size/fill.js';
import { createDatabase, openSizedProject, type SizedProject } from './search-size/sized-project.js';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '200' },
    recall: { type: 'string', default: '40' },
    json: { type: 'boolean', default: false },
  },
});
const connectionString = process.env.DATABASE_URL;
if (!connectionString) throw new Error('DATABASE_URL is not set.');
const sizes = options.sizes.split(',').map(Number);
const rounds = Number(options.rounds);

interface Turn {
  readonly project: SizedProject;
  readonly query: SizeQuery;
  readonly userId: string;
}

const operations: Record<string, (turn: Turn) => Promise<unknown>> = {
  'search by user': ({ project, query, userId }) => project.search(query, { userId }),
  'search of the project': ({ project, query }) => project.search(query),
  'search, a fifth': ({ project, query }) => project.search(query, { userId: LARGE_USER }),
  'search, a twentieth': ({ project, query }) => project.search(query, { userId: MIDDLE_USER }),
  add: ({ project, query, userId }) => project.add(query, userId),
  'list by user': ({ project, userId }) => project.list(userId),
  'list of the project': ({ project }) => project.list(),
};

const projects: SizedProject[] = [];
for (const memories of sizes)
  projects.push(
    await openSizedProject({ DATABASE_URL: await createDatabase(connectionString, memories) }, { memories }),
  );
const queries = new Map<SizedProject, SizeQuery[]>();
for (const project of projects) queries.set(project, await project.queries(Math.max(rounds, 200)));

const latencies = new Map<string, number[]>();
const keyOf = (operation: string, project: SizedProject) => `${operation} ${project.memories}`;
/** The first rounds warm up connections and plans. */
const warmUp = 10;
for (let round = -warmUp; round < rounds; round += 1)
  for (const [name, run] of Object.entries(operations))
    for (const project of projects) {
      const own = queries.get(project) ?? [];
      const query = own[(round + warmUp) % own.length];
      if (!query) throw new Error('There are no queries.');
      const startedAt = performance.now();
      await run({ project, query, userId: project.pickUser(round + warmUp) });
      const key = keyOf(name, project);
      if (round >= 0) latencies.set(key, [...(latencies.get(key) ?? []), performance.now() - startedAt]);
    }

const times = Object.keys(operations).map((name) => [
  name,
  ...projects.map((project) => {
    const own = latencies.get(keyOf(name, project)) ?? [];
    return `${percentile(own, 0.5).toFixed(1)}, ${percentile(own, 0.95).toFixed(1)}`;
  }),
]);

async function recall(project: SizedProject, userId?: string): Promise<string> {
  const how = userId === undefined ? {} : { userId };
  let [found, expected] = [0, 0];
  for (const query of (queries.get(project) ?? []).slice(0, Number(options.recall))) {
    const ids = new Set(await project.search(query, how));
    const exact = await project.search(query, { ...how, isExact: true });
    found += exact.filter((id) => ids.has(id)).length;
    expected += exact.length;
  }
  return `${((100 * found) / Math.max(1, expected)).toFixed(1)} %`;
}

const shares: string[][] = [];
for (const [name, userId] of [
  ['the project', undefined],
  ['a user with a fifth', LARGE_USER],
  ['a user with a twentieth', MIDDLE_USER],
  ['a user with 100', 'user-7'],
] as const) {
  const cells: string[] = [];
  for (const project of projects) cells.push(await recall(project, userId));
  shares.push([name, ...cells]);
}
const columns = ['', ...sizes.map((size) => size.toLocaleString('en'))];
printReport(
  {
    tables: [
      { title: 'p50 and p95 in ms by number of memories, without the embedding model', columns, rows: times },
      { title: 'Share of the exact first ten that the indexes find', columns, rows: shares },
    ],
    rounds: `${rounds} rounds in which the sizes take turns; shares over ${options.recall} queries`,
  },
  options.json,
);
for (const project of projects) await project.close();
