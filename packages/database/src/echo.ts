import { randomUUID } from 'node:crypto';

const everyMs = 60_000;
const limitMs = 10_000;

export interface Echo {
  /** Takes a payload of this process's own echo. @returns false if it is none */
  hear(payload: string): boolean;
  /** Why notifications do not arrive. Null: the last one did. */
  fault(): string | null;
  /** Sends a notification and waits for it. */
  check(): Promise<void>;
  close(): void;
}

interface EchoOptions {
  /** Sends a payload to every process, on the way of all messages. */
  readonly send: (payload: string) => Promise<unknown>;
  readonly onFault: (fault: string) => void;
  readonly onRecovery: () => void;
}

const noEcho =
  'Notifications that this process sends do not come back. DATABASE_DIRECT_URL must reach the database of DATABASE_URL without a pooler that shares sessions.';

/**
 * Sends a notification to its own process at once and every minute. Behind a pooler that shares sessions, LISTEN succeeds and
 * nothing ever arrives.
 */
export function createEcho({ send, onFault, onRecovery }: EchoOptions): Echo {
  const name = randomUUID();
  let fault: string | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;
  let arrived: () => void = () => undefined;

  function settle(next: string | null): void {
    if (isClosed) return;
    if (next !== null && fault === null) onFault(next);
    if (next === null && fault !== null) onRecovery();
    fault = next;
  }
  // Two at a time would wait for the same echo.
  function check(): Promise<void> {
    running ??= ask().finally(() => (running = null));
    return running;
  }
  async function ask(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const echo = new Promise<boolean>((resolve) => {
      arrived = () => resolve(true);
      timer = setTimeout(() => resolve(false), limitMs);
      timer.unref();
    });
    try {
      await send(JSON.stringify({ echo: name }));
      settle((await echo) ? null : noEcho);
    } catch (error) {
      settle(`Notifications cannot be sent: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      clearTimeout(timer);
    }
  }
  const timer = setInterval(() => void check(), everyMs).unref();
  void check();
  return {
    hear(payload) {
      if (!payload.startsWith('{"echo":')) return false;
      if (payload === JSON.stringify({ echo: name })) arrived();
      return true;
    },
    fault: () => fault,
    check,
    close() {
      isClosed = true;
      clearInterval(timer);
      arrived();
    },
  };
}
