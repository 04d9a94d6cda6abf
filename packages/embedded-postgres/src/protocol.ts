export interface DatabaseWorkerData {
  directory: string;
  socketPath: string;
  maxConnections: number;
  /** In milliseconds. See the wire server. */
  idleTransactionTimeout: number;
  /** Channel whose notifications are reported. Null: none. */
  channel: string | null;
}

/** Messages of the thread. It exits after `failed`. */
export type DatabaseWorkerMessage =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'notification'; payload: string };

/** Commands to the thread. It exits after `close`. */
export type DatabaseWorkerCommand = 'close';
