import type { Bus, BusMessages, BusTopic } from '../../src/events/types.js';

/** A published message. */
interface Told {
  readonly topic: BusTopic;
  readonly message: BusMessages[BusTopic];
}

/** An in-process bus that records messages in order, except those of the audit log. */
export interface MemoryBus extends Bus {
  readonly told: readonly Told[];
}

type Listener = (message: BusMessages[BusTopic]) => void;

/** Creates a bus without a database. Messages of a transaction are delivered when it commits. */
export function createMemoryBus(): MemoryBus {
  const told: Told[] = [];
  const listeners = new Map<BusTopic, Set<Listener>>();
  const tell = <Topic extends BusTopic>(topic: Topic, message: BusMessages[Topic]): void => {
    // Every audited change announces its row; tests assert the other messages.
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
    notifications: { fault: () => null, check: () => Promise.resolve() },
    async close() {
      listeners.clear();
    },
  };
}
