import { runThrottled } from '@memory-gateway/load';
import { embedLongTexts, type Embedder } from '@memory-gateway/models';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';

/** How far the vectors of a space were renewed. Kept among the settings. */
interface Renewal {
  readonly embedder: string;
  /** Version of the model's reading that the vectors are renewed for. */
  readonly version: number;
  /** Id of the last memory that was looked at. Null before the first one. */
  readonly after: string | null;
  readonly isDone: boolean;
}

const batchSize = 256;

/**
 * Renews the vectors of memories in languages that the built-in model reads in another way than the version of the server that stored them.
 * Goes on where an earlier round ended. A vector stays until its new one is there. @returns the number of renewed vectors
 */
export async function renewVectors(
  services: Services,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { embedder } = services;
  if (!embedder?.reading) return 0;
  let renewed = 0;
  await runThrottled(signal, async () => {
    const renewal = await readRenewal(services, embedder);
    if (renewal.isDone) return false;
    renewed += await renewBatch(services, embedder, { renewal, signal });
    return true;
  });
  if (renewed > 0) services.log.info({ embedder: embedder.id, renewed }, 'vectors of other languages renewed');
  return renewed;
}

async function readRenewal({ stores }: Services, { id, reading }: Embedder): Promise<Renewal> {
  const version = reading?.version ?? 0;
  const found = (await stores.settings.get(['internal.renewal']))['internal.renewal'] as Renewal | undefined;
  return found?.embedder === id && found.version === version
    ? found
    : { embedder: id, version, after: null, isDone: false };
}

async function renewBatch(
  services: Services,
  embedder: Embedder,
  { renewal, signal }: { renewal: Renewal; signal: AbortSignal },
): Promise<number> {
  const number = await services.stores.vectors.embedderId(embedder);
  const rows = await services.stores.reEmbedding.embedded(number, { after: renewal.after, limit: batchSize });
  const stale = rows.filter(({ text }) => embedder.reading?.toEnglish(text) !== text);
  const vectors = stale.length === 0 ? [] : await embedLongTexts(embedder, stale, { signal });
  const fresh = stale.flatMap(({ id, hash }, index) => (vectors[index] ? [{ id, hash, ...vectors[index] }] : []));
  const next = { ...renewal, after: rows.at(-1)?.id ?? renewal.after, isDone: rows.length < batchSize };
  return transact(services, async ({ stores }) => {
    const renewed = await stores.reEmbedding.renew(number, fresh);
    await stores.settings.put('internal.renewal', next, services.now());
    return renewed;
  });
}
