import type { ProjectScope } from '../../auth/scope.js';
import type { UnitOfWork } from '../../context.js';
import { notifyWebhooks } from '../webhook/notify-webhooks.js';

/** Ids in one message of the bus, which carries 8 kB. */
const announcedAtOnce = 150;

/** Tells everybody who listens, and the webhooks, of memories that were removed: if and only if the transaction commits. */
export async function announceRemoved(
  unit: UnitOfWork,
  scope: ProjectScope,
  { removed, now }: { removed: readonly { readonly id: string; readonly text: string }[]; now: Date },
): Promise<void> {
  const { projectId } = scope;
  for (let start = 0; start < removed.length; start += announcedAtOnce) {
    const memoryIds = removed.slice(start, start + announcedAtOnce).map(({ id }) => id);
    await unit.announce('memoryChanged', { projectId, memoryIds, change: 'DELETE' });
  }
  const changes = removed.map(({ id, text }) => ({ type: 'memory_delete', memoryId: id, memory: text }) as const);
  await notifyWebhooks(unit, scope, { changes, now });
}
