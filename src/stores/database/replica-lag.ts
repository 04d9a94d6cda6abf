import { hasReached } from './log-position.js';

interface Sample {
  readonly position: string;
  readonly atMs: number;
}

// Beyond it, the oldest sample still tells the lag. Only the time after a long outage is measured less finely.
const MOST_SAMPLES = 1_000;

/** Measures how far a replica is behind, by the clock of this process alone. */
export interface LagMeter {
  /** Records where the log of the primary ended at a time. */
  primaryWasAt(sample: Sample): void;
  /** Returns the age in milliseconds of the oldest recorded position that the replica has not replayed. 0: there is none. */
  lagMs(replayed: string, nowMs: number): number;
}

/** Creates a meter without samples. */
export function createLagMeter(): LagMeter {
  const waiting: Sample[] = [];
  return {
    primaryWasAt(sample) {
      if (waiting.length < MOST_SAMPLES) waiting.push(sample);
    },
    lagMs(replayed, nowMs) {
      while (waiting[0] && hasReached(replayed, waiting[0].position)) waiting.shift();
      return waiting[0] ? nowMs - waiting[0].atMs : 0;
    },
  };
}
