/** Work that a timer repeats, one run at a time. */
export interface Rounds {
  /** Begins a run now, unless one is under way. */
  begin(): void;
  /** Ends the timer and waits for the run that is under way. */
  stop(): Promise<void>;
}

/** Repeats work at intervals, first after one interval. A run that fails goes to `onError`. Keeps no process alive. */
export function startRounds(everyMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void): Rounds {
  let round: Promise<unknown> | null = null;
  const begin = () => {
    round ??= work()
      .catch(onError)
      .finally(() => (round = null));
  };
  const timer = setInterval(begin, everyMs).unref();
  return {
    begin,
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
