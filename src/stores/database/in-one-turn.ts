/**
 * Waits for statements of one transaction that were sent without waiting for each other, so that they share round trips.
 * Rejects with the error of the first one that failed, after all of them have ended: none of them may run when the transaction is over. None may change the role of
 * the transaction (`runAsOwner`), because the others would run under it.
 */
export async function inOneTurn<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}
