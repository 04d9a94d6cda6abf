/**
 * Returns an iterator over what `next` returns. `return` and `throw` run `leave` at once, also during a pending `next`.
 * @param leave ends the source; may run more than once
 */
export function createIterator<Value>(
  next: () => Promise<IteratorResult<Value>>,
  leave: () => unknown,
): AsyncIterableIterator<Value> {
  return {
    next,
    async return() {
      await leave();
      return { done: true, value: undefined };
    },
    async throw(error) {
      await leave();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
