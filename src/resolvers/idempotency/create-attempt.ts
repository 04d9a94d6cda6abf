import { createContext, type AppContext } from '../../context.js';
import { ConflictError } from '../../errors.js';
import {
  idempotencyStore,
  type IdempotencyPlace,
  type IdempotencyRow,
} from '../../stores/idempotency/idempotency-store.js';
import { createStores } from '../../stores/create-stores.js';
import { holdTransaction } from '../../stores/database/held-transaction.js';
import { idempotencyKeyMs } from './idempotency-key.js';
import { sealAnswer } from './seal-answer.js';
import { replay, isSameRequest, type Outcome } from './replay.js';

/** A request that is carried out for the first time. Exactly one of `finish` and `abandon` ends it. */
export interface Attempt {
  /** What the use cases must be given: what they write becomes final with the answer and not before. */
  readonly ctx: AppContext;
  /** Commits what was written together with the answer. When an equal request was faster, everything is taken back and its answer given. */
  finish(answer: unknown): Promise<Outcome>;
  /** Takes back what was written. @returns the answer of an equal request that was faster, which explains the failure; null: the key is free */
  abandon(): Promise<Outcome | null>;
  /** Commits what was written before there is an answer, with one to fall back on should it never come. */
  commitWith(fallback: unknown): Promise<void>;
  /** Whether something was committed: from then on a failure is an answer, too. */
  readonly isCommitted: () => boolean;
}

export interface AttemptInput {
  readonly place: IdempotencyPlace;
  readonly requestHash: Buffer;
  /** Lets the next request with this key go on. */
  readonly giveBack: () => void;
}

const attempts = new WeakMap<AppContext, Attempt>();

/** The attempt to which a context belongs; undefined without a key. For what has to wait for its own writes to take effect. */
export function findAttempt(ctx: AppContext): Attempt | undefined {
  return attempts.get(ctx);
}

/** Begins an attempt. */
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
    ctx: createContext({ ...ctx, database: held.database, stores: createStores(held.database, held.database) }, ctx),
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

/** An equal request, in another process, kept its answer first. */
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

/** What was written stands, so a failure to keep its answer must not make it look undone. */
async function complete(ctx: AppContext, place: IdempotencyPlace, answer: unknown): Promise<void> {
  try {
    await ctx.stores.idempotency.complete(place, await sealAnswer(ctx.sealer, answer), ctx.now());
  } catch (error) {
    ctx.log.warn(
      { err: error },
      'The answer to a request with an idempotency key was not kept; the one to fall back on stands.',
    );
  }
}

async function otherAnswer(ctx: AppContext, requestHash: Buffer, row: IdempotencyRow | null): Promise<Outcome> {
  if (!row) throw new ConflictError('A request with this idempotency key is under way.', { retryAfterSeconds: 1 });
  return replay(ctx, row, requestHash);
}
