/**
 * What processes tell each other. Payloads hold ids only (NOTIFY carries at most 8 kB) and go to every gateway on the same
 * database; what a subscriber may see is decided where it is read.
 */
export interface BusMessages {
  /** Rows were added to the request log; `lastId` is the newest. */
  requestLogged: { lastId: number };
  /** A memory was added, changed or deleted. */
  memoryChanged: { projectId: string; memoryIds: readonly string[]; change: 'ADD' | 'UPDATE' | 'DELETE' };
  /** The profile of a user was generated. */
  profileChanged: { projectId: string; userId: string };
  /** Settings of a project were changed. */
  projectChanged: { projectId: string };
  /** An asynchronous operation moved on. */
  eventChanged: { projectId: string; eventId: string };
  /** Rights changed: a key was revoked, a member removed, a role or a password changed. Open sockets re-check themselves. */
  credentialChanged: { userId?: string; keyId?: string };
  /** Deliveries for these webhooks became due. */
  webhookQueued: { webhookIds: readonly string[] };
  /** An attempt at a delivery has ended. */
  webhookDelivered: { projectId: string; webhookId: string; deliveryId: string };
  /** Rows were added to the audit log. */
  auditLogged: { auditLogIds: readonly string[] };
  /** The configuration was changed: read it again. */
  configurationChanged: { part: 'providers' };
  /** A job was enqueued: workers need not wait for their next poll. */
  jobQueued: { name: string };
}

export type BusTopic = keyof BusMessages;

export interface Bus {
  /** Tells every process; for callers outside a transaction. */
  publish<Topic extends BusTopic>(topic: Topic, message: BusMessages[Topic]): Promise<void>;
  /** Tells every process if and when the transaction commits. */
  publishIn<Topic extends BusTopic>(tx: BusTransaction, topic: Topic, message: BusMessages[Topic]): Promise<void>;
  /** @returns a function that ends the subscription */
  subscribe<Topic extends BusTopic>(topic: Topic, listener: (message: BusMessages[Topic]) => void): () => void;
  close(): Promise<void>;
}

export interface BusTransaction {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  afterCommit(work: () => void): void;
}
