import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { emptyDatabase, testDatabase, testDatabaseEnvironment } from '../setup/database.js';
import { migratedTemplate } from '../setup/embedded.js';
import { findFreePort } from './free-port.js';

/** A server in a process of its own, on an empty database and a fixed port. */
export interface KillableServer {
  readonly url: string;
  /** Environment of a command on the same database. */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts the process and waits until it listens. */
  start(): Promise<void>;
  /** Kills the process without a chance to clean up. */
  kill(): Promise<void>;
  /** Kills the process and removes its data. */
  close(): Promise<void>;
}

/** Prepares a server that has not started yet. @param environment added to the environment of the process */
export async function prepareKillableServer(environment: Record<string, string> = {}): Promise<KillableServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-killable-'));
  const port = await findFreePort();
  const database = await prepareDatabase(path.join(folder, 'data'));
  const env = { ...inherited(), ...environment, ...database, API_PORT: String(port) };
  let server: ChildProcess | undefined;
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    environment: env,
    kill,
    async start() {
      const script = fileURLToPath(new URL('../events/stream-child.ts', import.meta.url));
      server = spawn(process.execPath, ['--import', 'tsx', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      if (server.stdout) await once(server.stdout, 'data');
    },
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const inherited = () => ({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' });

async function prepareDatabase(dataDir: string): Promise<Record<string, string>> {
  if (inject('databases').kind === 'postgres') {
    await emptyDatabase(await testDatabase());
    return { DATA_DIR: dataDir, ...testDatabaseEnvironment() };
  }
  await cp(await migratedTemplate(), dataDir, { recursive: true });
  return { DATA_DIR: dataDir };
}
