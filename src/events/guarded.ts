import type { Bus, BusMessages } from './types.js';

export interface Guard {
  /** Rejects if the reader may no longer read. Runs at intervals, and when the reader's access may have changed. */
  readonly check: () => Promise<void>;
  readonly everyMs: number;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly reader: { readonly userId: string | null; readonly keyId: string | null };
}

/**
 * Yields the items of `source` while `check` succeeds, then ends with the error of the check. Yields nothing during a
 * check, so a revoked reader receives no item after this process learns of the revocation.
 */
export function guarded<T>(source: AsyncIterableIterator<T>, guard: Guard): AsyncIterableIterator<T> {
  let checking: Promise<void> | null = null;
  let again = false;
  let failure: { error: unknown } | null = null;
  let isOver = false;

  async function runChecks(): Promise<void> {
    try {
      do {
        again = false;
        await guard.check();
      } while (again && !isOver);
    } catch (error) {
      failure = { error };
      await end();
    }
  }
  function check(): void {
    if (isOver) return;
    // The running check may have read the state before this change.
    if (checking) again = true;
    else checking = runChecks().finally(() => (checking = null));
  }
  const timer = setInterval(check, guard.everyMs);
  const unsubscribe = guard.bus.subscribe('credentialChanged', (change) => {
    if (concerns(change, guard.reader)) check();
  });
  async function end(): Promise<void> {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    unsubscribe();
    await source.return?.();
  }
  async function next(): Promise<IteratorResult<T>> {
    try {
      const result = await source.next();
      while (checking) await checking;
      const failed = failure;
      failure = null;
      if (failed) throw failed.error;
      if (result.done) await end();
      return isOver ? { done: true, value: undefined } : result;
    } catch (error) {
      await end();
      throw error;
    }
  }
  return {
    next,
    async return() {
      await end();
      return { done: true, value: undefined };
    },
    async throw(error) {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** A message without ids concerns every reader. */
function concerns(change: BusMessages['credentialChanged'], reader: Guard['reader']): boolean {
  if (change.userId === undefined && change.keyId === undefined) return true;
  return (
    (change.userId !== undefined && change.userId === reader.userId) ||
    (change.keyId !== undefined && change.keyId === reader.keyId)
  );
}
