// Installs ONNX Runtime for this platform, which runs the local embedding model several times as fast as WebAssembly:
//
//   node scripts/native-runtime/install.mjs [NODE_MODULES]     (default: node_modules of this checkout)
//
// The npm package has the libraries of five platforms, 290 MB. Only the one of this platform is kept, 26 to 90 MB, and no
// install script runs: that of the package downloads the libraries of a graphics processor.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(here, '../../node_modules'));
const libraries = join('bin', 'napi-v6', process.platform, process.arch);

const work = mkdtempSync(join(tmpdir(), 'memory-gateway-runtime-'));
try {
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(here, name), join(work, name));
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', npm, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  const runtime = join(work, 'node_modules', 'onnxruntime-node');
  if (!existsSync(join(runtime, libraries)))
    throw new Error(`ONNX Runtime has no library for ${process.platform} on ${process.arch}.`);
  for (const part of ['package.json', 'README.md', 'dist', libraries])
    cpSync(join(runtime, part), join(target, 'onnxruntime-node', part), { recursive: true });
  cpSync(join(work, 'node_modules', 'onnxruntime-common'), join(target, 'onnxruntime-common'), { recursive: true });
  process.stdout.write(`${join(target, 'onnxruntime-node')}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
