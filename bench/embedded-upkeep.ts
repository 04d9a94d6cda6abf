// Compares the embedded database before and after its upkeep, which tells the planner how large the tables are:
//
//   npx tsx bench/embedded-upkeep.ts [--memories 20000] [--rounds 12] [--dir DIR]
//
// Stores memories without statistics, measures searches, lists and adds without the embedding model, runs the upkeep, and
// measures again. Ends with 1 if the searches return something else afterwards. DIR keeps the filled database: 20,000
// memories take minutes.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { maintainTables } from '../src/jobs/database-upkeep.js';
import { percentile } from './retrieval/measure.js';
import type { SizeQuery } from './search-size/fill.js';
import { openSizedProject, type SizedProject } from './search-size/sized-project.js';

const { values: options } = parseArgs({
  options: { memories: { type: 'string' }, rounds: { type: 'string' }, dir: { type: 'string' } },
});
const memories = Number(options.memories ?? 20_000);
const rounds = Number(options.rounds ?? 12);
const dataDir = options.dir ?? mkdtempSync(path.join(tmpdir(), 'memory-gateway-upkeep-'));

type Run = (project: SizedProject, query: SizeQuery, userId: string) => Promise<unknown>;
const operations: Record<string, Run> = {
  'search by user': (project, query, userId) => project.search(query, { userId }),
  'search of the project': (project, query) => project.search(query),
  'list by user': (project, _, userId) => project.list(userId),
  'list of the project': (project) => project.list(),
  add: (project, query, userId) => project.add(query, userId),
};

const project = await openSizedProject({ DATA_DIR: dataDir }, { memories, isAnalyzed: false });
const queries = await project.queries(rounds);

async function measure(title: string): Promise<void> {
  console.log(title);
  for (const [name, run] of Object.entries(operations)) {
    const latencies: number[] = [];
    for (const [round, query] of queries.entries()) {
      const startedAt = performance.now();
      await run(project, query, project.pickUser(round));
      latencies.push(performance.now() - startedAt);
    }
    console.log(`  ${name.padEnd(24)} p50 ${percentile(latencies, 0.5).toFixed(1)} ms`);
  }
}

async function findAll(): Promise<string> {
  const found: string[][] = [];
  for (const [round, query] of queries.entries()) {
    found.push(await project.search(query, { userId: project.pickUser(round) }));
    if (round < 3) found.push(await project.search(query));
  }
  return JSON.stringify(found);
}

await measure(`${memories} memories, before the upkeep`);
const before = await findAll();
const startedAt = performance.now();
await maintainTables(project.services, { isQuiet: false });
console.log(`upkeep: ${(performance.now() - startedAt).toFixed(0)} ms`);
const isSame = before === (await findAll());
await measure('after the upkeep');
console.log(`the searches return ${isSame ? 'the same' : 'something else'}`);
await project.close();
process.exitCode = isSame ? 0 : 1;
