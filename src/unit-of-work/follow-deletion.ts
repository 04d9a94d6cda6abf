import type { MovedMemories } from '../stores/correction/replaced-state.js';
import type { UnitOfWork } from './transact.js';

type ProjectScope = Parameters<UnitOfWork['stores']['memoryLinks']['followDeletion']>[0];

/**
 * Makes memories current again that only memories of a deletion replaced, or restores the former state after an undo. Call it after memories
 * were hidden or came back, and before they are removed, because their links go with them.
 */
export async function followDeletion(unit: UnitOfWork, scope: ProjectScope, moved: MovedMemories): Promise<void> {
  const memoryIds = await unit.stores.memoryLinks.followDeletion(scope, moved);
  if (memoryIds.length > 0)
    await unit.announce('memoryChanged', { projectId: scope.projectId, memoryIds, change: 'UPDATE' });
}
