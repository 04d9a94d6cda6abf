import { hasReached } from './log-position.js';

interface Sample {
  readonly position: string;
  readonly atMs: number;
}

// Beyond it, the oldest sample still tells the lag. Only the time after a long outage is measured less finely.
const MOST_SAMPLES = 1_000;

/** Measures how far a replica is behind, by the clock of this process alone once the replica was seen at a recorded position. */
export interface LagMeter {
  /** Records where the log of the primary ended at a time. */
  primaryWasAt(sample: Sample): void;
  /**
   * Returns the age in milliseconds of the oldest recorded position that the replica has not replayed. 0: there is none. As long as that
   * is the first one, the replica may have been behind before: then its last transaction has to be as new.
   */
  lagMs(replica: ReplicaPosition, nowMs: number): number;
}

interface ReplicaPosition {
  readonly replayed: string;
  /** Age of the last transaction that the replica has replayed, by its clock. Null: it has replayed none since its start. */
  readonly lastTransactionMs: number | null;
}

/** Creates a meter without samples. */
export function createLagMeter(): LagMeter {
  const waiting: Sample[] = [];
  let wasReached = false;
  return {
    primaryWasAt(sample) {
      if (waiting.length < MOST_SAMPLES) waiting.push(sample);
    },
    lagMs({ replayed, lastTransactionMs }, nowMs) {
      while (waiting[0] && hasReached(replayed, waiting[0].position)) {
        waiting.shift();
        wasReached = true;
      }
      if (!waiting[0]) return 0;
      const sinceSample = nowMs - waiting[0].atMs;
      return wasReached ? sinceSample : Math.max(sinceSample, lastTransactionMs ?? 0);
    },
  };
}
