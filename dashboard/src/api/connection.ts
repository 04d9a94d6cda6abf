import { useSyncExternalStore } from 'react';

/** State of the WebSocket that carries live updates. */
export interface Connection {
  readonly state: 'connecting' | 'live' | 'reconnecting';
  /** Time of the last frame in milliseconds. Null before the first frame. */
  readonly lastFrameAt: number | null;
}

let current: Connection = { state: 'connecting', lastFrameAt: null };
let lastFrameAt: number | null = null;
const listeners = new Set<() => void>();

function set(next: Connection): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Event handlers for the WebSocket client. */
export const connectionEvents = {
  connected: () => set({ state: 'live', lastFrameAt }),
  closed: () => set({ state: 'reconnecting', lastFrameAt }),
  // Frames do not cause a render: at 500 requests per second, rendering each one would drop frames.
  message: () => {
    lastFrameAt = Date.now();
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the state of the connection. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => current);
