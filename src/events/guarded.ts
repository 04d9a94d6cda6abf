import { createIterator, isPushed, type Push, type PushedIterator, type Sink } from '@memory-gateway/live-log';
import type { Bus, BusMessages } from './types.js';

export interface Guard {
  /** Rejects if the reader may no longer read. Runs at intervals, and when the reader's access may have changed. */
  readonly check: () => Promise<void>;
  readonly everyMs: number;
  readonly bus: Pick<Bus, 'subscribe'>;
  /** Calls `check` when the object of the stream may have been deleted. @returns a function that ends the calls */
  readonly onDeletion?: ((check: () => void) => () => void) | undefined;
  readonly reader: { readonly userId: string | null; readonly keyId: string | null };
}

/**
 * Yields the items of `source` while `check` succeeds, then ends with the error of the check. Yields nothing during a
 * check, so a revoked reader receives no item after this process learns of the revocation.
 */
export function guarded<T>(source: PushedIterator<T>, guard: Guard): PushedIterator<T>;
export function guarded<T>(source: AsyncIterableIterator<T>, guard: Guard): AsyncIterableIterator<T>;
export function guarded<T>(source: AsyncIterableIterator<T>, guard: Guard): AsyncIterableIterator<T> {
  let afterCheck: () => void = () => undefined;
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
    else
      checking = runChecks().finally(() => {
        checking = null;
        afterCheck();
      });
  }
  const timer = setInterval(check, guard.everyMs);
  const unsubscribe = guard.bus.subscribe('credentialChanged', (change) => {
    if (concerns(change, guard.reader)) check();
  });
  const unsubscribeDeletion = guard.onDeletion?.(check);
  async function end(): Promise<void> {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    unsubscribe();
    unsubscribeDeletion?.();
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
  function pushTo(pushed: PushedIterator<T>, sink: Sink<T>): Push {
    // The one item that arrived during a check. The source pauses after it.
    const held: T[] = [];
    let ending: { error: unknown } | null = null;
    const finish = ({ error }: { error: unknown }) => {
      void end();
      sink.end(failure ? failure.error : error);
    };
    const push = pushed.pushTo({
      accept(item) {
        if (!checking) return sink.accept(item);
        held.push(item);
        return false;
      },
      end(error) {
        ending = { error };
        if (!checking) finish(ending);
      },
    });
    afterCheck = () => {
      if (ending) return finish(ending);
      for (const item of held.splice(0)) if (sink.accept(item)) push.resume();
    };
    return push;
  }
  return {
    ...createIterator(next, end),
    ...(isPushed(source) ? { pushTo: (sink: Sink<T>) => pushTo(source, sink) } : {}),
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
