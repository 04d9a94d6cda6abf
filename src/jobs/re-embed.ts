import { systemScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { DomainError } from '../errors.js';
import { type Embedder, isFinalFailure } from '@memory-gateway/models';
import {
  beginMissing,
  lookForMissing,
  noSpace,
  getServingRecord,
  switchTo,
  type ServingRecord,
  type Space,
} from '../resolvers/configuration/serving-embedder.js';
import { ensureVectorIndex } from '../stores/search/vector-index.js';
import { batchSize, fillVectors, type Filled } from './fill-vectors.js';
import type { JobHandler, JobTry } from './handler.js';
import type { JobPayloads } from './types.js';

type Payload = JobPayloads['reEmbed'];

/** Length of one attempt, well below the limit of a job. The next attempt resumes where it ended. */
const sliceMs = 60_000;
/** Delays of the checks for memories that were added with the former embedder during the switch. */
const afterwardsMs = [2_000, 60_000];
/** Delay of the check after all attempts have failed. */
const againMs = 3_600_000;

/**
 * Embeds every memory with the configured embedder, then switches to that embedder once all vectors and the index
 * exist. Until then searches and writes use the former embedder, or keywords only. If the configured embedder is
 * already in use, embeds memories without a vector. Stored vectors are the progress, so any attempt can resume.
 */
export const reEmbed: JobHandler<'reEmbed'> = async (services, payload, job) => {
  await services.providers.refresh();
  const { eventId } = payload;
  if (eventId === null) return completeServing(services, job);
  try {
    await build(services, { ...payload, eventId }, job);
  } catch (error) {
    if (job.signal.aborted || !(job.lastAttempt || isFinalFailure(error))) throw error;
    await giveUpOrGoOn(services, { ...payload, eventId }, error);
  }
};

/** Runs after every attempt has failed, even if the process died each time. */
export async function failReEmbed(services: Services, { eventId, completed }: Payload): Promise<void> {
  if (eventId !== null) await giveUpOrGoOn(services, { eventId, completed }, null);
  else await transact(services, (unit) => lookForMissing(unit, againMs));
}

interface Target {
  readonly eventId: string;
  readonly embedder: Embedder;
  readonly number: number;
}

async function build(services: Services, payload: { eventId: string }, job: JobTry): Promise<void> {
  const target = await targetOf(services, payload.eventId);
  if (!target) return;
  const { counts } = services.stores.reEmbedding;
  const before = await counts(target.number);
  await report(services, { eventId: target.eventId, total: before.total, completed: before.done });
  const until = performance.now() + sliceMs;
  const skipped = new Set<string>();
  for (;;) {
    const onSaved = (saved: number) =>
      report(services, {
        eventId: target.eventId,
        total: Math.max(before.total, before.done + saved),
        completed: before.done + saved,
      });
    const isWanted = async () => (await getServingRecord(services.stores)).eventId === target.eventId;
    const filled = await fillVectors(services, { ...target, skipped, until, signal: job.signal, onSaved, isWanted });
    if (filled === 'superseded') return;
    if (filled === 'timeUp') return enqueueNext(services, target);
    await ensureVectorIndex(services.database, { embedder: target.number, dimension: target.embedder.dimension });
    if (await finish(services, target, skipped)) return;
  }
}

/** Null if the work is no longer needed. */
async function targetOf(services: Services, eventId: string): Promise<Target | null> {
  const record = await getServingRecord(services.stores);
  const space = spaceOf(record, eventId);
  if (!space) return null;
  const embedder = record.next ? services.providers.nextEmbedder() : services.providers.embedder();
  if (embedder?.id !== space.id) throw new Error('The configured embedder is not known to this process yet.');
  return { eventId, embedder, number: await services.stores.vectors.embedderId(embedder) };
}

/** Returns the vector space that an event builds. Null if other work replaced the event. */
function spaceOf(record: ServingRecord, eventId: string): Space | null {
  return record.eventId === eventId ? (record.next ?? record.serving) : null;
}

/** Switches to the embedder. @returns false if memories without a vector remain */
function finish(services: Services, { eventId, number }: Target, skipped: ReadonlySet<string>): Promise<boolean> {
  return transact(services, async (unit) => {
    await unit.stores.settings.lock();
    const record = await getServingRecord(unit.stores);
    const space = spaceOf(record, eventId);
    if (!space) return true;
    if (await unit.stores.reEmbedding.isMissingAny(number, [...skipped])) return false;
    await switchTo(services, unit, space);
    const values = { before: { embedder: record.serving?.id ?? noSpace }, after: { embedder: space.id } };
    await unit.audit({ action: 'configuration.switch_embedder', targetId: 'embedder', ...values });
    const { total } = await unit.stores.reEmbedding.counts(number);
    const results = [{ from: record.serving?.id ?? noSpace, to: space.id, memories: total, skipped: skipped.size }];
    const scope = await homeOf(unit.stores);
    if (scope) {
      await unit.stores.events.progress(scope, eventId, { total, completed: total - skipped.size, at: services.now() });
      await unit.stores.events.finish(scope, eventId, { at: services.now(), results });
    }
    for (const ms of afterwardsMs) await lookForMissing(unit, ms);
    return true;
  });
}

/** Embeds memories without a vector of the embedder in use. For more than a batch, starts an event. */
async function completeServing(services: Services, { signal }: JobTry): Promise<void> {
  const embedder = services.providers.embedder();
  const { serving, next, eventId } = await getServingRecord(services.stores);
  if (!embedder || embedder.id !== serving?.id || (eventId !== null && !next)) return;
  const number = await services.stores.vectors.embedderId(embedder);
  const lacking = await services.stores.reEmbedding.missing(number, { after: null, limit: batchSize + 1 });
  if (lacking.length > batchSize && eventId === null)
    return transact(services, (unit) => beginMissing(services, unit, embedder.id));
  const isWanted = async () => (await getServingRecord(services.stores)).eventId === eventId;
  const filled: Filled = await fillVectors(services, {
    embedder,
    number,
    skipped: new Set(),
    until: performance.now() + sliceMs,
    signal,
    onSaved: async () => undefined,
    isWanted,
  });
  if (filled === 'timeUp') await transact(services, (unit) => lookForMissing(unit));
  else await ensureVectorIndex(services.database, { embedder: number, dimension: embedder.dimension });
}

async function enqueueNext(services: Services, { eventId, number }: Pick<Target, 'eventId' | 'number'>): Promise<void> {
  const { done } = await services.stores.reEmbedding.counts(number);
  await transact(services, (unit) => unit.enqueue('reEmbed', { eventId, completed: done }));
}

/** Restarts work whose attempts made progress. Else the event is FAILED and the former embedder stays in use. */
async function giveUpOrGoOn(
  services: Services,
  { eventId, completed }: { eventId: string; completed: number },
  error: unknown,
): Promise<void> {
  const record = await getServingRecord(services.stores);
  const space = spaceOf(record, eventId);
  if (!space) return;
  const number = await services.stores.vectors.embedderId(space);
  const { done } = await services.stores.reEmbedding.counts(number);
  if (done > completed && !isFinalFailure(error)) return enqueueNext(services, { eventId, number });
  services.log.error({ err: error }, 'The memories could not be embedded with the configured model.');
  const meanwhile = !record.serving
    ? 'Search goes on by words.'
    : record.next
      ? 'Search goes on with the former model.'
      : 'Memories without a vector are found by their words.';
  const reason = error instanceof DomainError ? error.message : 'The memories could not be embedded.';
  await transact(services, async ({ stores }) => {
    const scope = await homeOf(stores);
    if (!scope) return;
    await stores.events.finish(scope, eventId, {
      at: services.now(),
      error: `${reason} ${meanwhile} Store the configuration again to try again.`.slice(0, 2_000),
    });
  });
}

async function report(
  services: Services,
  progress: { eventId: string; total: number; completed: number },
): Promise<void> {
  const { eventId, total, completed } = progress;
  await transact(services, async ({ stores }) => {
    const scope = await homeOf(stores);
    if (!scope || !(await stores.events.start(scope, eventId, services.now()))) return;
    await stores.events.progress(scope, eventId, { total, completed, at: services.now() });
  });
}

async function homeOf(stores: Services['stores']) {
  const home = await stores.reEmbedding.home();
  return home && systemScope(home);
}
