import { createContext, type AppContext } from '../../context.js';
import { ConflictError } from '../../errors.js';
import { idempotencyStore, type IdempotencyPlace, type IdempotencyRow } from '../../stores/idempotency-store.js';
import { createStores } from '../../stores/create-stores.js';
import { holdTransaction } from '@memory-gateway/database';
import { idempotencyKeyMs } from './idempotency-key.js';
import { sealAnswer } from './seal-answer.js';
import { replay, isSameRequest, type Outcome } from './replay.js';

/** The first run of a request. End it with either `finish` or `abandon`. */
export interface Attempt {
  /** Context for use cases. Their writes are committed together with the response. */
  readonly ctx: AppContext;
  /** Commits the writes with the response. If an equal request committed first, rolls back and returns its outcome. */
  finish(answer: unknown): Promise<Outcome>;
  /** Rolls back. @returns the outcome of an equal request that committed first (the cause of the failure), else null */
  abandon(): Promise<Outcome | null>;
  /** Commits the writes before the response is known, with `fallback` as its provisional response. */
  commitWith(fallback: unknown): Promise<void>;
  /** Returns whether the writes were committed. From then on, errors are responses too. */
  readonly isCommitted: () => boolean;
}

export interface AttemptInput {
  readonly place: IdempotencyPlace;
  readonly requestHash: Buffer;
  /** Releases the key for the next request. */
  readonly giveBack: () => void;
}

const attempts = new WeakMap<AppContext, Attempt>();

/** Returns the attempt of a context, or undefined without a key. For code that waits for its own writes. */
export function findAttempt(ctx: AppContext): Attempt | undefined {
  return attempts.get(ctx);
}

/** Creates an attempt with its own open transaction. */
export function createAttempt(ctx: AppContext, { place, requestHash, giveBack }: AttemptInput): Attempt {
  const held = holdTransaction(ctx.database);
  const find = async () => ctx.stores.idempotency.find(place, ctx.now());
  const keep = async (status: IdempotencyRow['status'], answer: unknown) => {
    const response = await sealAnswer(ctx.sealer, answer);
    const createdAt = ctx.now();
    const row = {
      requestHash,
      status,
      response,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + idempotencyKeyMs),
    };
    await held.commit(async (queryable) => {
      if (!(await idempotencyStore(queryable).keep(place, row))) throw new KeptByAnother();
    });
  };
  const attempt: Attempt = {
    ctx: createContext(
      { ...ctx, database: held.database, stores: createStores(held.database, held.database), replica: null },
      ctx,
    ),
    isCommitted: held.isCommitted,
    commitWith: (fallback) => keep('RUNNING', fallback),
    finish: (answer) =>
      ended(giveBack, async () => {
        if (held.isCommitted()) await complete(ctx, place, answer);
        else if (!(await isKept(keep('DONE', answer)))) return otherAnswer(ctx, requestHash, await find());
        return { answer, isReplay: false };
      }),
    abandon: () =>
      ended(giveBack, async () => {
        await held.rollBack();
        const row = await find();
        return row && isSameRequest(row, requestHash) ? replay(ctx, row, requestHash) : null;
      }),
  };
  attempts.set(attempt.ctx, attempt);
  return attempt;
}

/** Thrown if an equal request in another process stored its response first. */
class KeptByAnother extends Error {}

async function isKept(keeping: Promise<void>): Promise<boolean> {
  try {
    await keeping;
    return true;
  } catch (error) {
    if (error instanceof KeptByAnother) return false;
    throw error;
  }
}

async function ended<T>(giveBack: () => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    giveBack();
  }
}

/** Logs failures instead of throwing: the writes are committed, so an error would be misleading. */
async function complete(ctx: AppContext, place: IdempotencyPlace, answer: unknown): Promise<void> {
  try {
    await ctx.stores.idempotency.complete(place, await sealAnswer(ctx.sealer, answer), ctx.now());
  } catch (error) {
    ctx.log.warn(
      { err: error },
      'Storing the response of a request with an idempotency key failed; a repeated request gets the provisional response.',
    );
  }
}

async function otherAnswer(ctx: AppContext, requestHash: Buffer, row: IdempotencyRow | null): Promise<Outcome> {
  if (!row) throw new ConflictError('A request with this idempotency key is under way.', { retryAfterSeconds: 1 });
  return replay(ctx, row, requestHash);
}
