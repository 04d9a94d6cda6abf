import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { loadConfig } from '../../src/config.js';

const folder = fileURLToPath(new URL('../mcp-conformance/', import.meta.url));
const suite = `${folder}node_modules/@modelcontextprotocol/conformance/dist/index.js`;
const node = `${folder}node_modules/node/bin/node`;
const isInstalled = existsSync(suite);

// The suite needs Node 22 and many packages, so `npm ci` does not install it: `npm run mcp:conformance -- --install`.
describe.runIf(isInstalled)('the conformance suite of the protocol', { timeout: 300_000 }, () => {
  let app: RunningApp;
  beforeAll(async () => {
    const environment = {
      AUTH_DISABLED: 'true',
      LOG_LEVEL: 'silent',
      EMBEDDER: 'none',
      API_PORT: '0',
      DASHBOARD_PORT: '0',
    };
    app = await startRunningApp(loadConfig(environment));
  });
  afterAll(() => app.close());

  const run = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(existsSync(node) ? node : process.execPath, [suite, ...args], {
      maxBuffer: 50_000_000,
    });
    return stdout;
  };

  it.each(['2026-07-28', '2025-11-25'])('fails only the listed scenarios of revision %s', async (revision) => {
    const expected = `${folder}expected-failures-${revision}.yaml`;
    const given = ['--requirements', revision, '--expected-failures', expected];
    expect(await run('server', '--url', `${app.url}/mcp`, ...given)).toContain('SUMMARY');
  });

  it('passes for the metadata of the authorization server', async () => {
    const scenario = 'authorization-server-metadata-endpoint';
    expect(await run('authorization', '--url', app.url, '--scenario', scenario)).toContain('0 failed');
  });
});
