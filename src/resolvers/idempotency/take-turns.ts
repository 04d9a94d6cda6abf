import type { Bus } from '../../events/types.js';

/** Locks for the running requests of this process, by caller and key. */
export interface Turns {
  /** Takes the lock if it is free. @returns a function that releases it, or null */
  take(id: string): (() => void) | null;
  /** Waits until the lock is released. @returns false if the time was up first */
  wait(id: string, limitMs: number): Promise<boolean>;
}

// Tests run several servers in one process, each with its own bus.
const known = new WeakMap<Bus, Turns>();

/** Returns the locks of the process that uses this bus. */
export function getTurns(bus: Bus): Turns {
  const turns = known.get(bus) ?? createTurns();
  known.set(bus, turns);
  return turns;
}

function createTurns(): Turns {
  const taken = new Map<string, Promise<void>>();
  return {
    take(id) {
      if (taken.has(id)) return null;
      let end = (): void => undefined;
      taken.set(id, new Promise((resolve) => (end = resolve)));
      return () => {
        taken.delete(id);
        end();
      };
    },
    async wait(id, limitMs) {
      const other = taken.get(id);
      return other === undefined || endsWithin(other, limitMs);
    },
  };
}

async function endsWithin(other: Promise<void>, limitMs: number): Promise<boolean> {
  if (limitMs <= 0) return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, limitMs, false)));
  const ended = await Promise.race([other.then(() => true), late]);
  clearTimeout(timer);
  return ended;
}
