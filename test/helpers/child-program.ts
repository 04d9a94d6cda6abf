import { spawn, type ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buildWithProduct, root } from '../../scripts/build.mjs';
import { builtPrograms } from '../setup/built-programs.js';

/** A folder of this worker in the folder of its run. */
const folder = path.join(builtPrograms(process.ppid), String(process.pid));
const builds = new Map<string, Promise<void>>();

/**
 * Starts a program of the tests in a process of its own, built with the product: it starts in a fraction of the time of
 * the sources.
 * @param source the program, such as `new URL('worker-child.ts', import.meta.url)`
 */
export async function startChild(
  source: URL,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<ChildProcessByStdio<null, Readable, null>> {
  const name = path.basename(source.pathname, '.ts');
  const built = builds.get(name) ?? buildWithProduct(path.join(folder, name), fileURLToPath(source));
  builds.set(name, built);
  await built;
  const program = path.join(root, folder, name, 'src', `${name}.js`);
  return spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}
