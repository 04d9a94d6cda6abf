import type { Bus } from '../../events/types.js';

/** Requests of this process that are under way, by caller and key. */
export interface Turns {
  /** Takes the turn unless it is taken. @returns a function that gives it back */
  take(id: string): (() => void) | null;
  /** Waits until the turn is given back. @returns false when the time was up first */
  wait(id: string, limitMs: number): Promise<boolean>;
}

// One bus, one process: a test may run several side by side.
const known = new WeakMap<Bus, Turns>();

/** The turns of the process to which this bus belongs. */
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
