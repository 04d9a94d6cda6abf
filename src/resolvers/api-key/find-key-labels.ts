import { canAdminister, requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';

/** The use of an API key in a row that the caller may read. */
export interface KeyUse {
  /** User ID of the key's owner. */
  readonly userId: string | null;
  readonly keyPrefix: string | null;
  readonly projectId: string | null;
}

/**
 * Finds the labels of API keys in rows of a log, in one statement. Admins see all labels; others see those of their
 * own keys and of keys that are restricted to the project of the row.
 * @returns the labels in the order of `uses`, null where no label may be shown
 */
export async function findKeyLabels(ctx: AppContext, uses: readonly KeyUse[]): Promise<(string | null)[]> {
  const caller = requireCaller(ctx);
  const asked = uses.flatMap(({ userId, keyPrefix }) => (userId && keyPrefix ? [{ userId, keyPrefix }] : []));
  if (asked.length === 0) return uses.map(() => null);
  const isVisible = (key: { userId: string; projectId: string | null }, { projectId }: KeyUse) =>
    canAdminister(caller) ||
    (key.userId === caller.user?.id && !caller.key?.projectId) ||
    (key.projectId !== null && key.projectId === projectId);
  const keys = await ctx.stores.labels.ofKeys(asked);
  return uses.map((use) => {
    const found = keys.find(({ userId, keyPrefix }) => userId === use.userId && keyPrefix === use.keyPrefix);
    return found && isVisible(found, use) ? found.label : null;
  });
}
