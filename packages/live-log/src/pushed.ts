/** Receives the items of a {@link PushedIterator}. */
export interface Sink<T> {
  /** Takes an item. @returns false to pause after it until {@link Push.resume} */
  accept(item: T): boolean;
  /** Called once, after the last item. With an error if the source failed. */
  end(error?: unknown): void;
}

export interface Push {
  /** Continues after a pause. */
  resume(): void;
}

/**
 * An iterator whose items can be pushed instead of pulled. Pulling creates several promises for each item and reader,
 * which is most of the cost of a message to thousands of subscribers.
 */
export interface PushedIterator<T> extends AsyncIterableIterator<T> {
  /** Passes all further items to `sink`. `next` may not be called afterwards; `return` ends both. */
  pushTo(sink: Sink<T>): Push;
}

/** Returns whether the items of `source` can be pushed. */
export function isPushed<T>(source: AsyncIterator<T>): source is PushedIterator<T> {
  return 'pushTo' in source;
}
