export interface DatabaseWorkerData {
  /**
   * `initialize` creates the database and ends: creating one takes 350 MB that the engine never gives back, so that another thread
   * serves it.
   */
  task: 'initialize' | 'serve';
  /** Folder of the database files. */
  directory: string;
  /** Path of the unix socket to serve on. */
  socketPath: string;
  maxConnections: number;
  /** Milliseconds, see the wire server. */
  idleTransactionTimeout: number;
}

/** What the thread reports. After `failed` it ends. */
export type DatabaseWorkerMessage = { type: 'ready' } | { type: 'failed'; message: string };

/** What the thread is told. It ends when it is done. */
export type DatabaseWorkerCommand = 'close';
