// Measures the delay of webhooks:
//
//   npx tsx bench/webhooks.ts [events] [events per second] [--dead]
//
// Measures the first attempt, from the request that adds a memory to the arrival at a local receiver. --dead repeats
// the measurement next to a receiver that accepts connections but never responds, and prints both p95s; both alternate
// in tenths, so that other load affects both. Uses DATABASE_URL, a database that may be lost, or else a temporary
// embedded database.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger, openServices } from '../src/app/open-services.js';
import type { Caller } from '../src/auth/caller.js';
import { loadConfig } from '../src/config.js';
import { createContext, type AppContext } from '../src/context.js';
import { startWebhookWorker } from '../src/webhooks/delivery/webhook-worker.js';
import { addMemories } from '../src/resolvers/memory/add-memories.js';
import { currentProject } from '../src/resolvers/project/current-project.js';
import { createWebhook } from '../src/resolvers/webhook/create-webhook.js';
import { updateWebhook } from '../src/resolvers/webhook/update-webhook.js';

const withDeadToo = process.argv.includes('--dead');
const [events = 3_000, perSecond = 100] = process.argv
  .slice(2)
  .filter((argument) => argument !== '--dead')
  .map(Number);
const turns = 10;
const dataDir = mkdtempSync(path.join(tmpdir(), 'memory-gateway-bench-'));
const config = loadConfig({
  DATABASE_URL: process.env.DATABASE_URL,
  DATA_DIR: dataDir,
  JWT_SECRET: 'a-secret-of-the-benchmark-71c3',
  EMBEDDER: 'none',
  LOG_LEVEL: 'fatal',
  OUTBOUND_ALLOW: 'loopback',
});
const admin: Caller = { mode: 'admin_api_key', user: null, key: null, isAdmin: true };

/** Times of request, response and arrival, by text. */
interface Times {
  readonly called: Map<string, number>;
  readonly answered: Map<string, number>;
  readonly arrived: Map<string, number>;
}

/** Adds memories at a steady rate, regardless of response times. */
async function add(
  ctx: AppContext,
  projectId: string,
  { count, times }: { count: number; times: Times },
): Promise<void> {
  const open = new Set<Promise<unknown>>();
  const start = performance.now();
  for (let index = 0; index < count; index += 1) {
    const due = start + (index * 1_000) / perSecond;
    if (due > performance.now()) await wait(due - performance.now());
    // Unique across runs, because a text that is already stored creates no event.
    const text = `${index} ${start} ${Math.random()}`;
    times.called.set(text, performance.now());
    const messages = [{ role: 'user', content: text }];
    const call = addMemories(ctx, { projectId, messages, userId: 'bench', infer: false }).then(() =>
      times.answered.set(text, performance.now()),
    );
    open.add(call);
    void call.finally(() => open.delete(call));
    // A database that cannot keep up would otherwise reject connections.
    if (open.size >= 30) await Promise.race(open);
  }
  await Promise.all(open);
}

async function listen(answers: boolean, onArrival: (text: string) => void) {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { data } = (JSON.parse(body) as { event_details: { data: { memory: string } } }).event_details;
      onArrival(data.memory);
      if (answers) response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => (server.closeAllConnections(), server.close()),
  };
}

const percentile = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN);

/** @returns the p95 from the response, which follows the commit, to the arrival */
function print(title: string, { called, answered, arrived }: Times): number {
  console.log(`\n${title}, ${perSecond} events/s: ${arrived.size} of ${called.size} arrived`);
  const line = (name: string, from: Map<string, number>): number => {
    const latencies = [...arrived]
      .map(([text, at]) => Math.max(0, at - (from.get(text) ?? NaN)))
      .sort((left, right) => left - right);
    console.log(
      `  from the ${name} to the arrival: ${[0.5, 0.95, 0.99, 1].map((share) => `p${share * 100} ${percentile(latencies, share)} ms`).join(', ')}`,
    );
    return percentile(latencies, 0.95);
  };
  line('call', called);
  return line('answer', answered);
}

const emptyTimes = (): Times => ({ called: new Map(), answered: new Map(), arrived: new Map() });

async function run(ctx: AppContext, projectId: string): Promise<void> {
  const [alone, beside] = [emptyTimes(), emptyTimes()];
  const arrive = (text: string) => {
    const { arrived } = alone.called.has(text) ? alone : beside;
    if (!arrived.has(text)) arrived.set(text, performance.now());
  };
  const receivers = [await listen(true, arrive), await listen(false, () => undefined)];
  const [, dead] = await Promise.all(
    receivers.map(({ url }, index) =>
      createWebhook(ctx, { projectId, name: 'bench', url, eventTypes: ['memory_add'], isActive: index === 0 }),
    ),
  );
  const count = Math.ceil(events / turns);
  const measure = async (times: Times) => {
    await add(ctx, projectId, { count, times });
    for (let tries = 0; times.arrived.size < times.called.size && tries < 600; tries += 1) await wait(100);
  };
  for (let turn = 0; turn < turns; turn += 1) {
    await measure(alone);
    if (!withDeadToo || !dead) continue;
    await updateWebhook(ctx, { id: dead.webhook.id, isActive: true });
    await measure(beside);
    await updateWebhook(ctx, { id: dead.webhook.id, isActive: false });
  }
  const p95 = print('a healthy receiver alone', alone);
  if (withDeadToo)
    console.log(
      `\np95 from the answer: alone ${p95} ms, beside a dead one ${print('beside a receiver that never answers', beside)} ms`,
    );
  receivers.forEach((receiver) => receiver.close());
}

const { services, close } = await openServices(config, { log: createLogger(config) });
const worker = startWebhookWorker(services);
const ctx = createContext(services, { caller: admin, requestId: 'bench' });
const { projectId } = await currentProject(ctx);
console.log(`${services.database.kind} database, ${events} events`);
await run(ctx, projectId);
await worker.stop(0);
await close();
rmSync(dataDir, { recursive: true, force: true });
