import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { markDeletions } from '../../auth/mark-deletions.js';
import { transact, type Services } from '../../context.js';
import type { SubjectCounts, SubjectStore } from '../../stores/subject/subject-store.js';
import { openSubject, type SubjectInput } from './subject-scope.js';

/** Vectors say nothing to a person, and exports repeat the memories. */
const exported = [
  'entities',
  'memories',
  'memory_versions',
  'memory_history',
  'memory_links',
  'feedback',
  'profiles',
  'events',
  'webhook_deliveries',
] as const satisfies readonly SubjectStore[];

export type ExportedCounts = Pick<SubjectCounts, (typeof exported)[number]>;

/** Memories whose rows are read at a time. */
const batchSize = 500;

/**
 * Writes everything that a project stores about an entity to a new file, as JSON lines with `store` and `row`. For operator commands:
 * checks no caller. @returns the number of rows by store. @throws NotFoundError, ValidationError, an error if the file exists
 */
export async function exportSubject(
  services: Services,
  { file, ...input }: SubjectInput & { file: string },
): Promise<ExportedCounts> {
  const scope = await openSubject(services, 'export:write', input);
  await markDeletions(services, scope);
  const { type, name } = input;
  const { subjects } = services.stores;
  const ids = await subjects.memoryIds(scope, { type, name });
  const seen = new Map<SubjectStore, Set<string>>(exported.map((store) => [store, new Set()]));
  async function* readLines(): AsyncGenerator<string> {
    for (let start = 0; start === 0 || start < ids.length; start += batchSize)
      for (const store of exported) {
        const batch = { store, ids: ids.slice(start, start + batchSize) };
        for (const row of await subjects.read(scope, { type, name }, batch)) {
          const line = `${JSON.stringify({ store, row })}\n`;
          if (seen.get(store)?.has(line)) continue;
          seen.get(store)?.add(line);
          yield line;
        }
      }
  }
  // An error of the disk rejects here, in the middle of the file too.
  await pipeline(readLines, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  const counts = Object.fromEntries([...seen].map(([store, lines]) => [store, lines.size])) as ExportedCounts;
  await transact(services, ({ audit }) =>
    audit({ action: 'subject.export', targetId: scope.projectId, place: scope, after: { type, counts } }),
  );
  return counts;
}
