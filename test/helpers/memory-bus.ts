import type { Bus, BusMessages, BusTopic } from '../../src/events/types.js';

/** What was told on a bus, in order. */
export interface Told {
  readonly topic: BusTopic;
  readonly message: BusMessages[BusTopic];
}

/** A bus inside one process that remembers what it was told, except rows of the audit log. */
export interface MemoryBus extends Bus {
  readonly told: readonly Told[];
}

type Listener = (message: BusMessages[BusTopic]) => void;

/** A bus without a database: messages of a transaction are told when it has committed. */
export function createMemoryBus(): MemoryBus {
  const told: Told[] = [];
  const listeners = new Map<BusTopic, Set<Listener>>();
  const tell = <Topic extends BusTopic>(topic: Topic, message: BusMessages[Topic]): void => {
    // Every audited change announces its row: tests state the other messages.
    if (topic !== 'auditLogged') told.push({ topic, message });
    for (const listener of [...(listeners.get(topic) ?? [])]) listener(message);
  };
  return {
    told,
    async publish(topic, message) {
      tell(topic, message);
    },
    async publishIn(tx, topic, message) {
      tx.afterCommit(() => tell(topic, message));
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set<Listener>();
      listeners.set(topic, set.add(listener as Listener));
      return () => set.delete(listener as Listener);
    },
    async close() {
      listeners.clear();
    },
  };
}
