import type { ProjectScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { createFactBatch } from '../resolvers/memory/add-memories.js';
import type { AddRequest } from '../resolvers/memory/add-input.js';
import type { Fact } from '../resolvers/memory/fact-claims.js';
import { keepOfEvent } from '../resolvers/memory/list-stored-before.js';
import { storeFacts, type StoredFact } from '../resolvers/memory/store-facts.js';
import type { EventRow } from '../stores/event-store.js';
import type { ProjectRow } from '../stores/project/project-store.js';
import type { UnitOfWork } from '../unit-of-work/transact.js';

/**
 * Facts that one transaction stores. A message of the greatest length has hundreds, and on the embedded database every other caller waits until
 * a transaction has ended: some milliseconds for each fact.
 */
const pieceSizes = { embedded: 20, postgres: 50 } as const;

/** Facts of an event to store. */
export interface PiecesOfEvent {
  readonly scope: ProjectScope;
  readonly project: ProjectRow;
  readonly event: EventRow;
  readonly request: AddRequest;
  readonly facts: readonly Fact[];
  /** Events of the messages that the facts may repeat. */
  readonly earlierIds: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** How a piece ended: the rest may be stored, nothing is left to do, or the context was erased meanwhile. */
type PieceEnd = 'stored' | 'over' | 'erased';

/**
 * Stores the facts of an event, many of them in several transactions, so that other callers have their turns. The last one runs `end` with the
 * results of all. An attempt after a crash stores what is missing, and reports what the attempt before it stored as added. Facts of a language
 * model are stored in one transaction, because its next answer can have other words.
 * @returns false if the context was erased meanwhile. What was stored before stays, as if the add had been earlier than the deletion.
 */
export async function storeInPieces(
  services: Services,
  given: PiecesOfEvent,
  end: (unit: UnitOfWork, stored: readonly StoredFact[]) => Promise<void>,
): Promise<boolean> {
  const { scope, event, request, facts, signal } = given;
  const size = services.llm() ? Math.max(facts.length, 1) : pieceSizes[services.database.kind];
  const stored: StoredFact[] = [];
  let hasRepeated = false;
  for (let from = 0; from === 0 || from < facts.length; from += size) {
    signal?.throwIfAborted();
    const to = Math.min(from + size, facts.length);
    let results: readonly StoredFact[] = [];
    const ended = await storePiece(services, { ...given, from, to }, async (unit, { written, isRepeated }) => {
      results = written;
      hasRepeated ||= isRepeated;
      if (to < facts.length) return;
      const kept = await withoutRemoved(unit, { scope, event, request, now: services.now() }, stored);
      const added = new Set(hasRepeated ? await unit.stores.history.addedBy(scope, event) : []);
      await end(unit, reportAsAdded([...kept, ...written], added));
    });
    if (ended !== 'stored') return ended === 'over';
    stored.push(...results);
  }
  return true;
}

interface Written {
  readonly written: readonly StoredFact[];
  /** Whether another attempt has stored these facts. */
  readonly isRepeated: boolean;
}

/** Stores the facts from `from` up to `to` in one transaction, which `then` completes. */
function storePiece(
  services: Services,
  { scope, project, event, request, facts, earlierIds, from, to }: PiecesOfEvent & { from: number; to: number },
  then: (unit: UnitOfWork, written: Written) => Promise<void>,
): Promise<PieceEnd> {
  const found = { scope, project, facts: facts.slice(from, to), now: event.createdAt };
  const by = { changedBy: event.requestedBy ?? 'system', eventId: event.id };
  return storeFacts(services, { ...createFactBatch(request, found), ...by }, async (unit, write): Promise<PieceEnd> => {
    const current = await unit.stores.events.lockWithContext(scope, event.id, earlierIds);
    // Another attempt was faster, or the owner cancelled the event.
    if (current?.status !== 'PENDING' && current?.status !== 'RUNNING') return 'over';
    if (!current.hasContext) return 'erased';
    const isRepeated = from < current.completed;
    const written = await write(isRepeated);
    if (to < facts.length) {
      const completed = Math.max(current.completed, to);
      await unit.stores.events.progress(scope, event.id, { total: facts.length, completed, at: services.now() });
    }
    await then(unit, { written, isRepeated });
    return 'stored';
  });
}

/** Leaves out the memories that were removed meanwhile, as their removal does where the event is over. */
async function withoutRemoved(
  unit: UnitOfWork,
  { scope, ...add }: Pick<PiecesOfEvent, 'scope' | 'event' | 'request'> & { now: Date },
  stored: readonly StoredFact[],
): Promise<readonly StoredFact[]> {
  const ids = new Set(stored.map(({ id }) => id));
  const kept = await keepOfEvent(unit, scope, { ...add, ids: [...ids] });
  return stored.filter(({ id }) => kept.has(id));
}

/** Reports the memories that an earlier attempt of the event has added as added, once each. */
function reportAsAdded(stored: readonly StoredFact[], added: ReadonlySet<string>): readonly StoredFact[] {
  const reported = new Set<string>();
  return stored.map((fact) => {
    const isAdded = added.has(fact.id) && !reported.has(fact.id);
    reported.add(fact.id);
    return isAdded ? { ...fact, event: 'ADD' } : fact;
  });
}
