import type { ProjectScope } from '../../auth/scope.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { notifyWebhooks } from '../webhook/notify-webhooks.js';

/** Maximum number of ids per bus message, which is limited to 8 kB. */
const announcedAtOnce = 150;

/** Announces changed memories on the bus when the transaction commits. */
export async function announceMemories(
  unit: UnitOfWork,
  { projectId }: ProjectScope,
  { memoryIds, change }: { memoryIds: readonly string[]; change: 'ADD' | 'DELETE' },
): Promise<void> {
  for (let start = 0; start < memoryIds.length; start += announcedAtOnce)
    await unit.announce('memoryChanged', {
      projectId,
      memoryIds: memoryIds.slice(start, start + announcedAtOnce),
      change,
    });
}

/** Announces removed memories on the bus and to webhooks when the transaction commits. */
export async function announceRemoved(
  unit: UnitOfWork,
  scope: ProjectScope,
  { removed, now }: { removed: readonly { readonly id: string; readonly text: string }[]; now: Date },
): Promise<void> {
  const memoryIds = removed.map(({ id }) => id);
  await announceMemories(unit, scope, { memoryIds, change: 'DELETE' });
  const changes = removed.map(({ id, text }) => ({ type: 'memory_delete', memoryId: id, memory: text }) as const);
  await notifyWebhooks(unit, scope, { changes, now });
}
