// Measures memories per CPU second of an import:
//
//   [DATABASE_URL=...] npx tsx bench/import.ts [--memories 2000] [--embedder none|local]
//
// The texts need no language model. With `--embedder local`, the import also computes their vectors.
// As with the command line beside a server: the records are stored in parts, and the job of the server imports them.
// CPU time is that of this process, which on the embedded database is everything.
import { parseArgs } from 'node:util';
import { bootstrap } from '../src/commands/bootstrap.js';
import { followImport } from '../src/commands/follow-import.js';
import { toForeignSource } from '../src/resolvers/import/import-foreign.js';
import { openForeignText } from '../src/resolvers/import/open-foreign.js';
import { sendImport } from '../src/resolvers/import/send-import.js';
import { databaseName, startBenchApp } from './bench-app.js';
import { readProcessorSeconds } from './overload/threads.js';

const { values } = parseArgs({
  options: { memories: { type: 'string', default: '2000' }, embedder: { type: 'string', default: 'none' } },
});
const memories = Number(values.memories);

const topics = ['the harbor', 'her garden', 'a rowing boat', 'old maps', 'the night train', 'chess', 'sourdough'];
const places = ['Lisbon', 'Oslo', 'Kyoto', 'Quito', 'Tallinn'];
const textOf = (index: number) =>
  `Person ${index % 97} told a friend on day ${index} about ${topics[index % topics.length]} in ${places[index % places.length]}, and liked number ${index * 7}.`;

/** JSON Lines, in chunks as from a file. */
async function* writeLines(round: number): AsyncGenerator<string> {
  for (let index = 0; index < memories; index += 1) {
    const record = { id: `r${round}-${index}`, text: textOf(round * memories + index), user_id: `user-${index % 50}` };
    yield `${JSON.stringify(record)}\n`;
  }
}

const { app, close } = await startBenchApp({ EMBEDDER: values.embedder });
try {
  await bootstrap(app.services);
  for (const round of [0, 1, 2]) {
    const records = openForeignText({ format: 'jsonl', fileName: 'm.jsonl', text: writeLines(round), mapping: null });
    const began = { cpu: readProcessorSeconds(process.pid), at: performance.now() };
    const signal = new AbortController().signal;
    const { event } = await sendImport(app.services, {
      accounts: null,
      memories: (scope) => toForeignSource(scope, { format: 'jsonl', records, owners: {}, keepUuids: true }),
      ...{ format: 'jsonl', source: null, key: `round ${round}`, importId: null },
      ...{ dryRun: false, onProgress: () => undefined, signal },
    });
    if (!event) throw new Error('The import has no event.');
    const services = {
      services: app.services,
      hasServer: true,
      runImports: () => undefined,
      close: async () => undefined,
    };
    const progress = { show: () => undefined, end: () => undefined };
    const ended = await followImport(event, { opened: services, progress, signal });
    const imported = ended?.completed ?? 0;
    const seconds = readProcessorSeconds(process.pid) - began.cpu;
    process.stdout.write(
      `${databaseName()}, embedder ${values.embedder}: ${imported} memories, ${(imported / seconds).toFixed(0)} per CPU second, ${((performance.now() - began.at) / 1_000).toFixed(1)} s\n`,
    );
  }
} finally {
  await close();
}
