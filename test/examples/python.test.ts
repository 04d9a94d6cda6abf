import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';

let app: RunningApp;

beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

it.skipIf(spawnSync('python3', ['--version']).status !== 0)(
  'the Python example stores, finds and deletes',
  async () => {
    const script = fileURLToPath(new URL('../../examples/python/memories.py', import.meta.url));
    const { stdout } = await promisify(execFile)('python3', [script], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        MEMORY_GATEWAY_URL: app.url,
        MEMORY_GATEWAY_API_KEY: app.admin.apiKey,
      },
    });
    expect(stdout).toBe("['Ada lives in Lisbon.']\n[]\n");
  },
);
