import { spawn, type ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { ensureBuiltOnce, listPackages, root } from '../../scripts/build.mjs';

/** The product comes from dist/, packages from their folders; only files of the tests are in the program. */
const productFromBuild: Plugin = {
  name: 'product-from-build',
  setup(building) {
    building.onResolve({ filter: /.*/ }, ({ kind, path: name, resolveDir }) => {
      if (kind === 'entry-point') return null;
      const place = listPackages().get(name) ?? (name.startsWith('.') ? path.resolve(resolveDir, name) : null);
      if (place === null) return { path: name, external: true };
      const file = path.relative(root, path.resolve(root, place)).replace(/\.ts$/, '.js');
      if (file.startsWith('test/')) return null;
      return { path: pathToFileURL(path.join(root, 'dist', file)).href, external: true };
    });
  },
};

/**
 * Starts a program of the tests in a process of its own, on the built product: it starts in a fraction of the time of
 * the sources.
 * @param source the program, such as `new URL('worker-child.ts', import.meta.url)`
 */
export async function startChild(
  source: URL,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<ChildProcessByStdio<null, Readable, null>> {
  await ensureBuiltOnce();
  const entry = fileURLToPath(source);
  const outfile = path.join(root, '.build/tests', `${path.basename(entry, '.ts')}-${process.pid}.mjs`);
  const plugins = [productFromBuild];
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    plugins,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  });
  return spawn(process.execPath, [outfile, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}
