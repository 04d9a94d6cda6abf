import { GatewayError } from './errors.js';

/** Options for retries of failed requests. */
export interface RetryOptions {
  /** Total number of attempts. Default 4. */
  readonly attempts?: number;
  /** Milliseconds before retry number `retry`, from 1. Default: 250 ms, doubled up to 8 seconds, with jitter. */
  readonly delayMs?: (retry: number) => number;
}

/** Parts of an operation that decide whether it can be retried. */
interface RetriedOperation {
  readonly query: string;
  readonly variables?: Record<string, unknown> | undefined;
}

/** Codes of failures that a later attempt may not meet. */
export const mayPass: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED']);
/** Whether a later attempt may succeed. A request with the same key may be under way, and a proxy may not reach the server. */
const isPassing = ({ code, status, requestId, retryAfterSeconds }: GatewayError): boolean =>
  (mayPass.has(code) && Math.floor(status / 100) !== 3) ||
  (code === 'CONFLICT' && retryAfterSeconds !== null) ||
  (code === 'UPSTREAM_FAILED' && requestId === null);
// The server runs these mutations again despite an equal key. `acceptInvitation` does so for a link.
const session = /\b(?:login|logout|refreshSession|registerFirstAdmin|acceptInvitation)\s*\(/;

/**
 * Sends an operation and retries while the server, or a proxy in front of it, is unreachable, overloaded or rate-limiting. Mutations are retried
 * only if their document has the variable `$idempotencyKey`: all attempts share a key, so the server runs the mutation
 * once.
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
      if (!(error instanceof GatewayError) || !isPassing(error) || retry >= attempts) throw error;
      const waitMs = Math.max(delayMs(retry), 1_000 * (error.retryAfterSeconds ?? 0));
      await pause(waitMs, signal);
    }
  }
}

/** Returns the operation to send with each attempt, or null if it must not be retried. */
function toRepeatable<Operation extends RetriedOperation>(operation: Operation): Operation | null {
  const { query, variables } = operation;
  // Also a comment with the word counts: a query that is not retried does less harm than a mutation that runs twice.
  if (!/\bmutation\b/.test(query)) return operation;
  if (!/\$idempotencyKey\b/.test(query) || session.test(query)) return null;
  const idempotencyKey = variables?.['idempotencyKey'] ?? createKey();
  return { ...operation, variables: { ...variables, idempotencyKey } };
}

// Pages without HTTPS lack `crypto.randomUUID`.
const createKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Waits until the time is up or the signal aborts. */
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
