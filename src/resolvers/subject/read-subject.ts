import type { ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import type { Subject, SubjectCounts, SubjectStore } from '../../stores/subject/subject-store.js';

/** Vectors say nothing to a person, and exports repeat the memories. */
export const exportedStores = [
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

export type ExportedStore = (typeof exportedStores)[number];
export type ExportedCounts = Pick<SubjectCounts, ExportedStore>;

/** Memories whose rows are read at a time. */
const batchSize = 500;

/** Reads everything that a project stores about an entity, as JSON lines with `store` and `row`. Each row comes once. */
export async function* readSubject(
  services: Services,
  scope: ProjectScope,
  { type, name }: Subject,
): AsyncGenerator<{ store: ExportedStore; line: string }> {
  const { subjects } = services.stores;
  const ids = await subjects.memoryIds(scope, { type, name });
  const seen = new Map<ExportedStore, Set<string>>(exportedStores.map((store) => [store, new Set()]));
  for (let start = 0; start === 0 || start < ids.length; start += batchSize)
    for (const store of exportedStores) {
      const batch = { store, ids: ids.slice(start, start + batchSize) };
      for (const row of await subjects.read(scope, { type, name }, batch)) {
        const line = `${JSON.stringify({ store, row })}\n`;
        if (seen.get(store)?.has(line)) continue;
        seen.get(store)?.add(line);
        yield { store, line };
      }
    }
}
