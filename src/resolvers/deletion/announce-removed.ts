import type { ProjectScope } from '../../auth/scope.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { notifyWebhooks } from '../webhook/notify-webhooks.js';

/** Maximum number of ids per bus message, which is limited to 8 kB. */
const announcedAtOnce = 150;

/** Announces removed memories on the bus and to webhooks when the transaction commits. */
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
