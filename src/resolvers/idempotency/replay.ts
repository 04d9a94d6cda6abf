import type { AppContext } from '../../context.js';
import { ConflictError, IdempotencyKeyReusedError } from '../../errors.js';
import type { IdempotencyRow } from '../../stores/idempotency/idempotency-store.js';
import { openAnswer } from './seal-answer.js';

export interface Outcome {
  readonly answer: unknown;
  readonly isReplay: boolean;
}

/** Whether a row was made by a request with this fingerprint. */
export function isSameRequest({ requestHash }: IdempotencyRow, fingerprint: Buffer): boolean {
  return fingerprint.equals(requestHash);
}

/** The answer that is kept. @throws IdempotencyKeyReusedError when it is another request's; ConflictError when it was too large to keep */
export async function replay({ sealer }: AppContext, row: IdempotencyRow, fingerprint: Buffer): Promise<Outcome> {
  if (!isSameRequest(row, fingerprint)) throw new IdempotencyKeyReusedError();
  if (!row.response)
    throw new ConflictError('This request was carried out already. Its answer was too large to be kept.');
  return { answer: await openAnswer(sealer, row.response), isReplay: true };
}
