import { createContext, type AppContext } from '../../context.js';
import { guarded } from '../../events/guarded.js';
import type { WebhookDeliveryRow } from '../../stores/webhook/webhook-delivery-store.js';
import { authorizeWebhook } from './get-webhook.js';

/** Deliveries that wait for a slow reader; the oldest are left out beyond that. */
const bufferMax = 1_000;

/**
 * The deliveries of a webhook, each time an attempt has ended. A reader that is slow gets the latest state of each once.
 * @throws NotFoundError, ForbiddenError; also later, when the reader may no longer read
 */
export async function watchDeliveries(
  ctx: AppContext,
  input: { webhookId: string },
): Promise<AsyncIterableIterator<WebhookDeliveryRow>> {
  const scope = await authorizeWebhook(ctx, 'webhook:read', input.webhookId);
  const check = async () => {
    const caller = await ctx.recheck();
    // A new context: the memberships of the old one are remembered from its beginning.
    await authorizeWebhook(createContext(ctx, { caller, requestId: ctx.requestId }), 'webhook:read', input.webhookId);
  };
  const read = (id: string) => ctx.stores.webhookDeliveries.get(scope, id);
  const { user, key } = ctx.caller;
  return guarded(changes(ctx, input.webhookId, read), {
    check,
    everyMs: ctx.config.auth.recheckMs,
    bus: ctx.bus,
    reader: { userId: user?.id ?? null, keyId: key?.id ?? null },
  });
}

type Read = (id: string) => Promise<WebhookDeliveryRow | null>;

function changes({ bus }: AppContext, webhookId: string, read: Read): AsyncIterableIterator<WebhookDeliveryRow> {
  const waiting = new Set<string>();
  let wake: (() => void) | null = null;
  let isOver = false;
  const unsubscribe = bus.subscribe('webhookDelivered', (message) => {
    if (message.webhookId !== webhookId) return;
    waiting.add(message.deliveryId);
    if (waiting.size > bufferMax) for (const oldest of [...waiting].slice(0, 1)) waiting.delete(oldest);
    wake?.();
  });
  const end = async (): Promise<IteratorResult<WebhookDeliveryRow>> => {
    isOver = true;
    unsubscribe();
    wake?.();
    return { done: true, value: undefined };
  };
  return {
    async next() {
      while (!isOver) {
        const [id] = waiting;
        if (id === undefined) {
          await new Promise<void>((resolve) => (wake = resolve));
          continue;
        }
        waiting.delete(id);
        const value = await read(id);
        if (value) return { done: false, value };
      }
      return { done: true, value: undefined };
    },
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
