import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../helpers/free-port.js';
import { migratedTemplate } from '../setup/embedded.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
const timeout = 900_000;

/** `PACKAGE_NODES=all`: later versions of Node, the adapters of frameworks, and the files of the image. */
const isLong = process.env.PACKAGE_NODES === 'all';
const repositoryUrl = 'https://git.example.com/memory-gateway';
/** The lowest Node version in package.json, as an npm package. */
const nodes = isLong ? ['20.19.0', '22', '24'] : ['20.19.0'];

let folder: string;
/** An empty project with the tarballs installed. */
let project: string;
let installOutput = '';
const servers = new Map<string, Promise<Running>>();
const processes: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-packages-'));
  project = path.join(folder, 'project');
  const { stdout } = await run(process.execPath, ['scripts/pack.mjs', folder], {
    cwd: root,
    env: { ...process.env, REPOSITORY_URL: repositoryUrl },
  });
  const tarballs = stdout
    .trim()
    .split('\n')
    .filter((file) => /-(server|client|onnxruntime-[\w-]+)-[\d.]+\.tgz$/.test(file));
  await mkdir(project);
  await writeFile(path.join(project, 'package.json'), '{"name":"project","private":true}');
  for (const version of nodes) await fetchNode(version);
  const packages = [...tarballs, 'graphql@16', 'ws@8'];
  const installed = await run('npm', ['install', '--no-audit', '--no-fund', '--engine-strict=false', ...packages], {
    cwd: project,
  });
  installOutput = installed.stdout + installed.stderr;
}, timeout);
afterAll(async () => {
  try {
    await Promise.all(processes.map(stop));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 90_000);

async function stop(started: ChildProcess): Promise<void> {
  if (started.exitCode !== null || started.signalCode !== null) return;
  started.kill('SIGTERM');
  await once(started, 'exit', { signal: AbortSignal.timeout(60_000) }).catch((error: unknown) => {
    started.kill('SIGKILL');
    throw new Error('The server did not end on SIGTERM.', { cause: error });
  });
}

const majorOf = (version: string): string => version.split('.')[0] ?? '';
const nodeProgram = (version: string): string => path.join(folder, `node-${majorOf(version)}`, 'package/bin/node');

/** Unpacks the program alone: the package has 2,400 other files. */
async function fetchNode(version: string): Promise<void> {
  const place = path.join(folder, `node-${majorOf(version)}`);
  await mkdir(place);
  await run('npm', ['pack', '--silent', '--pack-destination', place, `node-linux-${process.arch}@${version}`]);
  const [tarball = ''] = await readdir(place);
  await run('tar', ['-xzf', tarball, 'package/bin/node'], { cwd: place });
}

async function sizeOf(place: string): Promise<number> {
  const found = await stat(place);
  if (found.isFile()) return found.size;
  const names = await readdir(place);
  return (await Promise.all(names.map((name) => sizeOf(path.join(place, name))))).reduce((sum, size) => sum + size, 0);
}

/** A server that was started by the bare command in an empty folder. */
interface Running {
  readonly url: string;
  readonly log: string;
  readonly apiKey: string;
  /** Folder and environment of further commands. */
  readonly place: Place;
}
interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Returns the server of a version of Node, which all tests share: it starts at the first call. */
function serverOn(version: string): Promise<Running> {
  const running = servers.get(version) ?? startIn(version);
  servers.set(version, running);
  return running;
}

async function startIn(version: string): Promise<Running> {
  const cwd = await mkdtemp(path.join(folder, 'empty-'));
  const env = {
    PATH: process.env.PATH,
    API_PORT: String(await findFreePort()),
    DASHBOARD_PORT: String(await findFreePort()),
  };
  const main = path.join(project, 'node_modules/@memory-gateway/server/dist/src/main.js');
  const started = spawn(nodeProgram(version), [main], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  processes.push(started);
  let log = '';
  started.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const url = `http://127.0.0.1:${env.API_PORT}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/ready`, { signal: AbortSignal.timeout(5_000) }).then(
          ({ ok }) => ok || log,
          () => (started.exitCode === null ? log : `exit code ${started.exitCode}\n${log}`),
        ),
      // The first start takes 5 s of processor time, and the cores may be shared.
      { timeout: 300_000, interval: 250 },
    )
    .toBe(true);
  const bootstrap = await run(nodeProgram(version), [main, 'bootstrap', '--json'], { cwd, env });
  const { api_key: apiKey } = JSON.parse(bootstrap.stdout) as { api_key: string };
  return { url, log, apiKey, place: { cwd, env } };
}

describe.runIf(process.platform === 'linux')('the packages', () => {
  it('install without a warning about the engine, with a licence each, and within their sizes', async () => {
    expect(installOutput).not.toContain('EBADENGINE');
    const modules = path.join(project, 'node_modules');
    for (const name of ['@memory-gateway/server', '@memory-gateway/client'])
      expect(await readFile(path.join(modules, name, 'LICENSE'), 'utf8')).toContain('Apache License');
    expect(await sizeOf(path.join(modules, '@memory-gateway/server'))).toBeLessThan(200_000_000);
    expect(await sizeOf(path.join(modules, '@memory-gateway/client'))).toBeLessThan(450_000);
    // The client depends on nothing of the server.
    const { dependencies } = JSON.parse(
      await readFile(path.join(modules, '@memory-gateway/client/package.json'), 'utf8'),
    ) as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies)).toEqual(['@graphql-typed-document-node/core', 'graphql-ws']);
  });

  it.each(nodes)(
    'start in an empty folder on Node %s, and the client finds the first memory',
    { timeout },
    async (version) => {
      const { url, log, apiKey } = await serverOn(version);
      expect(log).toContain('Wrote .env');
      expect(await (await fetch(`${url}/docs/guide/concepts`)).text()).toContain('What extraction does');
      const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
      const body = {
        messages: [{ role: 'user', content: 'I love hiking on weekends.' }],
        user_id: 'alice',
        infer: false,
      };
      expect((await fetch(`${url}/memories`, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(
        200,
      );
      const script = `
      const client = createClient({ url: ${JSON.stringify(url)}, apiKey: ${JSON.stringify(apiKey)} });
      client.request(SearchMemoriesDocument, { query: 'outdoor sports', filter: { userId: { eq: 'alice' } } })
        .then(({ searchMemories }) => console.log(searchMemories.results[0].memory.text));`;
      const forms = {
        'esm.mjs': `import { createClient, SearchMemoriesDocument } from '@memory-gateway/client';${script}`,
        'cjs.cjs': `const { createClient, SearchMemoriesDocument } = require('@memory-gateway/client');${script}`,
        'browser.mjs': `import { createClient, SearchMemoriesDocument } from '@memory-gateway/client/browser';${script}`,
      };
      for (const [name, text] of Object.entries(forms)) {
        await writeFile(path.join(project, name), text);
        const { stdout } = await run(nodeProgram(version), [name], { cwd: project });
        expect([name, stdout]).toEqual([name, 'I love hiking on weekends.\n']);
      }
    },
  );
});

/** Folders of packages whose README has the lines of an installation and of a first program, each with a city of its own. */
const documented = {
  client: 'Lisbon',
  ...(isLong && {
    'adapters/ai-sdk': 'Oslo',
    'adapters/langchain': 'Quito',
    'adapters/llamaindex': 'Hanoi',
    'adapters/mastra': 'Nairobi',
    'adapters/openai-agents': 'Toronto',
  }),
};
const readBlock = (readme: string, language: string) =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(readme)?.[1] ?? '';

describe.runIf(process.platform === 'linux')('the README of a package', () => {
  it('installs the package in an empty folder, and its first program runs', { timeout }, async () => {
    const { url, apiKey } = await serverOn(nodes[0] ?? '');
    const check = async ([place, city]: readonly [string, string]) => {
      const readme = await readFile(path.join(root, place, 'README.md'), 'utf8');
      const cwd = await mkdtemp(path.join(folder, 'readme-'));
      await writeFile(path.join(cwd, 'package.json'), '{"name":"project","private":true}');
      const install = readBlock(readme, 'sh').replace('npm run pack:all -- packed\n', '').replace('./packed', folder);
      await run('/bin/sh', ['-c', `${install.trim()} --no-audit --no-fund --engine-strict=false`], { cwd });
      // A city for each package: none finds the memory of another.
      const program = readBlock(readme, 'js').replaceAll('http://localhost:8888', url).replaceAll('Lisbon', city);
      await writeFile(path.join(cwd, 'first.mjs'), program);
      const env = { PATH: process.env.PATH, MEMORY_GATEWAY_API_KEY: apiKey };
      const { stdout } = await run(process.execPath, ['first.mjs'], { cwd, env });
      expect([place, stdout]).toEqual([place, expect.stringContaining(`Ada lives in ${city}.`)]);
    };
    // Installations wait for the network most of the time.
    const results = await Promise.allSettled(Object.entries(documented).map(check));
    expect(results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))).toEqual([]);
  });

  it('reads a file with the importers, and asks the server through the MCP program', { timeout }, async () => {
    const { url, apiKey } = await serverOn(nodes[0] ?? '');
    const cwd = await mkdtemp(path.join(folder, 'readme-'));
    await writeFile(path.join(cwd, 'package.json'), '{"name":"project","private":true}');
    const files = ['importers', 'mcp'].map((name) => path.join(folder, `memory-gateway-${name}-${version}.tgz`));
    await run('npm', ['install', '--no-audit', '--no-fund', '--offline', ...files], { cwd });
    await writeFile(path.join(cwd, 'memories.jsonl'), '{"text":"Ada lives in Lisbon.","user_id":"ada"}\n');
    await writeFile(
      path.join(cwd, 'first.mjs'),
      readBlock(await readFile(path.join(root, 'packages/importers/README.md'), 'utf8'), 'js'),
    );
    expect((await run(process.execPath, ['first.mjs'], { cwd })).stdout).toBe('Ada lives in Lisbon.\n');
    const { mcpServers } = JSON.parse(
      readBlock(await readFile(path.join(root, 'packages/mcp/README.md'), 'utf8'), 'json'),
    ) as { mcpServers: Record<string, { command: string; args: string[] }> };
    const { command = '', args = [] } = mcpServers['memory-gateway'] ?? {};
    const given = args.map((word) => word.replace('http://localhost:8888', url));
    const bridge = spawn(command, given, { cwd, env: { PATH: process.env.PATH, MEMORY_GATEWAY_API_KEY: apiKey } });
    bridge.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    const printed = { out: '', err: '' };
    bridge.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text));
    bridge.stderr.setEncoding('utf8').on('data', (text: string) => (printed.err += text));
    await once(bridge, 'close');
    expect([printed.err, JSON.parse(printed.out)]).toEqual(['', { jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('has absolute links when a release names the repository', async () => {
    const { stdout } = await run('tar', [
      '-xzOf',
      path.join(folder, `memory-gateway-server-${version}.tgz`),
      'package/README.md',
      'package/package.json',
    ]);
    expect(stdout).toContain(`](${repositoryUrl}/blob/main/docs/graphql.md)`);
    expect(stdout).not.toMatch(/\]\((?!https?:|#)[^)]*\)|(?:src|srcset)="(?!https?:)/);
    expect(stdout).toContain(`"bugs": "${repositoryUrl}/issues"`);
  });
});

/** Returns what `doctor` of an installed server says about the embedding model. */
async function checkEmbedding(installed: string, place: Place): Promise<string | undefined> {
  const args = [path.join(installed, 'dist/src/main.js'), 'doctor', '--json'];
  const { stdout } = await run(process.execPath, args, place);
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: { check: string; detail: string }[] };
  expect(ok).toBe(true);
  return checks.find(({ check }) => check === 'embedding')?.detail;
}

const onOnnxRuntime = /^local\/all-minilm-l6-v2, 384 dimensions, \d+ ms on ONNX Runtime$/;

describe.runIf(process.platform === 'linux')('the packed server', () => {
  it('embeds on ONNX Runtime from the tarball of this platform, without an install script', { timeout }, async () => {
    const modules = path.join(project, 'node_modules');
    const runtime = path.join(modules, `@memory-gateway/onnxruntime-linux-${process.arch}`);
    expect(await sizeOf(runtime)).toBeLessThan(60_000_000);
    const scripts = path.join(runtime, 'node_modules/onnxruntime-node/package.json');
    expect(JSON.parse(await readFile(scripts, 'utf8'))).not.toHaveProperty('scripts');
    // Beside the running server, the command opens no database of its own.
    const { place } = await serverOn(nodes[0] ?? '');
    expect(await checkEmbedding(path.join(modules, '@memory-gateway/server'), place)).toMatch(onOnnxRuntime);
  });
});

describe.runIf(process.platform === 'linux' && isLong)('the image', () => {
  it('embeds on the library for processors alone, within its size', { timeout }, async () => {
    const installed = path.join(folder, 'image');
    await cp(path.join(project, 'node_modules/@memory-gateway/server'), installed, { recursive: true });
    await run(process.execPath, ['scripts/native-runtime/install.mjs', path.join(installed, 'node_modules')], {
      cwd: root,
    });
    expect(await sizeOf(installed)).toBeLessThan(200_000_000);
    const env = { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'image-data') };
    await cp(await migratedTemplate(), env.DATA_DIR, { recursive: true });
    expect(await checkEmbedding(installed, { cwd: installed, env })).toMatch(onOnnxRuntime);
  });
});

describe('the types of the client', () => {
  it('are known to TypeScript from both kinds of modules', { timeout }, async () => {
    const text = `import { createClient, SearchMemoriesDocument } from '@memory-gateway/client';
      export const found: Promise<number> = createClient({ url: '/' })
        .request(SearchMemoriesDocument, { query: 'x' }).then(({ searchMemories }) => searchMemories.results[0]!.score);`;
    for (const name of ['types.mts', 'types.cts']) await writeFile(path.join(project, name), text);
    await symlink(path.join(root, 'node_modules/typescript'), path.join(project, 'node_modules/typescript'));
    const args = [
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--lib',
      'es2022,dom',
      '--skipLibCheck',
    ];
    await run(process.execPath, [...args, 'types.mts', 'types.cts'], { cwd: project });
  });
});
