import type { Services } from '../context.js';
import { jobNames, type WorkerQueue } from './queue.js';
import { failureHandlers, handlers } from './registry.js';
import { startWorker, type JobWorker } from './worker.js';

export type JobWorkers = Pick<JobWorker, 'stop' | 'isHealthy'>;

/** Starts the workers of a process. Extraction mostly waits for models, so a separate worker runs many at once. */
export function startWorkers(services: Services, queue: WorkerQueue): JobWorkers {
  const shared = { queue, handlers, failureHandlers };
  const { concurrency } = services.config.providers;
  const workers = [
    startWorker(services, { ...shared, names: jobNames.filter((name) => name !== 'extractMemories') }),
    startWorker(services, {
      ...shared,
      names: ['extractMemories'],
      concurrency: () => (services.llm() ? concurrency : 2),
    }),
  ];
  return {
    stop: async (limitMs) => void (await Promise.all(workers.map((worker) => worker.stop(limitMs)))),
    isHealthy: () => workers.every((worker) => worker.isHealthy()),
  };
}

/** Starts a worker for imports alone, for a command while no server runs. */
export const startImportWorker = (services: Services, queue: WorkerQueue): JobWorkers =>
  startWorker(services, { queue, handlers, failureHandlers, names: ['importParts', 'importMemories'] });
