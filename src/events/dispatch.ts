import type { BusMessages, BusTopic } from './types.js';

type Listener = (message: BusMessages[BusTopic]) => void;

export interface Dispatch {
  /** Calls every listener of the topic. An error of one goes to `onError`, and the next is called. */
  tell<Topic extends BusTopic>(topic: Topic, message: BusMessages[Topic]): void;
  /** @returns a function that ends the subscription */
  subscribe<Topic extends BusTopic>(topic: Topic, listener: (message: BusMessages[Topic]) => void): () => void;
  clear(): void;
}

/** Creates an emitter. An error in a listener reaches neither the sender nor other listeners. */
export function createDispatch(onError: (error: unknown, topic: BusTopic) => void): Dispatch {
  const listeners = new Map<BusTopic, Set<Listener>>();
  return {
    tell(topic, message) {
      // A copy: a listener may end its own or another subscription.
      for (const listener of [...(listeners.get(topic) ?? [])]) {
        try {
          listener(message);
        } catch (error) {
          onError(error, topic);
        }
      }
    },
    subscribe(topic, listener) {
      // One function may be subscribed twice, so each subscription gets an identity of its own.
      const own: Listener = (message) => listener(message as Parameters<typeof listener>[0]);
      const set = listeners.get(topic) ?? new Set<Listener>();
      listeners.set(topic, set.add(own));
      return () => void set.delete(own);
    },
    clear: () => listeners.clear(),
  };
}
