import { OverloadedError } from '@memory-gateway/errors';

/** Kinds of work with separate limits, so that adds cannot starve reads. */
export type WorkKind = 'add' | 'search' | 'read';

interface AdmissionStats {
  readonly running: number;
  /** Includes held places. */
  readonly waiting: number;
  /** Number of refused requests since the process started. */
  readonly refused: number;
}

/** Limits how much work runs at a time and refuses work that would wait too long. */
export interface Admission {
  /** Runs `work` in first-in, first-out order. @throws OverloadedError at once if the estimated wait is too long */
  run<T>(kind: WorkKind, work: () => Promise<T>): Promise<T>;
  /** Refuses work that `run` would refuse now. Call it before any work, so that refusals stay cheap. @throws OverloadedError */
  assertRoom(kind: WorkKind): void;
  /** Returns admission control for one request, which can hold a place before its work. */
  reserve(kind: WorkKind): Reservation;
  stats(): Readonly<Record<WorkKind, AdmissionStats>>;
}

/** Admission control for one request. The first work of the kind takes the place that was held for it. */
export interface Reservation extends Admission {
  /** Holds a place for a request that has statements to run before its work. @throws OverloadedError if there is no room */
  hold(): void;
  /** Gives the place back, if no work has taken it. */
  release(): void;
}

export interface AdmissionOptions {
  readonly concurrency: Readonly<Record<WorkKind, number>>;
  /** Longest expected wait for a slot, in milliseconds. Work leaves the queue after twice this time. 0 disables the limit. */
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
  const assertRoom = (kind: WorkKind) => {
    const gate = gates[kind];
    if ((kind !== 'read' && isLoopLate()) || gate.isFull()) throw gate.refusal();
  };
  const admission: Admission = {
    async run(kind, work) {
      assertRoom(kind);
      return gates[kind].run(work);
    },
    assertRoom,
    reserve: (kind) => createReservation(admission, kind, gates[kind]),
    stats: () => ({ add: gates.add.stats(), search: gates.search.stats(), read: gates.read.stats() }),
  };
  return admission;
}

function createReservation(admission: Admission, reserved: WorkKind, gate: Gate): Reservation {
  let isHeld = false;
  const release = () => {
    if (isHeld) gate.release();
    isHeld = false;
  };
  return {
    ...admission,
    hold() {
      admission.assertRoom(reserved);
      gate.reserve();
      isHeld = true;
    },
    async run(kind, work) {
      if (!isHeld || kind !== reserved) return admission.run(kind, work);
      release();
      return gate.run(work);
    },
    assertRoom(kind) {
      if (!isHeld || kind !== reserved) admission.assertRoom(kind);
    },
    release,
  };
}

interface Gate {
  isFull(): boolean;
  reserve(): void;
  release(): void;
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
/** Queued work gives up after this multiple of the maximum expected wait. */
const patience = 2;
/** Weight of the latest duration in the moving average. */
const latestShare = 0.1;

function createGate(concurrency: number, maxWaitMs: number): Gate {
  const waiting = new Set<Waiter>();
  let running = 0;
  let reserved = 0;
  let refused = 0;
  let averageMs = 0;
  const ahead = () => running + reserved + waiting.size - concurrency;
  const expectedWaitMs = () => (averageMs * (ahead() + 1)) / concurrency;

  const refusal = () => {
    refused += 1;
    return new OverloadedError(Math.min(maxRetrySeconds, Math.max(1, Math.ceil(expectedWaitMs() / 1_000))));
  };
  const isFull = () =>
    maxWaitMs > 0 && ahead() >= 0 && (expectedWaitMs() > maxWaitMs || ahead() >= concurrency * waitingPerSlot);
  const waitForTurn = () =>
    new Promise<void>((start, reject) => {
      // The estimate may be wrong. Giving up late keeps most refusals immediate.
      const giveUp = () => {
        waiting.delete(waiter);
        reject(refusal());
      };
      const waiter: Waiter = { start, timer: maxWaitMs > 0 ? setTimeout(giveUp, maxWaitMs * patience) : undefined };
      waiting.add(waiter);
    });
  const learn = (tookMs: number) =>
    (averageMs = averageMs === 0 ? tookMs : averageMs + latestShare * (tookMs - averageMs));
  const leave = () => {
    const [next] = waiting;
    if (!next) return void (running -= 1);
    // The slot goes to the next waiter directly, so that a new request cannot take it first.
    waiting.delete(next);
    clearTimeout(next.timer);
    next.start();
  };
  return {
    isFull,
    reserve: () => void (reserved += 1),
    release: () => void (reserved -= 1),
    async run(work) {
      if (running < concurrency) running += 1;
      else await waitForTurn();
      const startedMs = performance.now();
      const tookMs = () => performance.now() - startedMs;
      try {
        const result = await work();
        learn(tookMs());
        return result;
      } catch (error) {
        // A refusal is quick, and says nothing about the work that others wait for.
        if (averageMs > 0 && tookMs() > averageMs) learn(tookMs());
        throw error;
      } finally {
        leave();
      }
    },
    refusal,
    stats: () => ({ running, waiting: waiting.size + reserved, refused }),
  };
}
