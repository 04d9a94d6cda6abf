import { writeNewFile } from '@memory-gateway/dump-file';
import { markDeletions } from '../../auth/mark-deletions.js';
import type { Services } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { exportedStores, readSubject, type ExportedCounts } from './read-subject.js';
import { openSubject, type SubjectInput } from './subject-scope.js';

/**
 * Writes everything that a project stores about an entity to a new file, as JSON Lines with `store` and `row`. For operator commands:
 * checks no caller. @returns the number of rows by store. @throws NotFoundError, ValidationError, an error if the file exists
 */
export async function exportSubject(
  services: Services,
  { file, ...input }: SubjectInput & { file: string },
): Promise<ExportedCounts> {
  const scope = await openSubject(services, 'export:write', input);
  await markDeletions(services, scope);
  const { type } = input;
  const counts = Object.fromEntries(exportedStores.map((store) => [store, 0])) as Record<keyof ExportedCounts, number>;
  async function* readLines(): AsyncGenerator<string> {
    for await (const { store, line } of readSubject(services, scope, input)) {
      counts[store] += 1;
      yield line;
    }
  }
  await writeNewFile(file, readLines());
  await transact(services, ({ audit }) =>
    audit({ action: 'subject.export', targetId: scope.projectId, place: scope, after: { type, counts } }),
  );
  return counts;
}
