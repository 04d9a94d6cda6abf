import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['client/build.mjs'], { cwd: root });
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-bundle-'));
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, '@memory-gateway'), { recursive: true });
  await symlink(path.join(root, 'client'), path.join(modules, '@memory-gateway/client'));
  await symlink(path.join(root, 'node_modules/graphql-ws'), path.join(modules, 'graphql-ws'));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Bundles a program for a page. @returns its first file, which a page loads */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, sourcefile: 'page.js' },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    preserveSymlinks: true,
    write: false,
    outdir: folder,
  });
  return outputFiles.find(({ path: file }) => file.endsWith('stdin.js'))?.text ?? '';
}

it('takes at most 6 kB in a page that sends one query, and holds no other document', { timeout: 60_000 }, async () => {
  const text = await bundle(`import { createClient, SearchMemoriesDocument } from '@memory-gateway/client';
    createClient({ url: '/' }).request(SearchMemoriesDocument, { query: 'x' }).then(console.log);`);
  expect(text).toContain('query SearchMemories');
  expect(text.match(/(?:query|mutation|subscription) [A-Z]\w+/g)).toEqual(['query SearchMemories']);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(6_000);
});

it('takes at most 6 kB in a page that adds and searches memories', { timeout: 60_000 }, async () => {
  const text = await bundle(`import { createMemory } from '@memory-gateway/client';
    const memory = createMemory({ url: '/' });
    memory.add('x', { userId: 'ada' }).then(() => memory.search('x', { userId: 'ada' })).then(console.log);`);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(6_000);
});

it.each(['index.js', 'index.cjs'])(
  '%s: Node prints an uncaught error with its message and one short line of the package',
  { timeout: 60_000 },
  async (file) => {
    const program = `import(${JSON.stringify(path.join(root, 'client/dist', file))}).then(({ createClient, SearchMemoriesDocument }) =>
      createClient({ url: 'http://127.0.0.1:9', retry: false }).request(SearchMemoriesDocument, { query: 'x' }));`;
    const run = promisify(execFile)(process.execPath, ['-e', program]);
    const { stderr } = await run.then(
      () => ({ stderr: '' }),
      (error: unknown) => error as { stderr: string },
    );
    expect(stderr).toContain('\nGatewayError: The server could not be reached: ');
    expect(stderr.length).toBeLessThan(4_000);
  },
);
