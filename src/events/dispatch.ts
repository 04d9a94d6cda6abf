import type { BusMessages, BusTopic } from './types.js';

type Listener = (message: BusMessages[BusTopic]) => void;

export interface Dispatch {
  /** Calls every listener of the topic. Passes a listener's error to `onError` and continues. */
  emit<Topic extends BusTopic>(topic: Topic, message: BusMessages[Topic]): void;
  /** @returns a function that ends the subscription */
  subscribe<Topic extends BusTopic>(topic: Topic, listener: (message: BusMessages[Topic]) => void): () => void;
  clear(): void;
}

/** Creates an in-process emitter. An error in a listener affects neither the sender nor other listeners. */
export function createDispatch(onError: (error: unknown, topic: BusTopic) => void): Dispatch {
  const listeners = new Map<BusTopic, Set<Listener>>();
  return {
    emit(topic, message) {
      // Copies the set: a listener may end its own or another subscription.
      for (const listener of [...(listeners.get(topic) ?? [])]) {
        try {
          listener(message);
        } catch (error) {
          onError(error, topic);
        }
      }
    },
    subscribe(topic, listener) {
      // Wraps the listener, so that subscribing the same function twice makes two subscriptions.
      const own: Listener = (message) => listener(message as Parameters<typeof listener>[0]);
      const set = listeners.get(topic) ?? new Set<Listener>();
      listeners.set(topic, set.add(own));
      return () => void set.delete(own);
    },
    clear: () => listeners.clear(),
  };
}
