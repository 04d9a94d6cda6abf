import type { ProjectScope } from '../../auth/scope.js';
import type { ImportedMemory } from '../../stores/import/import-store.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { dedupeKey } from '../memory/fact-claims.js';
import { toUuid } from './read-foreign-memory.js';

interface Records {
  readonly rows: readonly ImportedMemory[];
  readonly eventId: string;
  /** Names the file of the import, so that a repeated import tells the same records apart. Null: only this import does. */
  readonly key: string | null;
}

/** Returns the records that were not imported before. */
export async function selectFresh(
  { stores: { imports } }: UnitOfWork,
  scope: ProjectScope,
  { rows, eventId, key }: Records,
): Promise<ImportedMemory[]> {
  const found = await imports.known(
    'memory',
    rows.map(({ id }) => id),
  );
  const known = new Set(found.map(({ sourceId }) => sourceId));
  const first = known.size > 0 ? await imports.firstTexts(scope, [...known], { eventId, key }) : [];
  const seen = new Map(first.map(({ id, text, ...owners }) => [id, dedupeKey(owners, text).toString('hex')]));
  // Another import stored these ids, of a source that may have changed since: the records are known.
  const separate = rows.map((row) => (known.has(row.id) && !seen.has(row.id) ? row : separateRecord(row, seen)));
  const others = separate.filter((row, index) => row !== rows[index]).map(({ id }) => id);
  if (others.length > 0) for (const { sourceId } of await imports.known('memory', others)) known.add(sourceId);
  return separate.filter(({ id }) => !known.has(id) && known.add(id));
}

/**
 * Gives a record another id, the same each time, if its id belongs to a record with another text or owner.
 * @param seen digests of the first record of each id. The function adds to it
 */
export function separateRecord(row: ImportedMemory, seen: Map<string, string>): ImportedMemory {
  const digest = row.dedupeKey.toString('hex');
  const first = seen.get(row.id) ?? digest;
  seen.set(row.id, first);
  return first === digest ? row : { ...row, id: toUuid([row.id, digest]) };
}
