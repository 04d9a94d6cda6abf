import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../helpers/free-port.js';

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((file) =>
  existsSync(file),
);

/** Whether PgBouncer is installed (Debian: `apt-get install pgbouncer`). */
export const hasPgBouncer = program !== undefined;

export interface Pooler {
  /** The database through PgBouncer in transaction mode. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts PgBouncer on a free loopback port in front of a server. `ignore`: startup parameters that it drops without a word. */
export async function startPgBouncer(database: string, ignore = 'extra_float_digits'): Promise<Pooler> {
  const target = new URL(database);
  const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-pgbouncer-'));
  const port = await findFreePort();
  const user = decodeURIComponent(target.username) || 'postgres';
  await writeFile(path.join(folder, 'users.txt'), `"${user}" "${decodeURIComponent(target.password)}"\n`);
  await writeFile(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${target.hostname} port=${target.port || '5432'}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${path.join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 8
server_login_retry = 1
ignore_startup_parameters = ${ignore}
`,
  );
  await chmod(folder, 0o755);
  const child = startAsAnyone([program ?? 'pgbouncer', path.join(folder, 'pgbouncer.ini')]);
  const url = `postgresql://${encodeURIComponent(user)}@127.0.0.1:${port}${target.pathname}?pgbouncer=true`;
  await untilItAnswers(url, child);
  return {
    url,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PgBouncer refuses to run as root. */
function startAsAnyone(command: string[]): ChildProcess {
  const isRoot = process.getuid?.() === 0;
  const [file = '', ...args] = isRoot
    ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups', ...command]
    : command;
  return spawn(file, args, { stdio: 'ignore' });
}

async function untilItAnswers(connectionString: string, child: ChildProcess): Promise<void> {
  for (let left = 300; left > 0; left -= 1) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch {
      await delay(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error('PgBouncer does not answer.');
}
