import { isAborted } from './database-errors.js';

/**
 * Waits for statements of one transaction that were sent without waiting for each other, so that they share round trips.
 * Rejects after all of them have ended, because none may run when the transaction is over: with the error that made the others fail. None may
 * change the role of the transaction (`runAsOwner`), because the others would run under it.
 */
export async function inOneTurn<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  const ended = await Promise.allSettled(statements);
  const cause = ended.find((one) => one.status === 'rejected' && !isAborted(one.reason));
  if (cause?.status === 'rejected') throw cause.reason;
  return Promise.all(statements);
}
