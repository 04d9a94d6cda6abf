export interface DatabaseWorkerData {
  // `initialize` creates the database and exits: creation takes 350 MB that the engine never frees, so another thread
  // serves the database.
  task: 'initialize' | 'serve';
  directory: string;
  socketPath: string;
  maxConnections: number;
  /** In milliseconds. See the wire server. */
  idleTransactionTimeout: number;
}

/** Messages of the thread. It exits after `failed`. */
export type DatabaseWorkerMessage = { type: 'ready' } | { type: 'failed'; message: string };

/** Commands to the thread. It exits after `close`. */
export type DatabaseWorkerCommand = 'close';
