import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../../context.js';
import { ConflictError, DomainError, UpstreamFailedError } from '../../errors.js';
import type { IdempotencyRow } from '../../stores/idempotency-store.js';
import { isJsonObject } from '../../validate.js';
import { createAttempt, type Attempt } from './create-attempt.js';
import { getCallerId, readIdempotencyKey } from './idempotency-key.js';
import { replay, isSameRequest, type Outcome } from './replay.js';
import { getTurns } from './take-turns.js';

export interface KeyedRequest {
  /** Key as sent by the client. */
  readonly key: string;
  /** Requested operation, such as `PUT /v1/memories/:memory_id/` or `mutation addMemories`. */
  readonly operation: string;
  /** Everything that the response depends on. */
  readonly payload: unknown;
  /** Maximum wait for a running request with the same key, in milliseconds. Default 10,000. */
  readonly waitMs?: number;
}

const waitMs = 10_000;
/** Milliseconds after which an unfinished request counts as crashed. No request takes this long. */
const abandonedMs = 150_000;
const pollMs = 200;

/**
 * Starts a request that must run only once, however often the client sends it.
 * @returns the stored outcome if the request ran before
 * Faults of the key belong to no use case, so they are none of the errors that mutations return as data.
 * @throws DomainError BAD_USER_INPUT for a malformed key; IdempotencyKeyReusedError
 * @throws DomainError CONFLICT if the same request is still running, or its response was too large to store
 */
export async function beginOnce(ctx: AppContext, request: KeyedRequest): Promise<Attempt | Outcome> {
  const place = { callerId: getCallerId(ctx.caller), key: readIdempotencyKey(request.key) };
  const requestHash = await ctx.sealer.fingerprint(requestText(request.operation, request.payload));
  const turns = getTurns(ctx.bus);
  const id = JSON.stringify(place);
  const deadline = performance.now() + (request.waitMs ?? waitMs);
  const left = () => deadline - performance.now();
  for (;;) {
    const isAlone = await turns.wait(id, left());
    const row = await ctx.stores.idempotency.find(place, ctx.now());
    if (row && (isFinal(ctx, row) || !isSameRequest(row, requestHash) || left() <= 0))
      return replay(ctx, row, requestHash);
    if (!row && !isAlone)
      throw new DomainError('CONFLICT', 'A request with this idempotency key is under way.', { retryAfterSeconds: 1 });
    const giveBack = row ? null : turns.take(id);
    if (giveBack) return createAttempt(ctx, { place, requestHash, giveBack });
    if (row) await pause(Math.min(pollMs, Math.max(left(), 0)));
  }
}

/** Returns whether {@link beginOnce} started an attempt instead of returning a stored outcome. */
export function isAttempt(begun: Attempt | Outcome): begun is Attempt {
  return 'finish' in begun;
}

/** Runs `work` once per idempotency key and returns its result, or the stored one. @throws as `work` and `beginOnce` */
export async function runOnce<T>(
  ctx: AppContext,
  request: KeyedRequest,
  work: (ctx: AppContext) => Promise<T>,
): Promise<T> {
  const begun = await beginOnce(ctx, request);
  if (!isAttempt(begun)) return readAnswer<T>(begun);
  try {
    return readAnswer<T>(await finishOrAbandon(begun, work));
  } finally {
    // Memberships cached by this request predate the write.
    ctx.access.forget();
  }
}

async function finishOrAbandon<T>(attempt: Attempt, work: (ctx: AppContext) => Promise<T>): Promise<Outcome> {
  let result: T;
  try {
    result = await work(attempt.ctx);
  } catch (error) {
    // Behind the commit, such an error is the response, for a repeated request too.
    const failure = attempt.isCommitted() ? toFailure(error) : null;
    if (failure) return attempt.finish(failure);
    const isCommitted = attempt.isCommitted();
    const faster = await attempt.abandon();
    if (isCommitted || !faster) throw error;
    return faster;
  }
  return attempt.finish(result);
}

/** What is kept of an error that ended a request after its writes were committed. */
interface KeptFailure {
  readonly failedWith: { readonly code: string; readonly message: string; readonly reason?: string | undefined };
}

function toFailure(error: unknown): KeptFailure | null {
  if (!(error instanceof ConflictError || error instanceof UpstreamFailedError)) return null;
  const { code, message, reason } = error;
  return { failedWith: { code, message, reason } };
}

/** Returns the response of a request, kept or new. @throws the error that it ended with */
function readAnswer<T>({ answer }: Outcome): T {
  const { failedWith } = (answer ?? {}) as Partial<KeptFailure>;
  if (!failedWith) return answer as T;
  const { code, message, reason } = failedWith;
  const details = reason === undefined ? {} : { reason };
  throw code === 'CONFLICT' ? new ConflictError(message, details) : new UpstreamFailedError(message, details);
}

function isFinal({ now }: AppContext, { status, createdAt }: IdempotencyRow): boolean {
  return status === 'DONE' || now().getTime() - createdAt.getTime() > abandonedMs;
}

/** Returns equal text for equal requests: JSON with sorted object keys. Undefined counts as missing. */
function requestText(operation: string, payload: unknown): string {
  return JSON.stringify([operation, payload], (_name, value: unknown) =>
    isJsonObject(value) ? inOrder(value) : value,
  );
}

// `fromEntries` handles `__proto__` as a plain key, which assignment would not.
function inOrder(value: Readonly<Record<string, unknown>>): unknown {
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}
