/** Callbacks for the source of a {@link createStream}. */
export interface Sink<T> {
  next(value: T): void;
  /** Ends the stream with an error after all earlier values were read. */
  error(error: unknown): void;
  /** Ends the stream after all earlier values were read. */
  complete(): void;
}

/**
 * Creates an async iterable from callbacks. The source starts with the first read. Leaving the loop or calling
 * `return()` stops it, even while a read is pending.
 * @param start starts the source and returns a function that stops it
 */
export function createStream<T>(start: (sink: Sink<T>) => () => void): AsyncIterableIterator<T> {
  const queue: T[] = [];
  let failure: { readonly error: unknown } | null = null;
  let ended = false;
  let stop: (() => void) | null = null;
  let wake: () => void = () => undefined;
  const end = (withFailure: typeof failure) => {
    if (ended) return;
    ended = true;
    failure = withFailure;
    wake();
  };
  const sink: Sink<T> = {
    next(value) {
      if (!ended) queue.push(value);
      wake();
    },
    error: (error) => end({ error }),
    complete: () => end(null),
  };
  async function read(): Promise<IteratorResult<T>> {
    if (!ended) stop ??= start(sink);
    for (;;) {
      if (queue.length > 0) return { done: false, value: queue.shift() as T };
      if (ended) {
        const last = failure;
        leave();
        if (last) throw last.error;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const leave = () => {
    queue.length = 0;
    end(null);
    failure = null;
    stop?.();
    stop = null;
  };
  return inTurn(read, leave);
}

/** Runs reads one after another. Leaving does not wait for them. */
function inTurn<T>(read: () => Promise<IteratorResult<T>>, leave: () => void): AsyncIterableIterator<T> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    next() {
      const result = last.then(read);
      last = result.catch(() => undefined);
      return result;
    },
    return() {
      leave();
      return Promise.resolve({ done: true, value: undefined });
    },
    async throw(error) {
      leave();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
