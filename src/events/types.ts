/**
 * Messages between processes by topic. Payloads hold only ids (NOTIFY carries at most 8 kB) and reach every gateway
 * process on the same database. Subscribers check access when they read the row.
 */
export interface BusMessages {
  /** Rows were added to the request log up to `lastId`. */
  requestLogged: { lastId: number };
  memoryChanged: { projectId: string; memoryIds: readonly string[]; change: 'ADD' | 'UPDATE' | 'DELETE' };
  profileChanged: { projectId: string; userId: string };
  projectChanged: { projectId: string };
  /** The state of an asynchronous operation changed. */
  eventChanged: { projectId: string; eventId: string };
  /** A key was revoked, a member removed, or a role or password changed. Open sockets check their access again. */
  credentialChanged: { userId?: string; keyId?: string };
  /** Deliveries for these webhooks are due. */
  webhookQueued: { webhookIds: readonly string[] };
  webhookDeleted: { webhookId: string };
  webhookDelivered: { projectId: string; webhookId: string; deliveryId: string };
  auditLogged: { auditLogIds: readonly string[] };
  /** The configuration changed and must be read again. */
  configurationChanged: { part: 'providers' };
  /** A job was enqueued. Workers need not wait for their next poll. */
  jobQueued: { name: string };
  /** Messages of other processes were lost on the way to this one, which must look for what they would have told. Never sent. */
  messagesLost: { reason: string };
}

export type BusTopic = keyof BusMessages;

export interface Bus {
  /** Publishes to every process. For use outside a transaction. */
  publish<Topic extends BusTopic>(topic: Topic, message: BusMessages[Topic]): Promise<void>;
  /** Publishes to every process when the transaction commits. */
  publishIn<Topic extends BusTopic>(tx: BusTransaction, topic: Topic, message: BusMessages[Topic]): Promise<void>;
  /** Subscribes a listener. @returns a function that ends the subscription */
  subscribe<Topic extends BusTopic>(topic: Topic, listener: (message: BusMessages[Topic]) => void): () => void;
  readonly notifications: {
    /** Why messages of other processes do not arrive. Null: they do. */
    fault(): string | null;
    check(): Promise<void>;
  };
  close(): Promise<void>;
}

export interface BusTransaction {
  queryLast(toStatement: () => { readonly text: string; readonly values: readonly unknown[] }): void;
  afterCommit(work: () => void): void;
}
