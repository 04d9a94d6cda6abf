import { setTimeout as wait } from 'node:timers/promises';
import { startRounds } from '@memory-gateway/load';
import type { Services } from '../context.js';
import { quietMsOf } from '../stores/quiet.js';
import { publishMeasurement } from '@memory-gateway/meter';
import type { JobFailureHandlers, JobHandlers } from './handler.js';
import { jobNames, type Job, type JobSource, type WorkerQueue } from './queue.js';
import type { JobName } from './types.js';

export interface WorkerOptions {
  readonly queue: WorkerQueue;
  readonly handlers: JobHandlers;
  readonly failureHandlers?: JobFailureHandlers;
  readonly names?: readonly JobName[];
  /** Maximum number of concurrent jobs, or a function that returns it. Default 2. */
  readonly concurrency?: number | (() => number);
  /** Milliseconds between polls for retries and for jobs whose notice was lost. Default 1,000. */
  readonly pollMs?: number;
}

export interface JobWorker {
  /** Stops polling and waits for running jobs. Aborts jobs that need longer than `limitMs`. */
  stop(limitMs: number): Promise<void>;
  isHealthy(): boolean;
  stats(): { running: number; completed: number; failed: number };
}

/** Milliseconds that the queue may be unreachable before the worker counts as unhealthy. */
const patienceMs = 10_000;

/** Maximum number of polls that a worker without open jobs leaves out. */
const quietPollsMax = 10;

/** Starts a worker. It runs a job once a process has enqueued the job, also another process. */
export function startWorker(services: Services, options: WorkerOptions): JobWorker {
  const { queue, failureHandlers = {}, concurrency: most = 2, pollMs = 1_000 } = options;
  const sources = jobSources(options.names ?? jobNames, failureHandlers);
  const hasFree = () => running.size < (typeof most === 'number' ? most : most());
  const quietMs = Math.min(quietMsOf(services.database), quietPollsMax * pollMs);
  const running = new Set<Promise<void>>();
  const counts = { completed: 0, failed: 0 };
  const stopping = new AbortController();
  let isStopped = false;
  let isLooking = false;
  let lookAgain = false;
  let turn = 0;
  let isQuiet = false;
  let lookedAt = performance.now();

  async function take(): Promise<Job | null> {
    // Takes turns, so that many jobs of one kind do not delay the others.
    for (const source of await queue.findDue([...sources.slice(turn), ...sources.slice(0, turn)])) {
      const job = await queue.take(source.name, source.kind);
      if (!job) continue;
      turn = (sources.indexOf(source) + 1) % sources.length;
      return job;
    }
    return null;
  }
  async function look(): Promise<void> {
    while (!isStopped && hasFree()) {
      lookAgain = false;
      const job = await take();
      if (job) begin(job);
      else if (!lookAgain) return;
    }
  }
  function wake(): void {
    isQuiet = false;
    lookAgain = true;
    if (isLooking || isStopped) return;
    isLooking = true;
    look()
      .then(() => void (lookedAt = performance.now()))
      .catch((error: unknown) => {
        lookAgain = false;
        warnOfQueue(error);
      })
      .finally(() => {
        isLooking = false;
        // A job may have been enqueued after the last check.
        if (lookAgain && hasFree()) wake();
      });
  }
  function begin(job: Job): void {
    const startedAt = performance.now();
    const work = runJob(services, options, { job, stopping: stopping.signal }).then((succeeded) => {
      counts[succeeded ? 'completed' : 'failed'] += 1;
      const outcome = succeeded ? 'ok' : 'error';
      publishMeasurement({ kind: 'job', name: job.name, outcome, durationMs: performance.now() - startedAt });
      running.delete(work);
      wake();
    });
    running.add(work);
  }
  const unsubscribe = services.bus.subscribe('jobQueued', wake);
  /** Looks each time while jobs are open: one may become due. */
  async function poll(): Promise<void> {
    if (isLooking || isStopped || !hasFree()) return;
    if (isQuiet && performance.now() - lookedAt < quietMs) return;
    isQuiet = !(await queue.hasOpen(sources));
    if (isQuiet) lookedAt = performance.now();
    else wake();
  }
  const warnOfQueue = (error: unknown) => services.log.warn({ err: error }, 'Jobs cannot be fetched at the moment.');
  const polls = startRounds(pollMs, poll, warnOfQueue);
  wake();
  return {
    async stop(limitMs) {
      isStopped = true;
      unsubscribe();
      await polls.stop();
      const limit = setTimeout(() => stopping.abort(new Error('The server is stopping.')), limitMs);
      while (isLooking || running.size > 0) await (running.size > 0 ? Promise.all(running) : wait(5));
      clearTimeout(limit);
    },
    // At capacity: not polling is healthy.
    isHealthy: () => !isStopped && (!hasFree() || performance.now() - lookedAt < patienceMs + quietMs + 2 * pollMs),
    stats: () => ({ running: running.size, ...counts }),
  };
}

function jobSources(names: readonly JobName[], failureHandlers: JobFailureHandlers): JobSource[] {
  const due = names.map((name) => ({ name, kind: 'due' as const }));
  return [...due, ...names.filter((name) => failureHandlers[name]).map((name) => ({ name, kind: 'dead' as const }))];
}

/** An attempt that takes longer is aborted and counts as failed. */
const jobLimitMs = 15 * 60_000;

/** Runs one attempt. Never rejects. @returns whether it succeeded */
async function runJob(
  services: Services,
  options: WorkerOptions,
  { job, stopping }: { job: Job; stopping: AbortSignal },
): Promise<boolean> {
  const { queue } = options;
  const log = services.log.child({ job: job.name, jobId: job.id, attempt: job.attempt });
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(jobLimitMs), lost.signal]);
  const extend = async () => {
    // Another worker may have the job.
    if (!(await queue.extendLease(job))) lost.abort(new Error('The lease of the job has run out.'));
  };
  const lease = setInterval(() => {
    extend().catch((error: unknown) => log.warn({ err: error }, 'The lease of a job could not be extended.'));
  }, queue.leaseMs / 3);
  try {
    await Promise.race([handle(services, options, { job, signal }), whenAborted(signal)]);
    await persistently(() => queue.complete(job));
    return true;
  } catch (error) {
    log[job.lastAttempt ? 'error' : 'warn'](
      { err: error },
      job.lastAttempt ? 'A job failed for good.' : 'A job failed; it will be tried again.',
    );
    // If the failure cannot be reported, the lease expires.
    await persistently(() => queue.fail(job, error)).catch(() => undefined);
    return false;
  } finally {
    clearInterval(lease);
    // A signal that may still be aborted is kept until its limit, with all that listens to it.
    lost.abort();
  }
}

async function handle(
  services: Services,
  options: WorkerOptions,
  { job, signal }: { job: Job; signal: AbortSignal },
): Promise<void> {
  const { name, attempt, lastAttempt } = job;
  // The types of name and payload cannot be correlated after the database read.
  const payload = job.payload as never;
  if (job.isDead) await options.failureHandlers?.[name]?.(services, payload);
  else await options.handlers[name](services, payload, { attempt, lastAttempt, signal });
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason instanceof Error ? signal.reason : new Error('The job was aborted.'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

const settlePausesMs = [100, 400, 1_600];

async function persistently(work: () => Promise<void>): Promise<void> {
  for (const pauseMs of settlePausesMs) {
    try {
      return await work();
    } catch {
      await wait(pauseMs);
    }
  }
  return work();
}
