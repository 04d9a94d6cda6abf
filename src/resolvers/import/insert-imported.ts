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

/** Stores imported memories with their history and owners, in the transaction of the caller. */
export async function insertImported(
  unit: UnitOfWork,
  scope: ProjectScope,
  { rows, now, eventId }: NewRows,
): Promise<void> {
  const { stores } = unit;
  const after = { memoryIds: rows.map(({ id }) => id) };
  await unit.audit({ action: 'memory.import', targetId: scope.projectId, place: scope, after });
  await stores.imports.insertMemories(scope, rows);
  await stores.history.insert(
    scope,
    rows.map((row) => {
      const texts = { oldMemory: null, newMemory: row.text };
      return toHistory(row, { event: 'ADD', ...texts, changedBy: 'import', eventId, createdAt: row.createdAt });
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
}

// A file can have times in the future. An entity that will be written to would hide that it is written to now.
function toPeriods({ createdAt, updatedAt, ...memory }: ImportedMemory, now: Date): ImportedEntity[] {
  const [from, to] = [createdAt, updatedAt].map((time) => (time < now ? time : now)) as [Date, Date];
  return entitiesOf(memory).map((entity) => ({ ...entity, from, to }));
}
