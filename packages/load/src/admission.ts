import { OverloadedError } from '@memory-gateway/errors';
import { createFairQueue, type Waiter } from './fair-queue.js';

/** Kinds of work with separate limits, so that adds cannot starve reads. A document is a whole GraphQL query with many fields. */
export type WorkKind = 'add' | 'search' | 'read' | 'document';

interface AdmissionStats {
  readonly running: number;
  /** Includes held places. */
  readonly waiting: number;
  /** Number of refused requests since the process started. */
  readonly refused: number;
}

/** Limits how much work runs at a time and refuses work that would wait too long. */
export interface Admission {
  /** Runs `work`, first in, first out among the work of its caller. Callers take turns. @throws OverloadedError at once if the estimated wait is too long */
  run<T>(kind: WorkKind, work: () => Promise<T>): Promise<T>;
  /** Refuses work that `run` would refuse now. Call it before any work, so that refusals stay cheap. @throws OverloadedError */
  assertRoom(kind: WorkKind): void;
  /** Returns admission control for the work of one caller. */
  for(caller: string): Admission;
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
    document: createGate(concurrency.document, maxWaitMs),
  };
  const viewOf = (caller: string): Admission => {
    const assertRoom = (kind: WorkKind) => {
      const gate = gates[kind];
      if ((isHeavy(kind) && isLoopLate()) || gate.isFull(caller)) throw gate.refusal(caller);
    };
    const admission: Admission = {
      async run(kind, work) {
        assertRoom(kind);
        return gates[kind].run(caller, work);
      },
      assertRoom,
      for: viewOf,
      reserve: (kind) => createReservation(admission, { kind, caller, gate: gates[kind] }),
      stats: () => ({
        add: gates.add.stats(),
        search: gates.search.stats(),
        read: gates.read.stats(),
        document: gates.document.stats(),
      }),
    };
    return admission;
  };
  return viewOf('');
}

const isHeavy = (kind: WorkKind) => kind === 'add' || kind === 'search';

interface Reserved {
  readonly kind: WorkKind;
  readonly caller: string;
  readonly gate: Gate;
}

function createReservation(admission: Admission, { kind: reserved, caller, gate }: Reserved): Reservation {
  let isHeld = false;
  const release = () => {
    if (isHeld) gate.reserve(caller, -1);
    isHeld = false;
  };
  const reservation: Reservation = {
    ...admission,
    // A context that is made from the context of the request has its place.
    for: () => reservation,
    hold() {
      admission.assertRoom(reserved);
      gate.reserve(caller, 1);
      isHeld = true;
    },
    async run(kind, work) {
      if (!isHeld || kind !== reserved) return admission.run(kind, work);
      release();
      return gate.run(caller, work);
    },
    assertRoom(kind) {
      if (!isHeld || kind !== reserved) admission.assertRoom(kind);
    },
    release,
  };
  return reservation;
}

interface Gate {
  isFull(caller: string): boolean;
  reserve(caller: string, places: 1 | -1): void;
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
  refusal(caller: string): OverloadedError;
  stats(): AdmissionStats;
}

/** Maximum queue length per running request, until the duration of the work is known. */
const waitingPerSlot = 32;
const maxRetrySeconds = 30;
/** Queued work gives up after this multiple of the maximum expected wait. */
const patience = 2;
/** Weight of the latest duration in the moving average. */
const latestShare = 0.1;

function createGate(concurrency: number, maxWaitMs: number): Gate {
  const queue = createFairQueue();
  let running = 0;
  let refused = 0;
  let averageMs = 0;
  const ahead = (caller: string) => {
    const all = running + queue.size() - concurrency;
    return all < 0 ? all : Math.min(all, queue.countBefore(caller));
  };
  const expectedWaitMs = (caller: string) => (averageMs * (ahead(caller) + 1)) / concurrency;

  const refusal = (caller: string) => {
    refused += 1;
    return new OverloadedError(Math.min(maxRetrySeconds, Math.max(1, Math.ceil(expectedWaitMs(caller) / 1_000))));
  };
  const isFull = (caller: string) =>
    maxWaitMs > 0 &&
    ahead(caller) >= 0 &&
    (expectedWaitMs(caller) > maxWaitMs || ahead(caller) >= concurrency * waitingPerSlot);
  const startNext = () => {
    while (running < concurrency && queue.startNext()) running += 1;
  };
  const waitForTurn = (caller: string) =>
    new Promise<void>((start, reject) => {
      // The estimate may be wrong. Giving up late keeps most refusals immediate.
      const giveUp = () => {
        queue.remove(caller, waiter);
        reject(refusal(caller));
      };
      const waiter: Waiter = { start, timer: maxWaitMs > 0 ? setTimeout(giveUp, maxWaitMs * patience) : undefined };
      queue.add(caller, waiter);
      startNext();
    });
  const learn = (tookMs: number) =>
    (averageMs = averageMs === 0 ? tookMs : averageMs + latestShare * (tookMs - averageMs));
  return {
    isFull,
    reserve: queue.reserve,
    async run(caller, work) {
      await waitForTurn(caller);
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
        running -= 1;
        startNext();
      }
    },
    refusal,
    stats: () => ({ running, waiting: queue.size(), refused }),
  };
}
