import type { Transaction } from '../stores/database/open-database.js';

/** Every job and what it needs to know. A name without a handler does not compile (see registry). */
export interface JobPayloads {
  extractMemories: { eventId: string; projectId: string };
  generateProfiles: { jobId: string; projectId: string };
  exportMemories: { exportId: string; projectId: string };
  /** Gives all memories vectors of the configured embedder; `eventId` null: those that lack one of the embedder in use. `completed`: how many had one when it was enqueued. */
  reEmbed: { eventId: string | null; completed: number };
  deleteProject: { projectId: string };
  deleteOrganization: { organizationId: string };
  /** `removed`: how many memories were removed when it was enqueued. */
  deleteMemories: { deletionId: string; projectId: string; removed: number };
}

export type JobName = keyof JobPayloads;

export interface JobOptions {
  /** No worker takes the job before this time. */
  readonly notBefore?: Date;
}

export interface JobQueue {
  /** Enqueues inside the caller's transaction: the job exists if and only if the transaction commits. */
  enqueue<Name extends JobName>(
    tx: Transaction,
    name: Name,
    payload: JobPayloads[Name],
    options?: JobOptions,
  ): Promise<void>;
}

/** Puts committed rows of the audit log into their chains, and signs the end of each chain. */
export interface AuditSealer {
  /** Reports that a row was committed. The sealer runs soon afterwards, outside of any request. */
  wake(): void;
  /** Seals all committed rows now. */
  seal(): Promise<void>;
  close(): Promise<void>;
}
