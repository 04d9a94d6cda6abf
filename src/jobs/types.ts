import type { Transaction } from '@memory-gateway/database';

/** Payload of every job. The compiler rejects a name without a handler (see registry). */
export interface JobPayloads {
  /** `outage`: since when the language model is away, and how often the job was put off for it. */
  extractMemories: { eventId: string; projectId: string; outage?: { since: string; rounds: number } };
  generateProfiles: { jobId: string; projectId: string };
  exportMemories: { exportId: string; projectId: string };
  /** `eventId` null: only memories without a vector of the embedder in use. `completed`: vectors when enqueued. */
  reEmbed: { eventId: string | null; completed: number };
  /** `done`: batches done when enqueued. */
  importParts: { eventId: string; projectId: string; done: number };
  /** The same, enqueued by an earlier version: its servers take it, and would end an import after its first part. */
  importMemories: { eventId: string; projectId: string; done: number };
  deleteProject: { projectId: string };
  deleteOrganization: { organizationId: string };
  /** `removed`: number of memories removed when the job was enqueued. */
  deleteMemories: { deletionId: string; projectId: string; removed: number };
}

export type JobName = keyof JobPayloads;

export interface JobOptions {
  /** Milliseconds before its first attempt, by the clock of the database: those of servers differ. */
  readonly afterMs?: number;
}

export interface JobQueue {
  /** Enqueues inside the caller's transaction. The job exists only if the transaction commits. */
  enqueue<Name extends JobName>(
    tx: Transaction,
    name: Name,
    payload: JobPayloads[Name],
    options?: JobOptions,
  ): Promise<void>;
}

/** Adds committed audit log rows to their chains, and signs the end of each chain. */
export interface AuditSealer {
  /** Reports a committed row. The sealer runs soon afterwards, outside of any request. */
  wake(): void;
  seal(): Promise<void>;
  close(): Promise<void>;
}
