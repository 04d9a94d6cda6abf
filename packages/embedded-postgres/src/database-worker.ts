import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { openEngine } from './engine.js';
import type { DatabaseWorkerCommand, DatabaseWorkerData, DatabaseWorkerMessage } from './protocol.js';
import { startWireServer } from './wire-server.js';

// Entry point of the worker thread that runs the database engine and its socket.

const data = workerData as DatabaseWorkerData;

function report(message: DatabaseWorkerMessage): void {
  parentPort?.postMessage(message);
}

function fail(error: unknown): void {
  // The engine throws its exit status, which is no error.
  const { message = inspect(error) } = (error ?? {}) as { message?: string };
  report({ type: 'failed', message });
  // Exits after the message is delivered; an immediate exit would lose it.
  setImmediate(() => process.exit(1));
}

async function run(): Promise<void> {
  const engine = await openEngine(data.directory);
  const server = await startWireServer({
    ...data,
    engine,
    onNotification: (payload) => report({ type: 'notification', payload }),
    onFatal: fail,
  });
  parentPort?.on('message', (command: DatabaseWorkerCommand) => {
    if (command !== 'close') return;
    server
      .stop()
      .then(() => engine.close())
      .then(() => process.exit(0), fail);
  });
  report({ type: 'ready' });
}

run().catch(fail);
