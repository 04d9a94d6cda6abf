import { OverloadedError } from '../errors.js';

/** Kinds of work with separate limits, so that adds cannot starve reads. */
export type WorkKind = 'add' | 'search' | 'read';

export interface AdmissionStats {
  readonly running: number;
  readonly waiting: number;
  /** Number of refused requests since the process started. */
  readonly refused: number;
}

/** Limits how much work runs at a time and refuses work that would wait too long. */
export interface Admission {
  /** Runs `work` in first-in, first-out order. @throws OverloadedError at once if the estimated wait is too long */
  run<T>(kind: WorkKind, work: () => Promise<T>): Promise<T>;
  stats(): Readonly<Record<WorkKind, AdmissionStats>>;
}

export interface AdmissionOptions {
  readonly concurrency: Readonly<Record<WorkKind, number>>;
  /** Longest wait for a slot, in milliseconds. 0 disables the limit. */
  readonly maxWaitMs: number;
  /** Returns whether the event loop is so late that only reads are accepted. */
  readonly isLoopLate?: () => boolean;
}

/** Creates the admission control of this process. It guards use cases, so that all APIs share the same limits. */
export function createAdmission({ concurrency, maxWaitMs, isLoopLate = () => false }: AdmissionOptions): Admission {
  const gates: Record<WorkKind, Gate> = {
    add: createGate(concurrency.add, maxWaitMs),
    search: createGate(concurrency.search, maxWaitMs),
    read: createGate(concurrency.read, maxWaitMs),
  };
  return {
    async run(kind, work) {
      const gate = gates[kind];
      if (kind !== 'read' && isLoopLate()) throw gate.refusal();
      return gate.run(work);
    },
    stats: () => ({ add: gates.add.stats(), search: gates.search.stats(), read: gates.read.stats() }),
  };
}

interface Gate {
  run<T>(work: () => Promise<T>): Promise<T>;
  refusal(): OverloadedError;
  stats(): AdmissionStats;
}

interface Waiter {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** Maximum queue length per running request, until the duration of the work is known. */
const waitingPerSlot = 32;
const maxRetrySeconds = 30;
/** Weight of the latest duration in the moving average. */
const latestShare = 0.1;

function createGate(concurrency: number, maxWaitMs: number): Gate {
  const waiting = new Set<Waiter>();
  let running = 0;
  let refused = 0;
  let averageMs = 0;
  const expectedWaitMs = () => (averageMs * (waiting.size + 1)) / concurrency;

  const refusal = () => {
    refused += 1;
    return new OverloadedError(Math.min(maxRetrySeconds, Math.max(1, Math.ceil(expectedWaitMs() / 1_000))));
  };
  const isFull = () => maxWaitMs > 0 && (expectedWaitMs() > maxWaitMs || waiting.size >= concurrency * waitingPerSlot);
  const waitForTurn = () =>
    new Promise<void>((start, reject) => {
      // The estimate may be wrong, so a request also leaves the queue when its maximum wait has passed.
      const giveUp = () => {
        waiting.delete(waiter);
        reject(refusal());
      };
      const waiter: Waiter = { start, timer: maxWaitMs > 0 ? setTimeout(giveUp, maxWaitMs) : undefined };
      waiting.add(waiter);
    });
  const leave = (tookMs: number) => {
    averageMs = averageMs === 0 ? tookMs : averageMs + latestShare * (tookMs - averageMs);
    const [next] = waiting;
    if (!next) return void (running -= 1);
    // The slot goes to the next waiter directly, so that a new request cannot take it first.
    waiting.delete(next);
    clearTimeout(next.timer);
    next.start();
  };
  return {
    async run(work) {
      if (running < concurrency) running += 1;
      else if (isFull()) throw refusal();
      else await waitForTurn();
      const startedMs = performance.now();
      try {
        return await work();
      } finally {
        leave(performance.now() - startedMs);
      }
    },
    refusal,
    stats: () => ({ running, waiting: waiting.size, refused }),
  };
}
