import { GatewayError } from './errors.js';

/** How requests are repeated that did not get through. */
export interface RetryOptions {
  /** Attempts in all. Default 4. */
  readonly attempts?: number;
  /** Milliseconds before a retry, counted from 1. Default: doubling from a quarter of a second to 8 seconds, with a random part. */
  readonly delayMs?: (retry: number) => number;
}

/** The parts of a document that decide whether it may be repeated. */
interface RetriedOperation {
  readonly query: string;
  readonly variables?: Record<string, unknown> | undefined;
}

const mayPass: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED']);
// The server runs these again although they have the same key.
const session = /\b(?:login|logout|refreshSession|registerFirstAdmin)\s*\(/;

/**
 * Sends an operation, and again while the server cannot be reached, is overloaded or limits the rate. A mutation is repeated only
 * if its document has the variable `$idempotencyKey`: all attempts then share one key, so the server runs the mutation once.
 * @throws the error of the last attempt
 */
export async function sendWithRetries<Operation extends RetriedOperation>(
  operation: Operation,
  { attempts = 4, delayMs = defaultDelayMs, signal }: RetryOptions & { readonly signal?: AbortSignal | undefined },
  send: (operation: Operation) => Promise<unknown>,
): Promise<unknown> {
  const repeatable = toRepeatable(operation);
  if (repeatable === null) return send(operation);
  for (let retry = 1; ; retry += 1) {
    try {
      return await send(repeatable);
    } catch (error) {
      if (!(error instanceof GatewayError) || !mayPass.has(error.code) || retry >= attempts) throw error;
      const waitMs = Math.max(delayMs(retry), 1_000 * (error.retryAfterSeconds ?? 0));
      await pause(waitMs, signal);
    }
  }
}

/** Returns the operation as each attempt sends it; null for one that must not be repeated. */
function toRepeatable<Operation extends RetriedOperation>(operation: Operation): Operation | null {
  const { query, variables } = operation;
  if (/\b(query|mutation|subscription)\b/.exec(query)?.[1] !== 'mutation') return operation;
  if (!/\$idempotencyKey\b/.test(query) || session.test(query)) return null;
  const idempotencyKey = variables?.['idempotencyKey'] ?? createKey();
  return { ...operation, variables: { ...variables, idempotencyKey } };
}

// `crypto.randomUUID` is missing on pages that were not loaded over HTTPS.
const createKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Waits, at most until the signal aborts. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    if (signal?.aborted) finish();
    else signal?.addEventListener('abort', finish);
  });
}

function defaultDelayMs(retry: number): number {
  return Math.min(250 * 2 ** (retry - 1), 8_000) * (0.75 + Math.random() / 2);
}
