import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtProgram } from '../helpers/built-program.js';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'memory-gateway-missing-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a command in a folder without a server. `isRestricted`: as a user to whom permissions apply, which they do not to root. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, isRestricted = false) {
  const line = [await builtProgram(), ...args];
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      line,
      {
        cwd: folder,
        env: { PATH: process.env.PATH, ...env },
        ...(isRestricted && process.getuid?.() === 0 && { uid: 65_534 }),
      },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const missing = (dataDir: string) =>
  `DATA_DIR: There is no database in ${dataDir}. Run the command in the folder of your server, or set DATA_DIR to its data directory.`;

describe('a command that is given a file', { timeout: 120_000 }, () => {
  it('names a file that does not exist, without a stack', async () => {
    await writeFile(path.join(folder, 'notes.csv'), 'text,user_id\nI like tea,ada\n');
    const args = ['import', '--format', 'csv', '--file', 'notes.csv', '--mapping', 'none.json'];
    const stderr = 'none.json: no such file or directory (ENOENT).\n';
    expect(await run(args)).toEqual({ code: 1, stdout: '', stderr });
  });

  it.each(['restore .', 'restore --verify-only .', 'project import .'])(
    'names a directory in its place, without a stack: %s',
    async (line) => {
      const refusal = { code: 1, stdout: '', stderr: '. cannot be read: EISDIR.\n' };
      expect(await run(line.split(' '), { DATA_DIR: './new' })).toEqual(refusal);
    },
  );

  it.each(['restore none.jsonl', 'project import none.jsonl'])('creates no database for %s', async (line) => {
    const refusal = { code: 1, stdout: '', stderr: 'none.jsonl cannot be read: ENOENT.\n' };
    expect(await run(line.split(' '), { DATA_DIR: './new' })).toEqual(refusal);
    await writeFile(path.join(folder, 'none.jsonl'), '{"format":"notes"}\n');
    expect(await run(line.split(' '), { DATA_DIR: './new' })).toMatchObject({ code: 1, stdout: '' });
    expect(await readdir(folder)).toEqual(['none.jsonl']);
  });
});

describe('a command for MCP clients', { timeout: 120_000 }, () => {
  it('prints a configuration although MEMORY_GATEWAY_URL is no address', async () => {
    const { code, stdout } = await run(['mcp', '--print-config'], { MEMORY_GATEWAY_URL: 'localhost:1' });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^No server runs on this machine\./)]);
  });
});

describe('a start that is refused', { timeout: 120_000 }, () => {
  it.each(['--port 1234 strat', '--port 99999', '--data-dir', '--port 0 --help'])(
    'writes nothing: %s',
    async (line) => {
      await run(line.split(' '));
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('says what is missing beside a folder with the name .env', async () => {
    await mkdir(path.join(folder, '.env'));
    expect(await run([])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^JWT_SECRET is required unless AUTH_DISABLED=true\..*\n$/),
    });
  });

  it('says what is missing in a folder that it cannot write, and that a .env cannot be read', async () => {
    await chmod(folder, 0o555);
    expect(await run([], {}, true)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^JWT_SECRET is required unless AUTH_DISABLED=true\..*\n$/),
    });
    await chmod(folder, 0o755);
    await writeFile(path.join(folder, '.env'), 'JWT_SECRET=a-secret-of-the-test-suite-5d1f0c\n', { mode: 0o000 });
    expect(await run([], {}, true)).toEqual({ code: 1, stdout: '', stderr: '.env: permission denied (EACCES).\n' });
  });

  it('closes its database when its port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const env = { JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', EMBEDDER: 'none', DATA_DIR: './new' };
    const { code, stderr } = await run(['serve', '--port', String(port), '--dashboard-port', '0'], env);
    other.close();
    expect([code, stderr]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is in use by another process. Set API_PORT or --port to another port.\n`,
    ]);
    expect(await readdir(path.join(folder, 'new'))).toEqual(['database']);
  });

  it('writes nothing for a first admin with wrong values', async () => {
    const { code, stderr } = await run(['bootstrap', '--email', 'ada', '--password', 'short']);
    expect([code, stderr.match(/^--\w+/gm)]).toEqual([1, ['--email', '--password']]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('writes nothing for a worker without Postgres, and says what to do', async () => {
    const stderr =
      'DATABASE_URL is required: a worker shares a Postgres database with servers. A server on the embedded database runs its own background jobs.\n';
    expect(await run(['worker'], { JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c' })).toEqual({
      code: 1,
      stdout: '',
      stderr,
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a command for existing data, in a folder without a database', { timeout: 120_000 }, () => {
  it.each([
    'backup all.jsonl',
    'project export project.jsonl',
    'subject export subject.jsonl --user-id ada',
    'audit export',
    'verify-audit',
    'prune-logs',
    'vacuum',
    'reset-admin-password --email ada@example.com --password long-enough',
    'migrate --check',
    'migrate --plan',
  ])('refuses %s, and creates nothing', async (line) => {
    expect(await run(line.split(' '))).toEqual({
      code: 1,
      stdout: '',
      stderr: `${missing(path.join(folder, '.data'))}\n`,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses an import unless DATA_DIR names the new data directory', async () => {
    await writeFile(path.join(folder, 'notes.csv'), 'text,user_id\nI like tea,ada\n');
    const args = ['import', '--format', 'csv', '--file', 'notes.csv', '--json'];
    const advice = 'To import into a running server, use --to URL. To create a database here, set DATA_DIR=./.data.';
    const refusal = `${missing(path.join(folder, '.data'))} ${advice}\n`;
    expect(await run(args)).toEqual({ code: 1, stdout: '', stderr: refusal });
    expect(await readdir(folder)).toEqual(['notes.csv']);

    const created = await run(args, { DATA_DIR: './new' });
    expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('"imported":1') as string });
    expect(created.stderr).toMatch(`Creates an embedded database in ${path.join(folder, 'new')}.\n`);
    expect((await run(args, { DATA_DIR: './new' })).stderr).toMatch(
      `Uses the embedded database in ${path.join(folder, 'new')}.\n`,
    );
  });

  it('is checked by doctor, which creates nothing', async () => {
    const { code, stdout } = await run(['doctor', '--json']);
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: { check: string; detail: string }[] };
    expect([code, ok]).toEqual([0, true]);
    expect(checks.find(({ check }) => check === 'database')?.detail).toMatch(
      `; none in ${path.join(folder, '.data')} yet: the first start creates one`,
    );
    expect(checks.map(({ check }) => check)).toContain('embedding');
    expect(await readdir(folder)).toEqual([]);
  });
});
