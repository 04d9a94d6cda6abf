// How soon webhooks hear of changes. From the root of the repository: npx tsx bench/webhooks.ts [events] [events per second]
// Measures the first attempt, from the call that adds a memory to the arrival at a receiver on this machine: one healthy receiver
// alone, then the same beside one that accepts connections and never answers. Runs on DATABASE_URL, else on an embedded database
// in a temporary folder. DATABASE_URL must be a database to be thrown away.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger, openServices } from '../src/app.js';
import type { Caller } from '../src/auth/caller.js';
import { loadConfig } from '../src/config.js';
import { createContext, type AppContext } from '../src/context.js';
import { startWebhookWorker } from '../src/jobs/webhook-worker.js';
import { addMemories } from '../src/resolvers/memory/add-memories.js';
import { currentProject } from '../src/resolvers/project.js';
import { createWebhook, deleteWebhook } from '../src/resolvers/webhook/webhooks.js';

const [events = 3_000, perSecond = 100] = process.argv.slice(2).map(Number);
const dataDir = mkdtempSync(path.join(tmpdir(), 'memory-gateway-bench-'));
const config = loadConfig({ DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: dataDir, JWT_SECRET: 'a-secret-of-the-benchmark-71c3', EMBEDDER: 'none', LOG_LEVEL: 'fatal', OUTBOUND_ALLOW: 'loopback' });
const admin: Caller = { mode: 'admin_api_key', user: null, key: null, isAdmin: true };

/** Adds memories at a steady pace, whatever the answers take. @returns when each call was made and when it was answered, by text */
async function add(ctx: AppContext, projectId: string, run: string) {
  const called = new Map<string, number>();
  const answered = new Map<string, number>();
  const open = new Set<Promise<unknown>>();
  const start = performance.now();
  for (let index = 0; index < events; index += 1) {
    const due = start + (index * 1_000) / perSecond;
    if (due > performance.now()) await wait(due - performance.now());
    // Also where another run was before: a text that is stored already makes no event.
    const text = `${run} ${index} ${start}`;
    called.set(text, performance.now());
    const messages = [{ role: 'user', content: text }];
    const call = addMemories(ctx, { projectId, messages, userId: 'bench', infer: false }).then(() => answered.set(text, performance.now()));
    open.add(call);
    void call.finally(() => open.delete(call));
    // A database that cannot keep up would otherwise refuse connections.
    if (open.size >= 30) await Promise.race(open);
  }
  await Promise.all(open);
  return { called, answered };
}

async function listen(answers: boolean, arrivals: Map<string, number>) {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { data } = (JSON.parse(body) as { event_details: { data: { memory: string } } }).event_details;
      if (!arrivals.has(data.memory)) arrivals.set(data.memory, performance.now());
      if (answers) response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => (server.closeAllConnections(), server.close()) };
}

const percentile = (sorted: readonly number[], share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN);

function print(name: string, latencies: number[]) {
  latencies.sort((left, right) => left - right);
  console.log(`${name}: ${latencies.length} of ${events} arrived; p50 ${percentile(latencies, 0.5)} ms, p95 ${percentile(latencies, 0.95)} ms, p99 ${percentile(latencies, 0.99)} ms, most ${percentile(latencies, 1)} ms`);
}

async function run(ctx: AppContext, projectId: string, withDead: boolean) {
  const arrivals = new Map<string, number>();
  const healthy = await listen(true, arrivals);
  const dead = await listen(false, new Map());
  const hooks = [healthy, ...(withDead ? [dead] : [])];
  const made = await Promise.all(hooks.map(({ url }) => createWebhook(ctx, { projectId, name: 'bench', url, eventTypes: ['memory_add'] })));
  const { called, answered } = await add(ctx, projectId, withDead ? 'both' : 'alone');
  for (let tries = 0; arrivals.size < events && tries < 600; tries += 1) await wait(100);
  console.log(withDead ? `\nbeside a receiver that never answers, ${perSecond} events/s:` : `healthy receiver alone, ${perSecond} events/s:`);
  print('  from the call to the arrival  ', [...arrivals].map(([text, at]) => at - (called.get(text) ?? NaN)));
  print('  from the answer to the arrival', [...arrivals].map(([text, at]) => Math.max(0, at - (answered.get(text) ?? NaN))));
  await Promise.all(made.map(({ webhook }) => deleteWebhook(ctx, { id: webhook.id })));
  hooks.forEach(({ close }) => close());
  dead.close();
}

const { services, close } = await openServices(config, { log: createLogger(config) });
const worker = startWebhookWorker(services);
const ctx = createContext(services, { caller: admin, requestId: 'bench' });
const { projectId } = await currentProject(ctx);
console.log(`${services.database.kind} database, ${events} events`);
await run(ctx, projectId, false);
await run(ctx, projectId, true);
await worker.stop(0);
await close();
rmSync(dataDir, { recursive: true, force: true });
