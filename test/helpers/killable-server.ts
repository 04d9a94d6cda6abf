import { inject } from 'vitest';
import { createLocalServer, type LocalServer, type LocalServerOptions } from '../../scripts/lib/local-server.js';
import { emptyDatabase, testDatabase, testDatabaseEnvironment } from '../setup/database.js';
import { migratedTemplate } from '../setup/embedded.js';

/** The built server in a process of its own, on an empty database and a fixed port. */
export interface KillableServer extends Pick<LocalServer, 'url' | 'environment' | 'kill'> {
  /** Starts the process and waits until it is ready. */
  start(): Promise<void>;
  /** Kills the process and removes its data. */
  close(): Promise<void>;
}

/** Prepares a server that has not started yet. @param environment added to the environment of the process */
export async function prepareKillableServer(environment: Record<string, string> = {}): Promise<KillableServer> {
  const own = {
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    EMBEDDER: 'none',
    LOG_LEVEL: 'silent',
    ...environment,
  };
  const server = await createLocalServer(await withDatabase(own));
  const { url, kill } = server;
  return {
    url,
    kill,
    environment: server.environment,
    async start() {
      await server.start();
    },
    async close() {
      await kill();
      await server.remove();
    },
  };
}

async function withDatabase(env: Record<string, string>): Promise<LocalServerOptions> {
  if (inject('databases').kind === 'embedded') return { env, data: await migratedTemplate() };
  await emptyDatabase(await testDatabase());
  return { env: { ...env, ...testDatabaseEnvironment() } };
}
