import type { AppContext } from '../../context.js';
import type { EventRow } from '../../stores/event-store.js';
import { getEvent } from './get-event.js';

export interface WaitForEventInput {
  readonly projectId: string;
  readonly id: string;
  /** Maximum time to wait, in milliseconds. */
  readonly limitMs: number;
  /** Polling interval in milliseconds, because messages of other processes may be lost. Default 500. */
  readonly pollMs?: number;
}

/** Waits until an event ends or time is up, and returns it. Holds no connection meanwhile. @throws as `getEvent` */
export async function waitForEvent(ctx: AppContext, input: WaitForEventInput): Promise<EventRow> {
  const deadline = performance.now() + input.limitMs;
  const news = newsOf(ctx, input.id);
  try {
    for (;;) {
      news.reset();
      const event = await getEvent(ctx, input);
      const leftMs = deadline - performance.now();
      if ((event.status !== 'PENDING' && event.status !== 'RUNNING') || leftMs <= 0) return event;
      await news.wait(Math.min(leftMs, input.pollMs ?? 500));
    }
  } finally {
    news.end();
  }
}

interface News {
  /** Clears the notifications received so far. */
  reset(): void;
  /** Resolves when the event has changed since the last reset, or when the time is up. */
  wait(limitMs: number): Promise<void>;
  end(): void;
}

function newsOf(ctx: AppContext, eventId: string): News {
  let hasChanged = false;
  let wake = (): void => undefined;
  const end = ctx.bus.subscribe('eventChanged', (change) => {
    if (change.eventId !== eventId) return;
    hasChanged = true;
    wake();
  });
  return {
    reset() {
      hasChanged = false;
    },
    wait: (limitMs) =>
      new Promise((resolve) => {
        if (hasChanged) return resolve();
        const timer = setTimeout(resolve, limitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end,
  };
}
