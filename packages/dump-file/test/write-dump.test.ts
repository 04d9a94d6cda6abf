import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

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
