import type { Services } from '../context.js';
import type { JobName, JobPayloads } from './types.js';

export interface JobTry {
  readonly attempt: number;
  /** Whether a failure of this attempt is final. */
  readonly lastAttempt: boolean;
  /** Aborts when the attempt takes too long, or when the process stops. */
  readonly signal: AbortSignal;
}

// Runs one job; a rejection schedules a retry. A process can die before it reports success, so a job may run twice and
// must treat "already done" as success.
export type JobHandler<Name extends JobName> = (
  services: Services,
  payload: JobPayloads[Name],
  job: JobTry,
) => Promise<void>;

export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> };

// Runs when a job has failed for good, even if the process died on every attempt. May run twice.
export type JobFailureHandlers = {
  readonly [Name in JobName]?: (services: Services, payload: JobPayloads[Name]) => Promise<void>;
};
