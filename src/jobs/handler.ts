import type { Services } from '../context.js';
import type { JobName, JobPayloads } from './types.js';

export interface JobTry {
  /** 1 for the first. */
  readonly attempt: number;
  /** When this try fails, there is no other. */
  readonly lastAttempt: boolean;
  /** Aborts when the try has taken too long, or the process stops. */
  readonly signal: AbortSignal;
}

/**
 * Runs one job. A rejection means: retry later. A job may run twice, because a process can die before it reports success;
 * so "already done" counts as success.
 */
export type JobHandler<Name extends JobName> = (
  services: Services,
  payload: JobPayloads[Name],
  job: JobTry,
) => Promise<void>;

export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> };

/**
 * Told when a job has failed for good, also when its process died with every try; so that what waits for the job can be marked
 * as failed. May run twice, too.
 */
export type JobFailureHandlers = {
  readonly [Name in JobName]?: (services: Services, payload: JobPayloads[Name]) => Promise<void>;
};
