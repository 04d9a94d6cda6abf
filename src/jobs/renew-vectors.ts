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
  readonly startedAt: string;
  readonly isDone: boolean;
}

const batchSize = 64;
/** Time in which servers of the version before may still store memories: a later round looks at these, too. */
const besideMs = 3_600_000;
/** The language of a text shows in its beginning: all of a long one would hold up requests. */
const beginning = 2_000;

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
    const batch = await renewBatch(services, embedder, { renewal, signal });
    renewed += batch.renewed;
    return !batch.isLast;
  });
  if (renewed > 0) services.log.info({ embedder: embedder.id, renewed }, 'vectors of other languages renewed');
  return renewed;
}

async function readRenewal({ stores, now }: Services, { id, reading }: Embedder): Promise<Renewal> {
  const version = reading?.version ?? 0;
  const found = (await stores.settings.get(['internal.renewal']))['internal.renewal'] as Renewal | undefined;
  return found?.embedder === id && found.version === version
    ? found
    : { embedder: id, version, after: null, startedAt: now().toISOString(), isDone: false };
}

async function renewBatch(
  services: Services,
  embedder: Embedder,
  { renewal, signal }: { renewal: Renewal; signal: AbortSignal },
): Promise<{ renewed: number; isLast: boolean }> {
  const number = await services.stores.vectors.embedderId(embedder);
  const rows = await services.stores.reEmbedding.embedded(number, { after: renewal.after, limit: batchSize });
  const stale = rows.filter(({ text }) => isRead(embedder, text.slice(0, beginning)));
  const vectors = stale.length === 0 ? [] : await embedLongTexts(embedder, stale, { signal });
  const fresh = stale.flatMap(({ id, hash }, index) => (vectors[index] ? [{ id, hash, ...vectors[index] }] : []));
  const isLast = rows.length < batchSize;
  const isDone = isLast && services.now().getTime() - Date.parse(renewal.startedAt) >= besideMs;
  return transact(services, async ({ stores }) => {
    const renewed = await stores.reEmbedding.renew(number, fresh);
    const next: Renewal = { ...renewal, after: rows.at(-1)?.id ?? renewal.after, isDone };
    await stores.settings.put('internal.renewal', next, services.now());
    return { renewed, isLast };
  });
}

const isRead = ({ reading }: Embedder, text: string): boolean =>
  reading !== undefined && reading.toEnglish(text) !== text;
