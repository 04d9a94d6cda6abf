import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { kill, launch, postgresFolder, signal } from '../high-availability/programs.js';

/** A primary and a streaming replica of it on loopback. */
export interface Pair {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** Runs a statement on the replica and returns its first row. */
  onReplica(text: string): Promise<Record<string, unknown> | undefined>;
  onPrimary(text: string): Promise<Record<string, unknown> | undefined>;
  /** Waits until the replica has replayed what the primary has now. */
  catchUp(): Promise<void>;
  /** Ends the replica as if its machine lost power. */
  killReplica(): Promise<void>;
  /** Stops the replica without ending it, and returns what lets it go on. */
  pauseReplica(): () => void;
  startReplica(): Promise<void>;
  close(): Promise<void>;
}

export const hasPostgres = postgresFolder !== '.';

const common = (folder: string, port: number) =>
  [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'shared_buffers=32MB',
  ]
    .concat('wal_receiver_status_interval=1s')
    .flatMap((setting) => ['-c', setting]);

/** Starts both. The replica is a base backup of the primary, which follows its log. */
export async function startPair(): Promise<Pair> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-replica-'));
  await chmod(folder, 0o700);
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres:', folder]);
  const [primaryPort, replicaPort] = [await findFreePort(), await findFreePort()];
  const program = (name: string) => path.join(postgresFolder, name);
  const run = async (name: string, args: readonly string[]) => {
    const [status] = (await once(launch(name, [program(name), ...args], folder), 'exit')) as [number];
    if (status !== 0) throw new Error(`${name} ended with ${status}.`);
  };
  const start = async (name: string, port: number) => {
    const child = launch(name, [program('postgres'), '-D', path.join(folder, name), ...common(folder, port)], folder);
    await untilAnswers(port);
    return child;
  };
  await run('initdb', [
    '-D',
    path.join(folder, 'primary'),
    '-U',
    'postgres',
    '--auth=trust',
    '--no-sync',
    '-E',
    'UTF8',
  ]);
  const primary = await start('primary', primaryPort);
  await ask(primaryPort, 'CREATE DATABASE memory', 'postgres');
  const copy = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres', '-D', path.join(folder, 'replica')];
  await run('pg_basebackup', [...copy, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  let replica: ChildProcess = await start('replica', replicaPort);
  const url = (port: number) => `postgresql://postgres@127.0.0.1:${port}/memory`;
  const pair: Pair = {
    primaryUrl: url(primaryPort),
    replicaUrl: url(replicaPort),
    onReplica: (text) => ask(replicaPort, text),
    onPrimary: (text) => ask(primaryPort, text),
    async catchUp() {
      const { position } = (await pair.onPrimary('SELECT pg_current_wal_lsn()::text AS position')) ?? {};
      const isThere = `SELECT pg_last_wal_replay_lsn() >= '${String(position)}'::pg_lsn AS is_there`;
      while ((await pair.onReplica(isThere))?.is_there !== true) await delay(10);
    },
    killReplica: () => kill(replica),
    pauseReplica() {
      const ids = execFileSync('ps', ['-o', 'pid=', '--ppid', String(replica.pid)], { encoding: 'utf8' });
      const all = [replica.pid ?? 0, ...ids.trim().split(/\s+/).map(Number)];
      all.forEach((id) => signal(id, 'SIGSTOP'));
      return () => all.forEach((id) => signal(id, 'SIGCONT'));
    },
    async startReplica() {
      replica = await start('replica', replicaPort);
    },
    async close() {
      await kill(replica);
      await kill(primary);
      await delay(200);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return pair;
}

async function ask(port: number, text: string, database = 'memory'): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${port}/${database}` });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows[0];
  } finally {
    await client.end();
  }
}

async function untilAnswers(port: number): Promise<void> {
  for (let left = 300; ; left -= 1) {
    try {
      await ask(port, 'SELECT 1', 'postgres');
      return;
    } catch (error) {
      if (left === 0) throw error;
      await delay(100);
    }
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
