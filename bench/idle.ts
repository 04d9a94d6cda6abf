// Measures servers that are left alone: processor time and resident memory.
//
//   [DATABASE_URL=...] npx tsx bench/idle.ts [--after 330] [--seconds 30] [--json]
//
// Each server has the default embedding model and 100 memories: one on the embedded database, one that was restarted after the adds, and
// one on Postgres, with DATABASE_URL of a database that may be lost. All are left alone for `--after` seconds, by default until the model is unloaded, then measured at
// the same time. Ends with 1 when a server uses more than 0.1 CPU seconds in 30 s, or more than 300 MB.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLocalServer, type LocalServer } from '../scripts/lib/local-server.js';
import { add, sendAtRate } from './overload/load.js';
import { readProcessorSeconds, readResidentMegabytes } from './overload/threads.js';
import { printReport } from './report-tables.js';

const { values: options } = parseArgs({
  options: {
    after: { type: 'string', default: '330' },
    seconds: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
const goals = { processorShare: 0.1 / 30, megabytes: 300 };

async function openServer(env: Record<string, string>): Promise<LocalServer> {
  const server = await createLocalServer({ env: { LOG_LEVEL: 'error', ...env } });
  await server.start();
  const { apiKey } = await server.bootstrap();
  const outcomes = await sendAtRate({ url: server.url, apiKey }, { perSecond: 5, seconds: 20 }, add);
  if (outcomes.some(({ status }) => status !== 200)) throw new Error('An add failed.');
  return server;
}

const servers = new Map<string, LocalServer>();
try {
  servers.set('embedded database', await openServer({}));
  const restarted = await openServer({});
  servers.set('embedded database, restarted', restarted);
  await restarted.stop();
  await restarted.start();
  const databaseUrl = process.env.DATABASE_URL;
  if (databaseUrl) servers.set('Postgres', await openServer({ DATABASE_URL: databaseUrl }));
  await delay(Number(options.after) * 1_000);
  const before = [...servers.values()].map((server) => readProcessorSeconds(server.pid()));
  await delay(seconds * 1_000);
  const rows = [...servers].map(([name, server], index) => {
    const used = readProcessorSeconds(server.pid()) - (before[index] ?? 0);
    const megabytes = readResidentMegabytes(server.pid());
    if (used / seconds > goals.processorShare || megabytes > goals.megabytes) process.exitCode = 1;
    return [name, `${used.toFixed(2)} s`, `${megabytes} MB`];
  });
  const columns = ['Server', `CPU in ${seconds} s`, 'Resident'];
  const rounds = `All servers at the same time, ${options.after} s after the last request`;
  printReport({ tables: [{ columns, rows }], rounds }, options.json);
} finally {
  for (const server of servers.values()) await server.remove();
}
