import { createIterator } from './iterator.js';

/** An item, or the number of items that were dropped because the reader was too slow. */
type QueuedFrame<Item> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'dropped'; readonly count: number };

export interface FrameQueue<Item> {
  /** Adds an item without waiting. A full queue drops the item, and the reader gets a count in its place. */
  push(item: Item): void;
  /** Ends immediately on `return` and `throw`, also during a pending `next`. */
  readonly frames: AsyncIterableIterator<QueuedFrame<Item>>;
}

/** Creates a bounded queue from a listener to a reader. `onEnd` runs once, when the reader ends. */
export function createFrameQueue<Item>({ max, onEnd }: { max: number; onEnd: () => void }): FrameQueue<Item> {
  const items: Item[] = [];
  let dropped = 0;
  let ended = false;
  let wake: () => void = () => undefined;

  function leave(): void {
    if (ended) return;
    ended = true;
    items.length = 0;
    dropped = 0;
    onEnd();
    wake();
  }
  function take(): QueuedFrame<Item> | undefined {
    if (items.length > 0) return { kind: 'item', item: items.shift() as Item };
    if (dropped === 0) return undefined;
    const count = dropped;
    dropped = 0;
    return { kind: 'dropped', count };
  }
  async function next(): Promise<IteratorResult<QueuedFrame<Item>>> {
    for (;;) {
      const frame = take();
      if (frame) return { done: false, value: frame };
      if (ended) return { done: true, value: undefined };
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return {
    push(item) {
      if (ended) return;
      // After a drop, drops further items until the reader has read the count, so that there is one gap.
      if (dropped > 0 || items.length >= max) dropped += 1;
      else items.push(item);
      wake();
    },
    frames: createIterator(next, leave),
  };
}

/** Values to yield from one step of {@link mapFrames}, and whether they are the last ones. */
export interface Mapped<Value> {
  readonly values: readonly Value[];
  readonly isLast?: boolean;
}

/** Yields the values that `map` returns for each item. Ending this iterator ends the source immediately. */
export function mapFrames<Item, Value>(
  source: AsyncIterableIterator<Item>,
  map: (item: Item) => Promise<Mapped<Value>>,
): AsyncIterableIterator<Value> {
  let waiting: Value[] = [];
  let isOver = false;
  async function next(): Promise<IteratorResult<Value>> {
    for (;;) {
      const value = waiting.shift();
      if (value !== undefined) return { done: false, value };
      if (isOver) return { done: true, value: undefined };
      const result = await source.next();
      if (result.done) return { done: true, value: undefined };
      const mapped = await map(result.value);
      waiting = [...mapped.values];
      if (!mapped.isLast) continue;
      isOver = true;
      await source.return?.();
    }
  }
  return createIterator(next, () => {
    isOver = true;
    waiting = [];
    return source.return?.();
  });
}
