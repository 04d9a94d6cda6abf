export interface Linger {
  /** Writes after the time, together with what is recorded until then. */
  begin(): void;
  /** Resolves when all that was recorded before is written. */
  flush(): Promise<void>;
}

/**
 * Joins what is recorded within a time to one write, outside of requests. Writes run one after the other.
 * @param lingerMs time in milliseconds that the first record waits for others; does not keep the process alive
 * @param takeWrite empties the buffer and returns the write of what it held. The write must not reject. Null: nothing was recorded
 */
export function createLinger(lingerMs: number, takeWrite: () => (() => Promise<void>) | null): Linger {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const write = takeWrite();
    if (write) running = running.then(write);
    return running;
  }
  return {
    flush,
    begin: () => void (timer ??= setTimeout(() => void flush(), lingerMs).unref()),
  };
}
