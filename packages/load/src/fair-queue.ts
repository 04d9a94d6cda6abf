export interface Waiter {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** What of one caller waits. */
interface Line {
  readonly waiting: Set<Waiter>;
  /** Held places. */
  reserved: number;
}

/** Creates the queue of a gate: a line for each caller with work that waits. */
export function createFairQueue() {
  const lines = new Map<string, Line>();
  let size = 0;
  const change = (caller: string, apply: (line: Line) => void) => {
    const line = lines.get(caller) ?? { waiting: new Set(), reserved: 0 };
    const before = lengthOf(line);
    apply(line);
    size += lengthOf(line) - before;
    if (lengthOf(line) === 0) lines.delete(caller);
    else lines.set(caller, line);
  };
  return {
    /** Returns how much waits, held places included. */
    size: () => size,
    /** Counts what has its turn before further work of a caller. */
    countBefore(caller: string): number {
      const own = lines.get(caller);
      const turns = (own ? lengthOf(own) : 0) + 1;
      let count = 0;
      for (const line of lines.values()) count += Math.min(lengthOf(line), turns);
      return count;
    },
    add: (caller: string, waiter: Waiter) => change(caller, ({ waiting }) => waiting.add(waiter)),
    remove: (caller: string, waiter: Waiter) => change(caller, ({ waiting }) => waiting.delete(waiter)),
    reserve: (caller: string, places: 1 | -1) => change(caller, (line) => (line.reserved += places)),
    /** Starts the first waiting work of the next caller, and moves that caller to the end. */
    startNext(): boolean {
      for (const [caller, line] of lines) {
        const [waiter] = line.waiting;
        if (!waiter) continue;
        lines.delete(caller);
        lines.set(caller, line);
        change(caller, ({ waiting }) => waiting.delete(waiter));
        clearTimeout(waiter.timer);
        waiter.start();
        return true;
      }
      return false;
    },
  };
}

const lengthOf = ({ waiting, reserved }: Line) => waiting.size + reserved;
