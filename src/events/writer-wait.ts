import { setTimeout as wait } from 'node:timers/promises';

const firstPauseMs = 2;
const longestPauseMs = 100;

/** Returns a function that waits for every transaction that is writing now. Later transactions take higher ids. */
export function createWriterWait(listWriters: () => Promise<string[]>, signal: AbortSignal): () => Promise<void> {
  return async () => {
    let waiting = new Set(await listWriters());
    for (let pauseMs = firstPauseMs; waiting.size > 0 && !signal.aborted;) {
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      waiting = new Set((await listWriters()).filter((writer) => waiting.has(writer)));
    }
  };
}
