import { runThrottled } from '@memory-gateway/load';
import { TRAITS_VERSION } from '@memory-gateway/memory-engine';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';

/** How far the traits of memories were renewed. Kept among the settings. */
interface TraitRenewal {
  /** Version of the rules that the traits are renewed for. */
  readonly version: number;
  /** ID of the last memory that was read. Null before the first one. */
  readonly after: string | null;
  readonly startedAt: string;
  readonly isDone: boolean;
}

const batchSize = 200;
/** Time in which servers of the version before may still store memories: a later round reads these, too. */
const besideMs = 3_600_000;

/**
 * Reads the traits of stored memories again after an upgrade to other rules: what a text says of a former state, of time or of later answers. Goes
 * on where an earlier round ended. @returns the number of memories whose traits changed
 */
export async function renewTraits(
  services: Services,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let renewed = 0;
  await runThrottled(signal, async () => {
    const renewal = await readRenewal(services);
    if (renewal.isDone) return false;
    const batch = await renewBatch(services, renewal);
    renewed += batch.renewed;
    return !batch.isLast;
  });
  if (renewed > 0) services.log.info({ renewed }, 'traits of memories renewed');
  return renewed;
}

async function readRenewal({ stores, now }: Services): Promise<TraitRenewal> {
  const found = (await stores.settings.get(['internal.traits']))['internal.traits'] as TraitRenewal | undefined;
  if (found?.version === TRAITS_VERSION) return found;
  // A later version renews them beside this one, or did before this one was started again.
  if (found && found.version > TRAITS_VERSION) return { ...found, isDone: true };
  return { version: TRAITS_VERSION, after: null, startedAt: now().toISOString(), isDone: false };
}

function renewBatch(services: Services, renewal: TraitRenewal): Promise<{ renewed: number; isLast: boolean }> {
  return transact(services, async ({ stores }) => {
    const { after } = renewal;
    const { renewed, last, isLast } = await stores.traits.renew({ projectId: null, after, limit: batchSize });
    const isDone = isLast && services.now().getTime() - Date.parse(renewal.startedAt) >= besideMs;
    const next: TraitRenewal = { ...renewal, after: last ?? after, isDone };
    await stores.settings.put('internal.traits', next, services.now());
    return { renewed, isLast };
  });
}
