import type { ProjectScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { transact, type UnitOfWork } from '../unit-of-work/transact.js';
import { DomainError } from '../errors.js';
import { isFinalFailure, isOutage } from '@memory-gateway/models';
import { markDeletions } from '../auth/mark-deletions.js';
import { toAddRequest } from '../resolvers/memory/add-input.js';
import { toEventResults } from '../resolvers/memory/add-memories.js';
import { listEarlierMessages } from '../resolvers/memory/earlier-messages.js';
import { extractFacts } from '../resolvers/memory/extract-facts.js';
import { readHints } from '../resolvers/memory/extraction-instructions.js';
import { listLeftOut, toEventMetadata } from '../resolvers/memory/left-out.js';
import { listStoredBefore } from '../resolvers/memory/list-stored-before.js';
import { redactMessages } from '../resolvers/memory/redact-messages.js';
import { notifyIngestion } from '../resolvers/memory/notify-ingestion.js';
import type { EventRow } from '../stores/event-store.js';
import { describeFailedMessages, extractEachMessage, type PartialExtraction } from './extract-each-message.js';
import { planNextRound, postponeExtraction } from './postpone-extraction.js';
import { createModelUsage, type ModelUsage } from './model-usage.js';
import { scopeOf } from './scope-of.js';
import { storeInPieces, type PiecesOfEvent } from './store-in-pieces.js';
import type { JobPayloads } from './types.js';

export interface ExtractAttempt {
  /** Whether a failure of this attempt is final. */
  readonly isLast: boolean;
  /** Aborts when another worker may have the job, when the attempt takes too long, or when the process stops. */
  readonly signal?: AbortSignal;
}

/**
 * Extracts facts from the messages of an event and stores them. The transaction that stores the last of them also finishes the
 * event, so an attempt after a crash repeats nothing. The last attempt skips failing messages and lists them. If all
 * fail, or if a retry would be refused the same way, the event is FAILED.
 */
export async function extractMemories(
  services: Services,
  payload: JobPayloads['extractMemories'],
  attempt: ExtractAttempt,
): Promise<void> {
  const scope = await scopeOf(services, payload);
  // The project was deleted meanwhile.
  if (!scope) return;
  const event = await begin(services, scope, payload.eventId);
  if (!event) return;
  // Memories of an accepted deletion must not count as duplicates.
  await markDeletions(services, scope);
  const usage = createModelUsage(scope, event.id);
  try {
    await usage.measure(() => extract(services, scope, { event, usage, ...attempt }));
  } catch (error) {
    // The next attempt has the event, or the failure handler of the job.
    attempt.signal?.throwIfAborted();
    const next = planNextRound(services, { error, isLast: attempt.isLast, outage: payload.outage });
    if (next) return await postponeExtraction(services, scope, { eventId: event.id, error, next });
    if (!attempt.isLast && !isFinalFailure(error)) throw error;
    await fail(services, scope, { eventId: event.id, usage, error });
    // Not thrown: the failure handler of the job would also end a retry of the event.
    if (!isFinalFailure(error))
      services.log.error({ err: error, eventId: event.id }, 'An extraction failed; its event can be retried.');
  } finally {
    await usage.saveRest(services);
  }
}

/** Sets the event to RUNNING. @returns null if the event is finished or missing */
function begin(services: Services, scope: ProjectScope, eventId: string): Promise<EventRow | null> {
  return transact(services, ({ stores }) => stores.events.start(scope, eventId, services.now()));
}

async function extract(
  services: Services,
  scope: ProjectScope,
  { event, usage, isLast, signal }: ExtractAttempt & { event: EventRow; usage: ModelUsage },
): Promise<void> {
  const project = await services.stores.projects.find(scope);
  if (!project) return;
  const { request, earlier } = await findContext(services, scope, event);
  const place = { scope, project, event, request, usage, signal, earlierIds: earlier.eventIds };
  const source = { scope, project, request, signal };
  let isDone: boolean;
  try {
    const facts = await extractFacts(services, { ...source, before: earlier.messages });
    isDone = await finish(services, place, { facts, failed: [] });
  } catch (error) {
    signal?.throwIfAborted();
    // During an outage of the provider, single messages would fail too.
    const isWorth = (isLast || isFinalFailure(error)) && !isOutage(error) && request.messages.length > 1;
    const sound = isWorth ? await extractEachMessage(services, source) : null;
    if (!sound || sound.failed.length === 0 || sound.facts.length === 0) throw error;
    isDone = await finish(services, place, sound);
  }
  if (isDone) return;
  // Facts must not repeat what was erased while they were extracted.
  const now = await services.stores.events.get(scope, event.id);
  if (now) await extract(services, scope, { event: now, usage, isLast, signal });
}

/** Finds the context of an add. Removes a secret that answers a question of an earlier add, also from the stored request. */
async function findContext(services: Services, scope: ProjectScope, event: EventRow) {
  const request = toAddRequest(event.payload);
  const earlier = await listEarlierMessages(services, scope, { request, event });
  // The others were read with the message before them when they were added.
  const [first, ...others] = request.messages;
  const before = earlier.messages.at(-1);
  const [read] = first && before ? await redactMessages(services, [first], before) : [];
  if (!read || read.content === first?.content) return { request, earlier };
  const redacted = { ...request, messages: [read, ...others] };
  const change = { payload: redacted, at: services.now() };
  await transact(services, ({ stores }) => stores.events.setPayload(scope, event.id, change));
  return { request: redacted, earlier };
}

interface Place extends Omit<PiecesOfEvent, 'facts'> {
  readonly usage: ModelUsage;
}

/** Stores facts and ends the event. @returns false if the context was erased meanwhile */
async function finish(
  services: Services,
  { usage, ...place }: Place,
  { facts, failed }: PartialExtraction,
): Promise<boolean> {
  const { scope, project, event, request } = place;
  const hints = readHints(services, { project, request });
  const leftOut = await listLeftOut({ ...request, ...hints }, { facts, failed });
  const metadata = toEventMetadata({ leftOut, ignoredInstructions: hints.ignored });
  const shortfall = describeFailedMessages(failed, request.messages.length);
  return storeInPieces(services, { ...place, facts }, async (unit, stored) => {
    await usage.save(unit);
    const outcome = { at: services.now(), results: toEventResults(stored), shortfall, metadata };
    const finished = await unit.stores.events.finish(scope, event.id, outcome);
    if (finished) await notifyIngestion(unit, scope, finished);
    const memoryIds = stored.flatMap(({ id, event: what }) => (what === 'ADD' ? [id] : []));
    const after = { status: finished?.status, memoryIds };
    await unit.audit({ action: 'event.finish', targetId: event.id, place: scope, after });
  });
}

function fail(
  services: Services,
  scope: ProjectScope,
  { eventId, usage, error }: { eventId: string; usage: ModelUsage; error: unknown },
): Promise<void> {
  // Callers read the event: show domain errors, but no defects.
  const text = error instanceof DomainError ? error.message : 'The memories could not be extracted.';
  const reason = error instanceof DomainError ? error.reason : undefined;
  return transact(services, async (unit) => {
    await usage.save(unit);
    await endAsFailed(unit, scope, { eventId, at: services.now(), error: text.slice(0, 2000), reason });
  });
}

/** Ends an event whose extraction has failed, unless it has ended. */
export async function endAsFailed(
  unit: UnitOfWork,
  scope: ProjectScope,
  { eventId, ...failure }: { eventId: string; at: Date; error: string; reason?: string | undefined },
): Promise<void> {
  const { events } = unit.stores;
  const event = await events.lock(scope, eventId);
  const results = event && (await listStoredBefore(unit, scope, { event, now: failure.at }));
  const finished = await events.finish(scope, eventId, { ...failure, results });
  if (!finished) return;
  await notifyIngestion(unit, scope, finished);
  await unit.audit({ action: 'event.finish', targetId: eventId, place: scope, after: { status: finished.status } });
}
