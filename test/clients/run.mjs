// Starts a server on an embedded database of its own and runs each program against it: node run.mjs [relay apollo …]
//
// Needs `npm ci` here and `npm run build` in the root; `npm run test:clients` in the root installs and runs.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const programs = ['graphql-ws', 'graphql-sse', 'urql', 'apollo', 'relay', 'codegen', 'gql-tada', 'runtimes'];
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const main = here('../../dist/src/main.js');
const dataDir = mkdtempSync(join(tmpdir(), 'memory-gateway-clients-'));

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const environment = {
  ...process.env,
  DATA_DIR: dataDir,
  EMBEDDER: 'none',
  LOG_LEVEL: 'warn',
  JWT_SECRET: 'clients-5b0c1f9d7e3a4826',
  API_PORT: String(port),
  DASHBOARD_PORT: '0',
};

async function untilReady() {
  for (let tries = 0; tries < 300; tries += 1) {
    const isReady = await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server does not become ready.');
}

/** Runs one program. @returns whether it succeeded */
function run(name) {
  const begin = performance.now();
  const options = {
    cwd: here('.'),
    stdio: 'inherit',
    env: { ...environment, MEMORY_GATEWAY_URL: url, MEMORY_GATEWAY_API_KEY: key },
  };
  return new Promise((resolve) => {
    spawn(process.execPath, [here(`${name}.mjs`)], options).on('exit', (code) => {
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      resolve(code === 0);
    });
  });
}

rmSync(here('generated'), { recursive: true, force: true });
mkdirSync(here('generated'));
copyFileSync(here('../../schema.graphql'), here('generated/schema.graphql'));
const { api_key: key } = JSON.parse(
  execFileSync(process.execPath, [main, 'bootstrap', '--json'], { env: environment, encoding: 'utf8' }),
);
const server = spawn(process.execPath, [main, 'serve'], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
const named = process.argv.slice(2);
const results = [];
try {
  await untilReady();
  for (const name of programs.filter((each) => named.length === 0 || named.includes(each)))
    results.push(await run(name));
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(results.every(Boolean) ? 0 : 1);
