import { fork } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it(
  'the model sends no reports: ONNX Runtime leaves no ID of the machine in the home folder',
  { timeout: 60_000 },
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'memory-gateway-home-'));
    try {
      // Without the variables of CI, which also switch the reports off.
      const child = fork(fileURLToPath(new URL('embed-once.ts', import.meta.url)), {
        execArgv: ['--import', 'tsx'],
        env: { PATH: process.env['PATH'], HOME: home, XDG_CACHE_HOME: join(home, 'cache') },
      });
      let engine: unknown;
      child.on('message', (message) => (engine = message));
      const code = await new Promise((resolve) => child.on('exit', resolve));
      expect([code, engine]).toEqual([0, expect.stringMatching(/^(?:onnx|wasm)$/)]);
      expect(await readdir(home)).toEqual([]);
    } finally {
      await rm(home, { recursive: true });
    }
  },
);
