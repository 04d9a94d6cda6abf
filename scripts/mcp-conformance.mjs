// Runs the conformance suite of the Model Context Protocol against this server.
//
//   npm run mcp:conformance -- --install   installs the suite into test/mcp-conformance (needs the network once)
//   npm run mcp:conformance                runs it for both revisions and the authorization server
//
// The suite includes the Node 22 that it needs. docs/evidence/mcp-conformance.md lists expected failures with reasons.
// The run fails for unlisted failures, and for listed scenarios that pass.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'test/mcp-conformance');
const suite = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const node = join(folder, 'node_modules/node/bin/node');

if (process.argv.includes('--install')) {
  execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}
if (!existsSync(suite)) {
  console.error('The conformance suite is not installed. Run `npm run mcp:conformance -- --install`.');
  process.exit(2);
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const dataDir = mkdtempSync(join(tmpdir(), 'memory-gateway-conformance-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
// The suite sends no credential.
const server = spawn(process.execPath, ['--import', 'tsx', join(root, 'src/main.ts'), 'serve'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    AUTH_DISABLED: 'true',
    EMBEDDER: 'none',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    API_PORT: String(port),
    DASHBOARD_PORT: String(await freePort()),
  },
});

async function untilReady() {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const isReady = await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The server did not start within two minutes.');
}

function run(...args) {
  console.log(`\nconformance ${args.join(' ')}`);
  try {
    execFileSync(existsSync(node) ? node : process.execPath, [suite, ...args], { cwd: dataDir, stdio: 'inherit' });
    return true;
  } catch {
    return false;
  }
}

let passed = false;
try {
  await untilReady();
  const results = [];
  for (const revision of ['2026-07-28', '2025-11-25']) {
    const expected = join(folder, `expected-failures-${revision}.yaml`);
    results.push(run('server', '--url', `${url}/mcp`, '--requirements', revision, '--expected-failures', expected));
  }
  results.push(run('authorization', '--url', url, '--scenario', 'authorization-server-metadata-endpoint'));
  passed = results.every(Boolean);
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = passed ? 0 : 1;
