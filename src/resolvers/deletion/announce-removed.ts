import type { ProjectScope } from '../../auth/scope.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { notifyWebhooks } from '../webhook/notify-webhooks.js';

/** Announces removed memories on the bus and to webhooks when the transaction commits. */
export async function announceRemoved(
  unit: UnitOfWork,
  scope: ProjectScope,
  { removed, now }: { removed: readonly { readonly id: string; readonly text: string }[]; now: Date },
): Promise<void> {
  const memoryIds = removed.map(({ id }) => id);
  if (memoryIds.length > 0)
    await unit.announce('memoryChanged', { projectId: scope.projectId, memoryIds, change: 'DELETE' });
  const changes = removed.map(({ id, text }) => ({ type: 'memory_delete', memoryId: id, memory: text }) as const);
  await notifyWebhooks(unit, scope, { changes, now });
}
