// Measures what the hash chain of the audit log costs:
//
//   [DATABASE_URL=...] npx tsx bench/audit-chain.ts [rounds] [seconds per round]
//
// Sends adds of eight clients, by turns with and without the sealer that chains and signs their audit rows, and prints
// adds per second and the ratio. Rows of a round without the sealer are sealed before the next one begins. Exits with 1
// if the ratio is below 0.95. Uses DATABASE_URL, a Postgres database that may be lost, or else an embedded database.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bootstrap } from '../src/commands/bootstrap.js';
import { databaseName, measureByTurns, startBenchApp } from './bench-app.js';

const [rounds = 9, seconds = 5] = process.argv.slice(2).map(Number);
const goal = 0.95;
const { app, close } = await startBenchApp({
  EMBEDDER: 'none',
  MAX_QUEUE_WAIT_MS: '0',
  MAX_EVENT_LOOP_DELAY_MS: '0',
});

const { auditSealer } = app.services;
if (!auditSealer) throw new Error('The server has no sealer.');
const idleSealer = { ...auditSealer, wake: () => undefined };

async function measure(client: ChildProcess, isOn: boolean): Promise<number> {
  Object.assign(app.services, { auditSealer: isOn ? auditSealer : idleSealer });
  client.send({ seconds });
  const [added] = (await once(client, 'message')) as [number];
  await auditSealer?.seal();
  return added / seconds;
}

try {
  const { apiUrl: url } = await app.listen();
  const { apiKey } = await bootstrap(app.services);
  const client = fork(fileURLToPath(new URL('audit-chain/adds.ts', import.meta.url)), [url, apiKey]);
  await measure(client, true);
  const { on, off, ratio } = await measureByTurns(rounds, (isOn) => measure(client, isOn));
  client.disconnect();
  console.log(`${databaseName()}, ${rounds} rounds of ${seconds} s`);
  console.log(`adds/s with the chain ${on.toFixed(0)}, without ${off.toFixed(0)}, ratio ${ratio.toFixed(3)}`);
  if (ratio < goal) process.exitCode = 1;
} finally {
  await close();
}
