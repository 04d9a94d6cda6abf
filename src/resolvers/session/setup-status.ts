import type { AppContext } from '../../context.js';

/** Whether the installation waits for its first admin. Open to everybody. */
export async function setupStatus(ctx: AppContext): Promise<{ needsSetup: boolean }> {
  return { needsSetup: (await ctx.stores.users.oldestAdmin()) === null };
}
