import type { ProjectScope } from '../../auth/scope.js';
import type { ImportedEntity, ImportedMemory } from '../../stores/import/import-store.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { toHistory } from '../memory/to-history.js';
import { entitiesOf } from '../memory/describe-facts.js';

interface NewRows {
  readonly rows: readonly ImportedMemory[];
  readonly now: Date;
  /** Event of the import, for the history. */
  readonly eventId: string;
}

/** Stores imported memories with their history and owners, in the transaction of the caller, and announces them to live streams. */
export async function insertImported(
  unit: UnitOfWork,
  scope: ProjectScope,
  { rows, now, eventId }: NewRows,
): Promise<void> {
  const { stores } = unit;
  const { projectId } = scope;
  const memoryIds = rows.map(({ id }) => id);
  await unit.audit({ action: 'memory.import', targetId: projectId, place: scope, after: { memoryIds } });
  await stores.imports.insertMemories(scope, rows);
  await stores.history.insert(
    scope,
    rows.map((row) => {
      const texts = { oldMemory: null, newMemory: row.text };
      return toHistory(row, {
        event: 'ADD',
        ...texts,
        changedBy: 'import',
        eventId,
        createdAt: earlier(row.createdAt, now),
      });
    }),
  );
  await stores.imports.touchEntities(
    scope,
    rows.flatMap((row) => toPeriods(row, now)),
  );
  await stores.imports.record(
    'memory',
    rows.map(({ id }) => ({ sourceId: id, targetId: id })),
    now,
  );
  await unit.announce('memoryChanged', { projectId, memoryIds, change: 'ADD' });
}

// A file can have times in the future. The history of such a memory would list its creation after later changes, and its entity would hide
// that it is written to now.
const earlier = (time: Date, now: Date): Date => (time < now ? time : now);

function toPeriods({ createdAt, updatedAt, ...memory }: ImportedMemory, now: Date): ImportedEntity[] {
  const period = { from: earlier(createdAt, now), to: earlier(updatedAt, now) };
  return entitiesOf(memory).map((entity) => ({ ...entity, ...period }));
}
