import type { Logger } from 'pino';
import type { ProjectScope } from '../auth/scope.js';
import type { SearchHit } from '../stores/memory/search-hit-store.js';
import { createLinger } from './linger.js';

export interface SearchHitRecorder {
  /** Records that a search found these memories. Returns at once. */
  record(scope: ProjectScope, found: { memoryIds: readonly string[]; query: string; at: Date }): void;
  /** Resolves when all previously recorded hits are stored. */
  flush(): Promise<void>;
}

export interface SearchHitRecorderOptions {
  /** Stores the hits of one project. */
  readonly write: (scope: ProjectScope, hits: readonly SearchHit[]) => Promise<void>;
  readonly log: Logger;
  /** Time in milliseconds that hits wait for others. Default 2,000. */
  readonly lingerMs?: number;
  /** Memories whose hits are buffered. Hits of further memories are dropped until the next write. Default 500. */
  readonly bufferMax?: number;
}

interface ProjectHits {
  readonly scope: ProjectScope;
  readonly byMemory: Map<string, SearchHit>;
}

/**
 * Creates a recorder that joins the hits of two seconds to one row per memory and one statement per project. The buffer
 * bounds the load on the database: under many searches, some hits are not counted.
 */
export function createSearchHitRecorder(options: SearchHitRecorderOptions): SearchHitRecorder {
  const { write, log, lingerMs = 2_000, bufferMax = 500 } = options;
  let buffer = new Map<string, ProjectHits>();
  let buffered = 0;
  async function store(projects: readonly ProjectHits[]): Promise<void> {
    for (const { scope, byMemory } of projects) {
      await write(scope, [...byMemory.values()]).catch((error: unknown) => {
        log.warn({ err: error }, 'Recording search hits failed; they are not counted.');
      });
    }
  }
  const linger = createLinger(lingerMs, () => {
    const taken = [...buffer.values()];
    buffer = new Map();
    buffered = 0;
    return taken.length === 0 ? null : () => store(taken);
  });
  return {
    flush: linger.flush,
    record(scope, { memoryIds, query, at }) {
      const project = buffer.get(scope.projectId) ?? { scope, byMemory: new Map<string, SearchHit>() };
      for (const memoryId of memoryIds) {
        const known = project.byMemory.get(memoryId);
        if (!known && buffered >= bufferMax) continue;
        if (!known) buffered += 1;
        project.byMemory.set(memoryId, addHit(known ?? { memoryId, count: 0, at, queries: [] }, query, at));
      }
      if (project.byMemory.size > 0) buffer.set(scope.projectId, project);
      linger.begin();
    },
  };
}

function addHit({ memoryId, count, queries }: SearchHit, query: string, at: Date): SearchHit {
  const same = queries.find((one) => one.query === query);
  const others = queries.filter((one) => one !== same);
  return {
    memoryId,
    count: count + 1,
    at,
    queries: [{ query, count: (same?.count ?? 0) + 1, at: at.getTime() }, ...others],
  };
}
