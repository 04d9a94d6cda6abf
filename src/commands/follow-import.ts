import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../context.js';
import { getImport } from '../resolvers/import/send-import.js';
import type { EventRow } from '../stores/event-store.js';
import type { ProgressLine } from '@memory-gateway/cli';

/** Opens the database for an import, beside a running server too. */
export type OpenForImport = () => Promise<{
  services: Services;
  /** Whether a server takes the job of an import. */
  hasServer: boolean;
  /** Runs the jobs of imports in this process, which stops them when it closes. */
  runImports(): void;
  close(): Promise<void>;
}>;

interface Following {
  readonly opened: Awaited<ReturnType<OpenForImport>>;
  readonly progress: ProgressLine;
  /** Stops watching. The import goes on. */
  readonly signal: AbortSignal;
}

const pollMs = 200;
/** Time without progress after which this process runs the job as well: a server may have ended. */
const patienceMs = 20_000;

/** Shows the progress of an import until it ends. @returns null after an interruption */
export async function followImport(
  { id }: EventRow,
  { opened: { services, runImports, hasServer }, progress, signal }: Following,
): Promise<EventRow | null> {
  let isHelping = !hasServer;
  let changed = { at: performance.now(), completed: -1 };
  for (;;) {
    const event = await getImport(services, { id });
    if (event.total !== null) progress.show('imported', { done: event.completed, total: event.total });
    if (event.status !== 'PENDING' && event.status !== 'RUNNING') return event;
    if (signal.aborted) return null;
    if (event.completed !== changed.completed) changed = { at: performance.now(), completed: event.completed };
    if (!isHelping && performance.now() - changed.at > patienceMs) {
      isHelping = true;
      runImports();
    }
    await delay(pollMs, undefined, { signal }).catch(() => undefined);
  }
}
