/** Runs a limited number of pieces of work at a time, in the order in which they came. */
export interface Turns {
  readonly areTaken: () => boolean;
  /** Number of pieces that wait. */
  readonly waiting: () => number;
  /** @throws the error of `tooLate` if the work would wait longer than the limit, if there is one */
  run<T>(work: () => Promise<T>): Promise<T>;
}

interface WaitLimit {
  readonly ms: number;
  readonly tooLate: () => Error;
}

export function createTurns(limit: number, wait?: WaitLimit): Turns {
  const waiting = new Set<() => void>();
  let taken = 0;
  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = ({ tooLate }: WaitLimit) => {
        waiting.delete(start);
        reject(tooLate());
      };
      const timer = wait && setTimeout(giveUp, wait.ms, wait);
      waiting.add(start);
    });
  return {
    areTaken: () => taken > 0,
    waiting: () => waiting.size,
    async run(work) {
      if (taken < limit) taken += 1;
      else await waitForTurn();
      try {
        return await work();
      } finally {
        const [next] = waiting;
        if (next) waiting.delete(next);
        if (next) next();
        else taken -= 1;
      }
    },
  };
}
