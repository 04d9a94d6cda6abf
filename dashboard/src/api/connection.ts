import { useSyncExternalStore } from 'react';

/** State of the connection to the server. All parts of the shell show this one state. */
export interface Connection {
  /** `reconnecting`: the socket is closed, `offline`: the server does not answer over HTTP either, or has lost its database. */
  readonly state: 'connecting' | 'live' | 'reconnecting' | 'offline';
  /** Number of times that the server answered again. A new value reads everything on screen again. */
  readonly recoveries: number;
}

const probeEveryMs = 1_000;
const checkEveryMs = 5_000;
const socketLimitMs = 5_000;
const probeLimitMs = 2_000;

let current: Connection = { state: 'connecting', recoveries: 0 };
let lastFrameAt: number | null = null;
let isSocketOpen = false;
let isAsking = false;
let checks = 0;
let answered = Promise.resolve();
const listeners = new Set<() => void>();

function set(state: Connection['state'], recoveries = current.recoveries): void {
  if (state === current.state && recoveries === current.recoveries) return;
  current = { state, recoveries };
  for (const listener of listeners) listener();
}

/** Says that the server answers again, so that everything on screen is read again: a change may have been missed. */
const recover = (state: Connection['state']): void => set(state, current.recoveries + 1);

/** Records that the socket is ready. */
export function noteOpen(): void {
  isSocketOpen = true;
  checks ||= window.setInterval(() => document.hidden || void checkServer(), checkEveryMs);
  if (current.state === 'connecting') set('live');
  else recover('live');
}

/** Records that the socket closed. */
export function noteClosed(): void {
  isSocketOpen = false;
  noteFailure();
}

/** Records a message of the server. It does not render: at 500 requests per second, rendering each one would drop frames. */
export const noteFrame = (): void => {
  lastFrameAt = Date.now();
};

/** Records that a request had no response. Asks the server until it answers. */
export function noteFailure(): void {
  if (current.state === 'live') set('reconnecting');
  if (!isAsking) void probe();
}

/** Asks whether a server with an open socket has live updates: without its database, the socket stays open. */
export async function checkServer(): Promise<void> {
  if (current.state === 'live' && (await askServer()) === 'without-database') noteFailure();
}

async function probe(): Promise<void> {
  await (answered = untilAnswer());
  if (current.state === 'live') return;
  // One lost request does not close the socket.
  if (isSocketOpen) {
    recover('live');
    return;
  }
  set('reconnecting');
  // The socket opens at once, unless a proxy blocks sockets.
  await new Promise((resolve) => window.setTimeout(resolve, socketLimitMs));
  if (current.state === 'reconnecting') recover('reconnecting');
}

async function untilAnswer(): Promise<void> {
  isAsking = true;
  for (;;) {
    // Counts from the start of the question: a server that refuses in time is asked every second, a slow one always.
    const pause = new Promise((resolve) => window.setTimeout(resolve, probeEveryMs));
    if ((await askServer()) === 'ready') break;
    if (current.state !== 'live') set('offline');
    await pause;
  }
  isAsking = false;
}

/** Resolves when the server answers over HTTP. At once, unless a failure was noted. */
export const waitForServer = (): Promise<void> => answered;

/** Returns whether the server answers in time and can hear of changes in its database. */
async function askServer(): Promise<'ready' | 'without-database' | 'away'> {
  try {
    const response = await fetch('/ready', { cache: 'no-store', signal: AbortSignal.timeout(probeLimitMs) });
    const { checks: states } = (await response.json()) as { checks: { notifications?: string } };
    return states.notifications === 'failed' ? 'without-database' : 'ready';
  } catch {
    return 'away';
  }
}

/** Returns the time of the last frame in milliseconds, or null before the first one. */
export const getLastFrameAt = (): number | null => lastFrameAt;

/** Calls back after each recovery. @returns a function that stops this */
export function onRecovery(callback: () => void): () => void {
  let known = current.recoveries;
  return subscribe(() => {
    if (current.recoveries === known) return;
    known = current.recoveries;
    callback();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => current);
