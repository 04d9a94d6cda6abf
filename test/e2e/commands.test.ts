import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLocalServer, type LocalServer } from '../../scripts/lib/local-server.js';
import { emptyDatabase, testConnectionString, testDatabase } from '../setup/database.js';
import { migratedTemplate } from '../setup/embedded.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const timeout = 240_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-gateway-commands-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...texts })));
}

const serve = (env: Record<string, string>) => run(process.execPath, ['scripts/start.mjs', 'serve'], env);
const withoutBuild = (text: string) => text.replace(/^(Building dist\/|Generating the database client)\.\n/gm, '');

async function environment(): Promise<Record<string, string>> {
  const env = {
    DATA_DIR: join(folder, 'data'),
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    EMBEDDER: 'none',
    LOG_LEVEL: 'warn',
  };
  if (inject('databases').kind !== 'postgres') {
    await cp(await migratedTemplate(), env.DATA_DIR, { recursive: true });
    return env;
  }
  await emptyDatabase(await testDatabase());
  return { ...env, DATABASE_URL: testConnectionString() };
}

describe('a start with settings that cannot be used', () => {
  it('ends with 1 and one line for each variable, without a value', { timeout }, async () => {
    const env = {
      API_PORT: 'http',
      ADMIN_API_KEY: 'short-one',
      LOG_LEVEL: 'loud-one',
      JWT_SECRET: 'change-me-in-production',
      DASHBOARD_URL: '*',
    };
    const { code, stdout, stderr } = await serve(env);
    expect([code, stdout]).toEqual([1, '']);
    const lines = withoutBuild(stderr).trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual(Object.keys(env).sort());
    for (const value of ['short-one', 'loud-one', 'change-me']) expect(stderr).not.toContain(value);
  });

  it('ends with 1 and the reason when Postgres is not there, without the password', { timeout }, async () => {
    const { code, stdout, stderr } = await serve({
      JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
      DATABASE_URL: 'postgresql://ada:correct-horse@127.0.0.1:1/x',
      API_PORT: '0',
      DASHBOARD_PORT: '0',
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(withoutBuild(stderr)).not.toMatch(/correct-horse|\n\s+at /);
    expect(withoutBuild(stderr).trim()).not.toBe('');
  });
});

describe('a server or worker that is asked for something else', () => {
  it.each(['serve', 'worker'])('does not start: %s', { timeout }, async (command) => {
    const started = (argument: string) =>
      run(process.execPath, ['scripts/start.mjs', command, argument], { DATA_DIR: join(folder, 'data') });
    const help = await started('--help');
    expect([help.code, withoutBuild(help.stderr)]).toEqual([0, '']);
    expect(help.stdout).toContain('Usage: memory-gateway');
    for (const argument of ['--prot=9000', 'now']) {
      const { code, stdout, stderr } = await started(argument);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(argument);
    }
  });
});

describe('beside a running server', () => {
  let server: LocalServer;
  let env: Record<string, string>;
  beforeAll(async () => {
    env = await environment();
    server = await createLocalServer({ env });
    await server.start();
  }, timeout);
  afterAll(() => server.remove());

  it(
    'bootstrap prints one object alone, whose key works at once, and refuses politely the second time',
    { timeout },
    async () => {
      const bootstrap = () =>
        run(
          'npm',
          [
            'run',
            '--silent',
            'bootstrap',
            '--',
            '--json',
            '--email',
            'ada@example.com',
            '--password',
            'correct horse',
            '--name',
            'Ada',
          ],
          { ...env, npm_config_loglevel: 'silent' },
        );
      const first = await bootstrap();
      expect([first.code, withoutBuild(first.stderr)]).toEqual([0, '']);
      const made = JSON.parse(first.stdout) as Record<string, string>;
      expect(Object.keys(made)).toEqual([
        'api_url',
        'dashboard_url',
        'email',
        'password',
        'api_key',
        'org_id',
        'project_id',
      ]);
      const forms = [`Token ${made['api_key']}`, `Bearer ${made['api_key']}`].map((authorization) => ({
        authorization,
      }));
      for (const headers of [...forms, { 'X-API-Key': String(made['api_key']) }]) {
        const answer = await fetch(`${server.url}/v1/ping/`, { headers });
        expect([answer.status, await answer.json()]).toEqual([
          200,
          expect.objectContaining({
            org_id: made['org_id'],
            project_id: made['project_id'],
            user_email: 'ada@example.com',
          }),
        ]);
      }
      // These commands do not know the port of the server, as if it had been an option of its start.
      if (inject('databases').kind === 'embedded') {
        expect([made['api_url'], made['dashboard_url']]).toEqual([server.url, server.dashboardUrl]);
        const listed = await run(process.execPath, ['scripts/start.mjs', 'keys', 'list', '--json'], {
          ...env,
          MEMORY_GATEWAY_API_KEY: String(made['api_key']),
        });
        expect([listed.code, JSON.parse(listed.stdout)]).toMatchObject([0, [{ label: 'bootstrap' }]]);
      }
      const second = await bootstrap();
      expect([second.code, second.stdout]).toEqual([1, '']);
      expect(second.stderr).toContain('An admin exists already');
      expect(second.stderr).not.toMatch(/\n\s+at /);
    },
  );

  it.runIf(inject('databases').kind === 'embedded')(
    'a second server on its embedded database ends with 1 and one line that names the first',
    { timeout },
    async () => {
      const { code, stdout, stderr } = await serve({ ...env, API_PORT: '0', DASHBOARD_PORT: '0' });
      expect([code, stdout]).toEqual([1, '']);
      const lines = withoutBuild(stderr).trim().split('\n');
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(String(server.pid()));
      expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    },
  );
});
