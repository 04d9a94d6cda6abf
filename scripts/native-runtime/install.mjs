// Installs the library of ONNX Runtime for this platform, on which the local embedding model takes an eighth of the CPU time
// that it takes on WebAssembly.
//
//   node scripts/native-runtime/install.mjs [NODE_MODULES]     (default: node_modules of this checkout)
//
// `npm ci` runs it beside the build. MEMORY_GATEWAY_NATIVE_RUNTIME=false skips it there. The npm package has the libraries of
// five platforms (290 MB) and an install script that downloads more, so it is no dependency: its tarball is read from the
// configured registry, and only the 26 to 50 MB of this platform are kept.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const run = promisify(execFile);
/** Platforms that the package has libraries for. */
export const platforms = ['linux/x64', 'linux/arm64', 'darwin/arm64', 'win32/x64', 'win32/arm64'];
const thisPlatform = `${process.platform}/${process.arch}`;
const names = ['onnxruntime-common', 'onnxruntime-node'];

/** Paths in the tarballs that an installation needs. */
const keptPaths = (platform) => ({
  'onnxruntime-common': ['package/package.json', 'package/README.md', 'package/dist/cjs'],
  'onnxruntime-node': ['package/package.json', 'package/README.md', 'package/dist', `package/bin/napi-v6/${platform}`],
});

/** Returns version and digest of a package from the lock file. */
export const locked = (name) =>
  JSON.parse(readFileSync(join(here, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`];

function isInstalled(name, target) {
  const manifest = join(target, name, 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === locked(name).version;
}

/** Returns why this platform has no library, or null. */
function findObstacle() {
  if (!platforms.includes(thisPlatform)) return `ONNX Runtime has no library for ${thisPlatform}.`;
  const needsGlibc = process.platform === 'linux';
  if (needsGlibc && !process.report.getReport().header.glibcVersionRuntime) return 'ONNX Runtime needs glibc.';
  return null;
}

/** Downloads a tarball with npm, which knows the registry, the proxy and the credentials. @throws if it is not the locked one */
async function download(name, folder) {
  const { version, integrity } = locked(name);
  const args = ['pack', `${name}@${version}`, '--ignore-scripts', '--json', '--pack-destination', folder];
  // The folder of the project would add its own scripts and workspaces to the command.
  const { stdout } = await run('npm', args, { cwd: folder, shell: process.platform === 'win32' });
  const tarball = join(folder, basename(JSON.parse(stdout)[0].filename));
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  if (`sha512-${hash.digest('base64')}` !== integrity)
    throw new Error(`${name} ${version} differs from the lock file.`);
  return tarball;
}

/** Unpacks the two packages with the libraries of some platforms into `folder/<platform>/<package>`: this platform's from an installation. */
export async function unpackRuntime(folder, wanted, installed = null) {
  if (installed !== null && wanted.join() === thisPlatform && names.every((name) => isInstalled(name, installed))) {
    for (const name of names) cpSync(join(installed, name), join(folder, thisPlatform, name), { recursive: true });
    return;
  }
  for (const name of names) {
    const tarball = await download(name, folder);
    for (const platform of wanted) {
      const target = join(platform, name);
      mkdirSync(join(folder, target), { recursive: true });
      const args = ['-xzf', basename(tarball), '-C', target, '--strip-components=1', ...keptPaths(platform)[name]];
      await run('tar', args, { cwd: folder });
    }
  }
}

/**
 * Installs the library unless it is there.
 * @returns `installed` or `present`
 * @throws Error if this platform has no library, or the tarball cannot be had or is not the locked one
 */
export async function installNativeRuntime(target) {
  if (names.every((name) => isInstalled(name, target))) return 'present';
  const obstacle = findObstacle();
  if (obstacle) throw new Error(obstacle);
  mkdirSync(target, { recursive: true });
  // In the target, so that the renames stay on one file system: loading a library that is cut off ends the process.
  const work = mkdtempSync(join(target, '.native-runtime-'));
  try {
    await unpackRuntime(work, [thisPlatform]);
    for (const name of names) {
      rmSync(join(target, name), { recursive: true, force: true });
      renameSync(join(work, thisPlatform, name), join(target, name));
    }
    return 'installed';
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Like {@link installNativeRuntime} for `npm ci`: can be switched off, and a failure leaves the embedding on WebAssembly. */
export async function installNativeRuntimeIfPossible(target) {
  if (/^(false|0|no|off)$/i.test(process.env.MEMORY_GATEWAY_NATIVE_RUNTIME ?? '')) return;
  try {
    await installNativeRuntime(target);
  } catch (error) {
    const [reason] = error.message.split('\n');
    process.stderr.write(`ONNX Runtime was not installed; embeddings run on WebAssembly. ${reason}\n`);
  }
}

const startedFile = process.argv[1] ? realpathSync(process.argv[1]) : '';
if (relative(startedFile, fileURLToPath(import.meta.url)) === '') {
  const target = resolve(process.argv[2] ?? join(here, '../../node_modules'));
  try {
    process.stdout.write(`${await installNativeRuntime(target)}: ${join(target, 'onnxruntime-node')}\n`);
  } catch (error) {
    process.stderr.write(`ONNX Runtime was not installed. ${error.message}\n`);
    process.exitCode = 1;
  }
}
