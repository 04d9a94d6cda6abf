import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const scripts = fileURLToPath(new URL('../../scripts/native-runtime', import.meta.url));
const timeout = 300_000;

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-native-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the installation into an empty folder. @returns what it printed and what the folder contains */
async function install(name: string, program = path.join(scripts, 'install.mjs')) {
  const target = path.join(folder, name);
  const { stdout, stderr } = await run(process.execPath, [program, target]).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return { stdout, stderr, names: await readdir(target).catch(() => []) };
}

describe.runIf(process.platform === 'linux')('the installation of ONNX Runtime', () => {
  it('keeps the library of this platform alone, once', { timeout }, async () => {
    const first = await install('target');
    expect([first.stderr, first.names.sort()]).toEqual(['', ['onnxruntime-common', 'onnxruntime-node']]);
    const libraries = path.join(folder, 'target/onnxruntime-node/bin/napi-v6');
    expect(await readdir(libraries)).toEqual(['linux']);
    expect(await readdir(path.join(libraries, 'linux'))).toEqual([process.arch]);
    expect((await install('target')).stdout).toMatch(/^present: /);
  });

  it('refuses a tarball that differs from the lock file, and leaves nothing behind', { timeout }, async () => {
    const changed = path.join(folder, 'changed');
    await cp(scripts, changed, { recursive: true });
    const lock = path.join(changed, 'package-lock.json');
    await writeFile(lock, (await readFile(lock, 'utf8')).replaceAll(/"sha512-.{4}/g, '"sha512-AAAA'));
    expect(await install('refused', path.join(changed, 'install.mjs'))).toEqual({
      stdout: '',
      stderr: 'ONNX Runtime was not installed. onnxruntime-common 1.30.0 differs from the lock file.\n',
      names: [],
    });
  });

  it('is left out of `npm ci` on request', { timeout }, async () => {
    const script = `import { installNativeRuntimeIfPossible } from ${JSON.stringify(path.join(scripts, 'install.mjs'))};
      await installNativeRuntimeIfPossible(${JSON.stringify(path.join(folder, 'skipped'))});`;
    const env = { ...process.env, MEMORY_GATEWAY_NATIVE_RUNTIME: 'false' };
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
    expect([stdout, stderr]).toEqual(['', '']);
    await expect(readdir(path.join(folder, 'skipped'))).rejects.toThrow('ENOENT');
  });
});
