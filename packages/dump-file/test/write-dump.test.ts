import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { writeNewFile } from '../src/index.js';

it('a dump whose last bytes do not fit on the disk is no file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-dump-'));
  try {
    const file = path.join(folder, 'project.jsonl');
    const child = fileURLToPath(new URL('write-child.ts', import.meta.url));
    // The rows fit into 64 KB, and the manifest before them does not.
    const command = `ulimit -f 64; exec "$0" --import tsx "$1" "$2" ${64 * 1_024 - 100}`;
    const { stdout } = await promisify(execFile)('bash', ['-c', command, process.execPath, child, file]);
    expect(stdout).toBe(`${file} cannot be written: EFBIG.`);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('an export is written although a killed one left a part of the same file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-dump-'));
  try {
    const file = path.join(folder, 'memories.jsonl');
    await writeFile(`${file}.partial`, 'half');
    async function* lines() {
      yield '{}\n';
    }
    await writeNewFile(file, lines());
    expect(await readFile(file, 'utf8')).toBe('{}\n');
    await expect(writeNewFile(file, lines())).rejects.toMatchObject({ code: 'EEXIST', path: file });
    expect(await readdir(folder)).toEqual(['memories.jsonl', 'memories.jsonl.partial']);
    const missing = path.join(folder, 'none', 'memories.jsonl');
    await expect(writeNewFile(missing, lines())).rejects.toMatchObject({ code: 'ENOENT', path: missing });
  } finally {
    await rm(folder, { recursive: true });
  }
});
