import { catchUp, type AppContext } from '../../context.js';
import { DomainError, IdempotencyKeyReusedError } from '../../errors.js';
import type { IdempotencyRow } from '../../stores/idempotency-store.js';
import { openAnswer } from './seal-answer.js';

export interface Outcome {
  readonly answer: unknown;
  readonly isReplay: boolean;
}

export function isSameRequest({ requestHash }: IdempotencyRow, fingerprint: Buffer): boolean {
  return fingerprint.equals(requestHash);
}

/** Returns the stored outcome. @throws IdempotencyKeyReusedError for another request; DomainError CONFLICT if too large */
export async function replay(ctx: AppContext, row: IdempotencyRow, fingerprint: Buffer): Promise<Outcome> {
  if (!isSameRequest(row, fingerprint)) throw new IdempotencyKeyReusedError();
  if (!row.response)
    throw new DomainError('CONFLICT', 'This request was carried out already. Its answer was too large to be kept.');
  // The first request may have run elsewhere.
  await catchUp(ctx);
  return { answer: await openAnswer(ctx.sealer, row.response), isReplay: true };
}
