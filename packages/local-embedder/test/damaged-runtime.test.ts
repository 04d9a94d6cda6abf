import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const library = /libonnxruntime\.so/;
const isInstalled = process.platform === 'linux' && existsSync(path.join(modules, 'onnxruntime-node'));

/** Copies the package to a folder in which the first 100 kB of the native library are there, as after an interrupted installation. */
async function installCutOff(folder: string): Promise<void> {
  for (const part of ['src', 'words'])
    await cp(fileURLToPath(new URL(`../${part}`, import.meta.url)), path.join(folder, part), { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await mkdir(path.join(folder, 'node_modules'));
  for (const name of ['@lat.md', '@huggingface', 'zod', 'tsx', 'onnxruntime-common'])
    await symlink(path.join(modules, name), path.join(folder, 'node_modules', name));
  const [source, target] = [modules, path.join(folder, 'node_modules')].map((root) =>
    path.join(root, 'onnxruntime-node'),
  );
  await cp(source!, target!, { recursive: true, filter: (file) => !library.test(file) });
  const files = (await readdir(source!, { recursive: true })).filter((file) => library.test(file));
  expect(files).not.toEqual([]);
  for (const file of files) {
    const whole = await open(path.join(source!, file));
    const { buffer } = await whole.read({ buffer: Buffer.alloc(100_000) });
    await whole.close();
    await mkdir(path.dirname(path.join(target!, file)), { recursive: true });
    await writeFile(path.join(target!, file), buffer);
  }
}

it.runIf(isInstalled)('a native library that is cut off leaves the WebAssembly engine, with the reason', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-embedder-'));
  try {
    await installCutOff(folder);
    const main = path.join(folder, 'main.ts');
    await writeFile(
      main,
      `import { createLocalEmbedder } from './src/index.js';
       const embedder = createLocalEmbedder();
       const [vector] = await embedder.embed(['Ada lives in Lisbon.']);
       console.log(JSON.stringify([vector?.length, await embedder.engine()]));
       await embedder.close();`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', main], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([384, { name: 'wasm', note: 'ONNX Runtime ended its process: SIGBUS.' }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
