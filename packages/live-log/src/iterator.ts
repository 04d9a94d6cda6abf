/** Creates an iterator. `leave` runs when its reader ends it, at once, also during a pending `next`. */
export function createIterator<T>(
  next: () => Promise<IteratorResult<T>>,
  leave: () => unknown,
): AsyncIterableIterator<T> {
  return {
    next,
    async return() {
      await leave();
      return { done: true, value: undefined };
    },
    async throw(error: unknown) {
      await leave();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
