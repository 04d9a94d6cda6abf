import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createDatabase } from './create-database.js';
import { databaseDirectory, isInitialized, toDataDirError } from './data-directory.js';
import { lockDataDir, readLockHolder, type DataDirLock } from './lock.js';
import type { DatabaseWorkerCommand, DatabaseWorkerData, DatabaseWorkerMessage } from './protocol.js';
import { canConnect, prepareSocketDirectory, socketDirectory, socketPath, socketUrl } from './socket-directory.js';

export { DataDirLockedError } from './lock.js';

export interface EmbeddedDatabase {
  /** For any Postgres client on this machine that runs as the same user. */
  connectionString: string;
  /** Folder of the Unix socket, mode 0700. */
  socketDir: string;
  /** Rolls back open transactions, flushes to disk and releases the data directory. */
  close(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  dataDir: string;
  /** Default 50. */
  maxConnections?: number;
  /** Milliseconds that a client may idle inside a transaction while others wait. Default 15000. */
  idleTransactionTimeout?: number;
  /** Receives the notifications that clients send on a channel. */
  notifications?: Notifications;
}

interface Notifications {
  channel: string;
  receive(payload: string): void;
}

// Pause before a crashed thread is restarted, because an immediate restart would probably crash again.
const RESTART_PAUSE_MS = 1_000;

/**
 * Starts the embedded database in its own thread and serves it on a Unix socket.
 * All clients share one session: every connection sees named prepared statements, SET and advisory locks, and a
 * transaction blocks all other connections. A crashed thread is restarted; its clients lose their connections, but no
 * acknowledged write.
 * @throws DataDirLockedError if another process holds the directory
 */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const dataDir = path.resolve(options.dataDir);
  const socketDir = socketDirectory(dataDir);
  const lock = await lockDataDir(dataDir, socketDir).catch((error: unknown) => {
    throw toDataDirError(dataDir, error);
  });
  const data: DatabaseWorkerData = {
    directory: databaseDirectory(dataDir),
    socketPath: socketPath(socketDir),
    maxConnections: options.maxConnections ?? 50,
    idleTransactionTimeout: options.idleTransactionTimeout ?? 15_000,
    channel: options.notifications?.channel ?? null,
  };
  try {
    const thread = await keepRunning(data, socketDir, options.notifications);
    return { connectionString: socketUrl(socketDir), socketDir, close: () => close(thread, lock, socketDir) };
  } catch (error) {
    await lock.release();
    throw toDataDirError(dataDir, error);
  }
}

/**
 * Returns the connection string of the process that holds a data directory, so that a second process can work through
 * it. Undefined if no process holds it, or if the holder does not respond yet.
 */
export async function connectToHolder(dataDir: string): Promise<string | undefined> {
  const holder = await readLockHolder(path.resolve(dataDir));
  if (holder === undefined || !(await canConnect(holder.socketDir))) return undefined;
  return socketUrl(holder.socketDir);
}

interface DatabaseThread {
  stop(): Promise<void>;
}

async function close(thread: DatabaseThread, lock: DataDirLock, socketDir: string): Promise<void> {
  await thread.stop();
  await rm(socketDir, { recursive: true, force: true });
  await lock.release();
}

async function keepRunning(
  data: DatabaseWorkerData,
  socketDir: string,
  notifications: Notifications | undefined,
): Promise<DatabaseThread> {
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;

  const start = async () => {
    await prepareSocketDirectory(socketDir);
    if (!isInitialized(data.directory)) await createDatabase(data.directory);
    const thread = await startThread(data, notifications);
    void thread.ended.then((reason) => {
      if (stopping) return;
      process.emitWarning(`The embedded database stopped, and starts again: ${reason}`);
      restart = setTimeout(again, RESTART_PAUSE_MS);
    });
    return thread.worker;
  };
  const again = () => {
    current = start();
    current.catch((error: Error) => {
      process.emitWarning(`The embedded database does not start again: ${error.message}`);
      restart = setTimeout(again, RESTART_PAUSE_MS);
    });
  };

  let current = start();
  await current;
  return {
    async stop() {
      stopping = true;
      clearTimeout(restart);
      const worker = await current.catch(() => undefined);
      if (worker !== undefined) await stopThread(worker);
    },
  };
}

async function startThread(
  data: DatabaseWorkerData,
  notifications: Notifications | undefined,
): Promise<{ worker: Worker; ended: Promise<string> }> {
  const worker = startWorker(data);
  let reason = 'its thread ended';
  const ended = new Promise<string>((resolve) => worker.once('exit', () => resolve(reason)));
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: DatabaseWorkerMessage) => {
      if (message.type === 'ready') resolve();
      else if (message.type === 'notification') notifications?.receive(message.payload);
      else reason = message.message;
    });
    worker.on('error', (error) => (reason = error.message));
    worker.once('exit', () => reject(new Error(`The embedded database does not start: ${reason}`)));
  });
  return { worker, ended };
}

/**
 * Starts the thread of the database. From TypeScript sources (tests, `npm run dev`), Node 20 cannot load a `.ts` entry in a worker, not even
 * with a loader in `execArgv`, so a one-line bootstrap registers the loader inside the thread.
 */
function startWorker(workerData: DatabaseWorkerData): Worker {
  const entry = new URL('./database-worker.js', import.meta.url);
  if (!import.meta.url.endsWith('.ts')) return new Worker(entry, { workerData });
  const source = JSON.stringify(entry.href.replace(/\.js$/, '.ts'));
  const bootstrap = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(bootstrap, { workerData, eval: true });
}

function stopThread(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve());
    worker.postMessage('close' satisfies DatabaseWorkerCommand);
    // A worker that has already exited emits no further `exit` event.
    if (worker.threadId === -1) resolve();
  });
}
