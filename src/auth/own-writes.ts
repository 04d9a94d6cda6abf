import type { Meter } from '@memory-gateway/meter';
import { laterPosition } from '@memory-gateway/database';
import type { Caller } from './caller.js';

const POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i;

/** Whether a text is a position in the log of Postgres, such as `0/16B3748`. */
export function isLogPosition(text: string): boolean {
  return POSITION.test(text);
}

/** Makes the reads of a request see what its caller committed before. `sent`: the position that the request brings. */
export type FollowOwnWrites = (meter: Meter, caller: Caller, sent: string | null) => void;

// An entry takes some 200 bytes. A caller whose last write is more than 10,000 callers old has reached the replica long ago.
const MOST_CALLERS = 10_000;

/**
 * Remembers where the last commit of each caller ended, in this process. A caller that other processes serve too sends the position
 * along. Keys and sessions of one user share it, because all of them are "I".
 */
export function createOwnWrites(): FollowOwnWrites {
  const positions = new Map<string, string>();
  return (meter, { user, key, mode }, sent) => {
    const name = user?.id ?? key?.id ?? mode;
    // What the caller sends counts for this request alone: a wrong position would slow all later ones.
    meter.position = laterPosition(positions.get(name) ?? null, sent);
    meter.onCommit = (position) => {
      // A Map iterates in insertion order, so its first entry is the one that wrote longest ago.
      const latest = laterPosition(positions.get(name) ?? null, position) ?? position;
      positions.delete(name);
      positions.set(name, latest);
      if (positions.size > MOST_CALLERS) positions.delete(positions.keys().next().value ?? '');
    };
  };
}
