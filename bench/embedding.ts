// Measures what the engine of the local embedding model changes for a caller:
//
//   npx tsx bench/embedding.ts [rounds] [seconds]
//
// Starts two built servers with their embedded databases, one on ONNX Runtime and one on WebAssembly. Four clients add texts
// of 20 words and of 2,000 characters, and one client searches, by turns. Prints adds per second, the median of searches and
// resident memory of both, with ratios.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './bench-app.js';
import { readResidentMegabytes } from './overload/threads.js';

const [rounds = 5, seconds = 5] = process.argv.slice(2).map(Number);
const root = fileURLToPath(new URL('..', import.meta.url));
const main = path.join(root, 'dist/src/main.js');

interface Server {
  readonly name: string;
  post(path: string, body: unknown): Promise<void>;
  residentMegabytes(): number;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

async function startServer(name: string, nodeOptions: string): Promise<Server> {
  const folder = mkdtempSync(path.join(tmpdir(), 'memory-gateway-bench-'));
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    NODE_OPTIONS: nodeOptions,
    DATA_DIR: path.join(folder, 'data'),
    JWT_SECRET: 'a-secret-of-the-benchmark-71c3',
    LOG_LEVEL: 'fatal',
    API_PORT: String(port),
    DASHBOARD_PORT: String(await freePort()),
  };
  const child = spawn(process.execPath, [main, 'serve'], { cwd: folder, env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The server on ${name} ended.`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const { api_key: key } = JSON.parse(
    execFileSync(process.execPath, [main, 'bootstrap', '--json'], { cwd: folder, env, encoding: 'utf8' }),
  ) as { api_key: string };
  return {
    name,
    async post(route, body) {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const response = await fetch(url + route, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${route} on ${name}: ${response.status} ${await response.text()}`);
      await response.body?.cancel();
    },
    residentMegabytes: () => readResidentMegabytes(child.pid ?? 0),
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let texts = 0;
const words = readFileSync(path.join(root, 'docs/getting-started.md'), 'utf8').match(/[a-z]{3,12}/gi) ?? [];
/** Returns a text that was not sent before. */
function makeText(isEnough: (text: string) => boolean): string {
  let text = `Note ${(texts += 1)}:`;
  for (let at = texts; !isEnough(text); at += 7) text += ` ${words[(at * 31) % words.length]}`;
  return text;
}
const shortText = () => makeText((text) => text.split(' ').length >= 20);
const longText = () => makeText((text) => text.length >= 1_990).slice(0, 2_000);

const add = (server: Server, content: string) =>
  server.post('/memories', { messages: [{ role: 'user', content }], user_id: 'ada', infer: false });

async function addsPerSecond(server: Server, makeContent: () => string): Promise<number> {
  const startedAt = performance.now();
  let added = 0;
  const client = async () => {
    for (; performance.now() - startedAt < seconds * 1_000; added += 1) await add(server, makeContent());
  };
  await Promise.all([client(), client(), client(), client()]);
  return (added * 1_000) / (performance.now() - startedAt);
}

async function searchMs(server: Server): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const startedAt = performance.now();
    await server.post('/search', { query: shortText(), filters: { user_id: 'ada' } });
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

if (!existsSync(path.join(root, 'node_modules/onnxruntime-node')))
  throw new Error('ONNX Runtime is not installed. Run npm run native-runtime.');
const servers = [
  await startServer('ONNX Runtime', ''),
  await startServer('WebAssembly', `--import=${path.join(root, 'bench/embedding/without-onnx.mjs')}`),
] as const;
const measures = {
  'adds per second, 20 words': (server: Server) => addsPerSecond(server, shortText),
  'adds per second, 2,000 characters': (server: Server) => addsPerSecond(server, longText),
  'search p50, ms': searchMs,
};
try {
  // The first text loads the model.
  for (const server of servers) await add(server, shortText());
  for (const [name, measure] of Object.entries(measures)) {
    const results: [number, number][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2;
      const one = await measure(servers[first === 0 ? 0 : 1]);
      const other = await measure(servers[first === 0 ? 1 : 0]);
      results.push(first === 0 ? [one, other] : [other, one]);
    }
    const [native, wasm] = [0, 1].map((side) => median(results.map((pair) => pair[side] ?? 0))) as [number, number];
    const ratio = median(results.map(([left, right]) => left / right));
    process.stdout.write(`${name}: ${native.toFixed(1)} and ${wasm.toFixed(1)}, ratio ${ratio.toFixed(2)}\n`);
  }
  for (const server of servers)
    process.stdout.write(`${server.name}: ${server.residentMegabytes().toFixed(0)} MB resident\n`);
} finally {
  await Promise.all(servers.map((server) => server.close()));
}
