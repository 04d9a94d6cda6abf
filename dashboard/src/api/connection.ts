import { useSyncExternalStore } from 'react';

/** State of the WebSocket that carries live updates. */
export interface Connection {
  readonly state: 'connecting' | 'live' | 'reconnecting';
  /** When the last frame arrived, in milliseconds; null before the first. */
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
  // Frames are counted without a render: at 500 requests per second each render would cost a frame.
  message: () => {
    lastFrameAt = Date.now();
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The connection's state, as a hook. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => current);
