import { PassThrough, Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { bootstrap } from '../../src/commands/bootstrap.js';
import { runPruneLogsCommand, runResetAdminPasswordCommand } from '../helpers/run-command.js';
import { clean, startHousekeeping } from '../../src/jobs/housekeeping.js';
import { login } from '../../src/resolvers/session/log-in.js';
import { anonymous } from '../../src/auth/caller.js';
import { as, testServices, type TestServices } from '../helpers/context.js';

let services: TestServices;
let printed: { out: string; err: string };

beforeEach(async () => {
  services = await testServices();
  printed = { out: '', err: '' };
});

const io = () => ({
  stdout: { write: (text: string) => (printed.out += text) },
  stderr: { write: (text: string) => (printed.err += text) },
});
const open = async () => ({ services, close: async () => undefined });
const reset = (...argv: string[]) => runResetAdminPasswordCommand(argv, io(), open);
const prune = (...argv: string[]) => runPruneLogsCommand(argv, io(), open, 30);

describe('3 reset-admin-password', () => {
  beforeEach(async () => {
    await bootstrap(services, { email: 'admin@example.org', password: 'the first secret' });
  });
  const signIn = (password: string) => login(as(services, anonymous), { email: 'admin@example.org', password });

  it('sets the password, ends the sessions and exits with 0; JSON stands alone on stdout', async () => {
    await signIn('the first secret');
    expect(await reset('--email', 'Admin@Example.org', '--password', 'the second secret', '--json')).toBe(0);
    expect(JSON.parse(printed.out)).toEqual({ email: 'admin@example.org', sessions_ended: true });
    expect(printed.err).toBe('');
    const rows = await services.database.query<{ revokedAt: Date | null }>('SELECT revoked_at FROM refresh_token_jtis');
    expect(rows.map(({ revokedAt }) => revokedAt !== null)).toEqual([true]);
    await expect(signIn('the first secret')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await signIn('the second secret')).user.email).toBe('admin@example.org');
  });

  it('exits with 1 for an unknown address', async () => {
    expect(await reset('--email', 'nobody@example.org', '--password', 'the second secret')).toBe(1);
    expect(printed).toEqual({ out: '', err: expect.stringContaining('No user') });
  });

  it('exits with 2 for missing and wrong arguments and for a short password', async () => {
    for (const argv of [
      [],
      ['--email', 'admin@example.org'],
      ['--email', 'admin@example.org', '--password', 'short'],
      ['--what'],
    ])
      expect(await reset(...argv)).toBe(2);
    expect(printed.out).toBe('');
    expect(printed.err).toContain('--password');
  });

  it('takes no password from stdin that no sign-in could send', async () => {
    const refused = async (bytes: Buffer | string) => {
      printed = { out: '', err: '' };
      const stdin = Readable.from([bytes]) as unknown as NodeJS.ReadStream;
      const argv = ['--email', 'admin@example.org', '--password-stdin'];
      expect([await runResetAdminPasswordCommand(argv, { ...io(), stdin }, open), printed.out]).toEqual([2, '']);
      return printed.err.split('\n')[0];
    };
    expect(await refused(Buffer.from('großes Geheimnis\n', 'latin1'))).toBe('error: stdin must be a text in UTF-8.');
    expect(await refused('the second secret\nuser: admin\n')).toBe(
      'error: --password-stdin: the password must be one line.',
    );
    expect((await signIn('the first secret')).user.email).toBe('admin@example.org');
  });

  it.each(['\u0003', '\u0004'])('ends when you leave its prompt for a password: %j', async (key) => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
    const stdin = terminal as unknown as NodeJS.ReadStream;
    const ended = runResetAdminPasswordCommand(['--email', 'admin@example.org'], { ...io(), stdin }, open);
    terminal.write(key);
    expect(await ended).toBe(2);
    expect(printed).toEqual({
      out: '',
      err: expect.stringMatching(/^Password: \nerror: --email and a password are required/),
    });
  });

  it('explains itself', async () => {
    expect(await reset('--help')).toBe(0);
    expect(printed.out).toContain('Usage');
  });
});

describe('3 prune-logs', () => {
  const day = 86_400_000;
  async function logged(daysAgo: number, count = 1): Promise<void> {
    await services.database.query(
      `INSERT INTO request_logs (method, path, status_code, latency_ms, request_id, created_at) SELECT 'GET', '/x', 200, 1, 'r', $1 FROM generate_series(1, $2)`,
      [new Date(Date.now() - daysAgo * day), count],
    );
  }
  const left = async () =>
    (await services.database.query<{ count: number }>('SELECT count(*) FROM request_logs'))[0]?.count;

  it('removes what is older and tells how much and until when', async () => {
    await logged(40, 3);
    await logged(20);
    expect(await prune('--json')).toBe(0);
    expect(JSON.parse(printed.out)).toEqual({ deleted: 3, cut_off: expect.stringMatching(/Z$/), days: 30 });
    expect(await left()).toBe(1);
    expect(await prune('--days', '10')).toBe(0);
    expect(printed.out).toContain('Removed 1 request that arrived before');
    expect(await left()).toBe(0);
  });

  it('refuses what is no whole number from 1 with exit code 2, and removes nothing', async () => {
    await logged(400);
    for (const days of ['0', '-1', '1.5', 'many', '']) expect(await prune(`--days=${days}`)).toBe(2);
    expect(await left()).toBe(1);
    expect(await prune('--help')).toBe(0);
  });

  it('works in batches until nothing old is left', async () => {
    await logged(40, 5_001);
    await clean(services);
    expect(await left()).toBe(0);
  });

  it('is done by a running server as well', async () => {
    await logged(40);
    const housekeeping = startHousekeeping(services, { firstAfterMs: 0, everyMs: 3_600_000 });
    await expect.poll(left).toBe(0);
    await housekeeping.stop();
  });
});
