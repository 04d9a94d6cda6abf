import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { UpstreamFailedError } from '../errors.js';
import { embedLongTexts, type Embedder, isFinalFailure } from '@memory-gateway/models';
import type { UnembeddedMemory } from '../stores/search/re-embedding-store.js';
import { runThrottled } from '@memory-gateway/load';

/** How filling ended: every memory has a vector, time ran out, or another embedder replaced this one. */
export type Filled = 'complete' | 'timeUp' | 'superseded';

export interface Filling {
  readonly embedder: Embedder;
  readonly number: number;
  readonly skipped: Set<string>;
  readonly until: number;
  readonly signal: AbortSignal;
  readonly onSaved: (saved: number) => Promise<void>;
  readonly isWanted: () => Promise<boolean>;
}

export const batchSize = 64;
/** Pause after a pass that stored nothing, because other transactions have locked what it found. */
const lockedPauseMs = 1_000;
/** More rejected texts indicate a problem that is not caused by the texts. */
const skippedMax = 20;

/** Embeds memories until a whole pass finds none without a vector. No transaction is open while texts are embedded. */
export async function fillVectors(services: Services, filling: Filling): Promise<Filled> {
  const { number, skipped, signal } = filling;
  const { missing } = services.stores.reEmbedding;
  let after: string | null = null;
  let saved = 0;
  let savedBefore = 0;
  let found = 0;
  let end: Filled = 'complete';
  await runThrottled(signal, async () => {
    if (performance.now() > filling.until) end = 'timeUp';
    else if (!(await filling.isWanted())) end = 'superseded';
    if (end !== 'complete') return false;
    const rows: UnembeddedMemory[] = await missing(number, { after, limit: batchSize });
    const open = rows.filter(({ id }) => !skipped.has(id));
    if (rows.length === 0) {
      // A pass that found memories is followed by another one, for memories added or changed since.
      if (found === 0) return false;
      // The next pass embeds the same texts again, which a provider charges for.
      if (saved === savedBefore) await wait(lockedPauseMs, undefined, { signal }).catch(() => undefined);
      [after, found, savedBefore] = [null, 0, saved];
      return true;
    }
    after = rows.at(-1)?.id ?? null;
    if (open.length === 0) return true;
    found += open.length;
    saved += await embedBatch(services, filling, open);
    if (skipped.size > skippedMax && skipped.size > saved)
      throw new UpstreamFailedError('The embedding model refuses the texts of the memories.', {
        reason: 'provider_bad_request',
      });
    await filling.onSaved(saved);
    return true;
  });
  return end;
}

/** @returns the number of stored vectors */
async function embedBatch(services: Services, filling: Filling, rows: readonly UnembeddedMemory[]): Promise<number> {
  const { embedder, number, signal, skipped } = filling;
  const save = async (given: readonly UnembeddedMemory[]) => {
    const vectors = await embedLongTexts(embedder, given, { signal });
    const fresh = given.flatMap(({ id, hash }, index) => (vectors[index] ? [{ id, hash, ...vectors[index] }] : []));
    return transact(services, ({ stores }) => stores.reEmbedding.save(number, fresh));
  };
  try {
    return await save(rows);
  } catch (error) {
    if (!(error instanceof UpstreamFailedError) || error.reason !== 'provider_bad_request') throw error;
  }
  // Retries texts one by one, so that one rejected text does not block the others.
  let saved = 0;
  for (const row of rows) {
    try {
      saved += await save([row]);
    } catch (error) {
      if (!isFinalFailure(error) || (error as UpstreamFailedError).reason !== 'provider_bad_request') throw error;
      services.log.warn(
        { err: error, memoryId: row.id },
        'The embedding model refuses the text of a memory: it will be found by its words only.',
      );
      skipped.add(row.id);
    }
    if (skipped.size > skippedMax && skipped.size > saved) break;
  }
  return saved;
}
