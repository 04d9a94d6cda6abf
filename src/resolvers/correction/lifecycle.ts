import type { ProjectScope } from '../../auth/scope.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import type { MemoryLinkRow } from '../../stores/correction/memory-link.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { toHistory } from '../memory/to-history.js';

export interface DecidedLink {
  readonly link: MemoryLinkRow;
  readonly changedBy: string;
  /** Event that decided the link. Null if a person decided. */
  readonly eventId: string | null;
  readonly now: Date;
}

/** Marks the older memory of a confirmed link as superseded or merged, or restores it after another decision. */
export async function changeLifecycle(
  unit: UnitOfWork,
  scope: ProjectScope,
  { link, changedBy, eventId, now }: DecidedLink,
): Promise<void> {
  const older = await unit.stores.memories.lock(scope, link.olderId);
  if (!older) return;
  const next = await findNextState(unit, scope, { older, link });
  if (next.lifecycleState === older.lifecycleState && next.replacedBy === older.replacedBy) return;
  await unit.stores.memories.setLifecycle(scope, older.id, { ...next, updatedAt: now });
  const newer = next.replacedBy === null ? null : await unit.stores.memories.get(scope, next.replacedBy);
  const texts = { oldMemory: older.text, newMemory: newer?.text ?? older.text };
  const event = eventOf(next.lifecycleState);
  await unit.stores.history.insert(scope, [toHistory(older, { event, ...texts, changedBy, eventId, createdAt: now })]);
  await unit.announce('memoryChanged', { projectId: scope.projectId, memoryIds: [older.id], change: 'UPDATE' });
}

type LifecycleState = Pick<MemoryRow, 'lifecycleState' | 'replacedBy'>;

async function findNextState(
  unit: UnitOfWork,
  scope: ProjectScope,
  { older, link }: { older: MemoryRow; link: MemoryLinkRow },
): Promise<LifecycleState> {
  if (link.status === 'CONFIRMED') return toState(link);
  // Another link may have replaced it since.
  if (older.replacedBy !== link.newerId) return older;
  const other = await unit.stores.memoryLinks.confirmedOf(scope, older.id);
  return other ? toState(other) : { lifecycleState: 'active', replacedBy: null };
}

function toState({ relation, newerId }: MemoryLinkRow): LifecycleState {
  return { lifecycleState: relation === 'MERGES' ? 'merged' : 'superseded', replacedBy: newerId };
}

function eventOf(state: string): 'SUPERSEDE' | 'MERGE' | 'RESTORE' {
  if (state === 'merged') return 'MERGE';
  return state === 'superseded' ? 'SUPERSEDE' : 'RESTORE';
}
