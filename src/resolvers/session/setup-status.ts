import type { AppContext } from '../../context.js';

/** Returns whether the installation needs its first admin. Requires no credential. */
export async function setupStatus(ctx: AppContext): Promise<{ needsSetup: boolean }> {
  return { needsSetup: (await ctx.stores.users.oldestAdmin()) === null };
}
