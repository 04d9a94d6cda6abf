import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { dropVectorIndex } from '../stores/search/vector-index.js';
import { runThrottled } from '@memory-gateway/load';

/** Time that vectors of a former embedder stay, so that switching back is cheap and running requests can finish. */
const graceMs = 24 * 3_600_000;
const batchSize = 1_000;

/** Removes the vectors and indexes of former embedders in batches. @returns the number of removed vectors */
export async function pruneVectors(
  services: Services,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const before = new Date(services.now().getTime() - graceMs);
  let removed = 0;
  for (const { id, name } of await services.stores.reEmbedding.retired(before)) {
    let after: string | null = null;
    let ofThis = 0;
    await runThrottled(signal, async () => {
      const gone = await transact(services, ({ stores }) =>
        stores.reEmbedding.prune(id, { before, after, limit: batchSize }),
      );
      after = gone.at(-1) ?? after;
      ofThis += gone.length;
      return gone.length === batchSize;
    });
    await transact(services, async ({ tx, stores }) => {
      if (!(await stores.reEmbedding.holdRetired(id, before))) return;
      await dropVectorIndex(tx, id);
      await stores.reEmbedding.markPruned(id, before);
    });
    if (ofThis > 0)
      services.log.info({ embedder: name, removed: ofThis }, 'vectors of a former embedding model removed');
    removed += ofThis;
  }
  return removed;
}
