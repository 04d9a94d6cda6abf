import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import type { WebhookRow } from '../../stores/webhook/webhook-store.js';

/** Lists the webhooks of a project, oldest first. */
export async function listWebhooks(
  ctx: AppContext,
  input: PageArgs & { projectId: string },
): Promise<Page<WebhookRow>> {
  const window = pageWindow(input);
  const scope = await enterProject(ctx, 'webhook:read', input.projectId);
  return toTimedPage(window, await ctx.stores.webhooks.list(scope, window), () => ctx.stores.webhooks.count(scope));
}
