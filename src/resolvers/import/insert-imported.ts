import type { ProjectScope } from '../../auth/scope.js';
import { newId } from '../../ids.js';
import type { ImportedEntity, ImportedMemory } from '../../stores/import/import-store.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';

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
    rows.map((row) => ({ ...historyOf(row), eventId })),
  );
  await stores.imports.touchEntities(scope, rows.flatMap(entitiesOf));
  await stores.imports.record(
    'memory',
    rows.map(({ id }) => ({ sourceId: id, targetId: id })),
    now,
  );
}

function historyOf(memory: ImportedMemory) {
  const { userId, agentId, appId, runId, categories, metadata, createdAt } = memory;
  const change = {
    id: newId(),
    memoryId: memory.id,
    event: 'ADD',
    oldMemory: null,
    newMemory: memory.text,
    input: null,
  } as const;
  return { ...change, userId, agentId, appId, runId, categories, metadata, changedBy: 'import', createdAt };
}

function entitiesOf({
  userId,
  agentId,
  appId,
  runId,
  createdAt: from,
  updatedAt: to,
}: ImportedMemory): ImportedEntity[] {
  const owners = [
    ['user', userId],
    ['agent', agentId],
    ['app', appId],
    ['run', runId],
  ] as const;
  return owners.flatMap(([type, name]) => (name === null ? [] : [{ type, name, from, to }]));
}
