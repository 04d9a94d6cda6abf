import type { ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { ConflictError } from '../../errors.js';
import { toCalendarDay } from '../../validate.js';
import { embedLongTexts, type EmbeddedText } from '@memory-gateway/models';
import { inOneTurn } from '@memory-gateway/database';
import type { NewMemoryHistory } from '../../stores/memory/memory-history.js';
import { toOwnerField } from '../../stores/memory/memory-row.js';
import { applyVerdicts } from '../correction/apply-verdicts.js';
import { linkMemories, type MemoryPair } from '../correction/link-memories.js';
import { notifyWebhooks } from '../webhook/notify-webhooks.js';
import { sortIntoCategories } from '@memory-gateway/extraction';
import { changesOf, entitiesOf, toSourcePart } from './describe-facts.js';
import { claimTexts, hashStatement, type Claim, type FactBatch } from './fact-claims.js';
import { toHistory } from './to-history.js';

/** Result of one text. NOOP: the same statement was stored already, under this id and with this text. */
export interface StoredFact {
  readonly id: string;
  readonly memory: string;
  readonly event: 'ADD' | 'NOOP';
}

const maxAttempts = 5;

/**
 * Embeds and stores facts with their history and entities. Vectors of new texts are computed before the transaction.
 * @param within runs in the transaction and calls `write` at most once; its result is returned. An earlier attempt may have stored the facts
 * (`isRepeated`): then none of them counts as said again
 */
export async function storeFacts<T>(
  services: Services,
  batch: FactBatch,
  within: (unit: UnitOfWork, write: (isRepeated?: boolean) => Promise<StoredFact[]>) => Promise<T>,
): Promise<T> {
  const claims = claimTexts(batch, services.now());
  for (let attempt = 1; ; attempt += 1) {
    const vectors = await embedNew(services, batch.scope, claims);
    const now = services.now();
    try {
      const sorted = await sortClaims(services, batch, { claims, vectors });
      return await transact(services, (unit) =>
        within(unit, (isRepeated = false) => write(unit, batch, { claims: sorted, vectors, now, isRepeated })),
      );
    } catch (error) {
      if (!(error instanceof VectorMissing) || attempt >= maxAttempts) throw error;
    }
  }
}

interface Vectors {
  /** Null without an embedder. */
  readonly embedder: number | null;
  readonly byKey: ReadonlyMap<string, EmbeddedText>;
}

interface Prepared {
  readonly claims: readonly Claim[];
  readonly vectors: Vectors;
  readonly now: Date;
  readonly isRepeated: boolean;
}

/** The memory with the same text was deleted after its text was skipped by the embedding. The work starts again. */
class VectorMissing extends Error {}

async function sortClaims(
  services: Services,
  { catalog }: FactBatch,
  { claims, vectors }: { claims: readonly Claim[]; vectors: Vectors },
): Promise<Claim[]> {
  const texts = claims.map(({ key, memory }) => ({ text: memory.text, vector: vectors.byKey.get(key)?.vector }));
  const sorted = await sortIntoCategories(services.embedder, catalog, texts);
  return claims.map((claim, index) => ({ ...claim, memory: { ...claim.memory, categories: sorted[index] ?? [] } }));
}

function distinct(claims: readonly Claim[]): Claim[] {
  const byKey = new Map<string, Claim>();
  for (const claim of claims) if (!byKey.has(claim.key)) byKey.set(claim.key, claim);
  return [...byKey.values()];
}

async function embedNew(services: Services, scope: ProjectScope, claims: readonly Claim[]): Promise<Vectors> {
  const { embedder, stores } = services;
  if (!embedder || claims.length === 0) return { embedder: null, byKey: new Map() };
  const unique = distinct(claims);
  const held = await stores.memories.holders(
    scope,
    unique.map((claim) => claim.memory.dedupeKey),
  );
  const heldKeys = new Set(held.map((holder) => holder.dedupeKey.toString('hex')));
  const fresh = unique.filter((claim) => !heldKeys.has(claim.key));
  const known = fresh.flatMap(({ key, vector }) =>
    vector?.embedder === embedder.id ? [[key, { vector: vector.values, chunks: [] }] as const] : [],
  );
  const byKey = new Map<string, EmbeddedText>(known);
  const open = fresh.filter(({ key }) => !byKey.has(key));
  const vectors =
    open.length === 0
      ? []
      : await embedLongTexts(
          embedder,
          open.map(({ memory }) => memory),
        );
  open.forEach(({ key }, index) => {
    const vector = vectors[index];
    if (vector) byKey.set(key, vector);
  });
  return { embedder: await stores.vectors.embedderId(embedder), byKey };
}

async function write(unit: UnitOfWork, batch: FactBatch, prepared: Prepared): Promise<StoredFact[]> {
  const [, repeated] = await inOneTurn([
    lockOwners(unit, batch.scope, prepared.claims),
    batch.isExtracted ? findRepeated(unit, batch.scope, prepared) : new Map<string, Held>(),
  ]);
  const idByKey = new Map<string, string>();
  const fresh = prepared.claims.filter(({ key }) => !repeated.has(key));
  const stored = await insertNew(unit, batch.scope, { claims: fresh, idByKey });
  const results = prepared.claims.map(({ key, memory }): StoredFact => {
    const held = repeated.get(key);
    if (held) return { id: idByKey.get(held.key) ?? held.id, memory: held.text, event: 'NOOP' };
    const id = idByKey.get(key) ?? memory.id;
    return { id, memory: memory.text, event: stored.some((claim) => claim.memory.id === memory.id) ? 'ADD' : 'NOOP' };
  });
  const again = results.flatMap(({ id, event }) => (event === 'NOOP' ? [id] : []));
  if (again.length > 0 && !prepared.isRepeated) await unit.stores.memories.countRepetitions(batch.scope, again);
  if (stored.length > 0) await writeParts(unit, batch, { stored, prepared });
  return results;
}

/** More owners are of an import, whose batches are stored one after the other. Each lock takes room in a table that all share. */
const lockedOwnersMax = 8;

/** Lets facts of an owner that are stored at the same time see each other, so that repetitions and corrections among them are found. */
async function lockOwners(unit: UnitOfWork, scope: ProjectScope, claims: readonly Claim[]): Promise<void> {
  const owners = new Set(claims.map(({ memory }) => `${toOwnerField(memory)} ${memory[toOwnerField(memory)]}`));
  if (owners.size > 0 && owners.size <= lockedOwnersMax) await unit.stores.memories.lockOwners(scope, [...owners]);
}

/** A stored memory, or an earlier text of the same batch, that holds a statement already. */
interface Held {
  readonly key: string;
  readonly id: string;
  readonly text: string;
}

/** Finds the texts whose statement is held already, by their keys. The first text of a batch holds it for later ones. */
async function findRepeated(
  unit: UnitOfWork,
  scope: ProjectScope,
  { claims, now }: Pick<Prepared, 'claims' | 'now'>,
): Promise<Map<string, Held>> {
  const unique = distinct(claims);
  const memories = unique.map(({ memory }) => memory);
  const found = await unit.stores.memories.heldStatements(scope, { memories, today: toCalendarDay(now) });
  const firsts = new Map<string, Held>();
  const repeated = new Map<string, Held>();
  for (const [index, { key, memory }] of unique.entries()) {
    const { statement = null, id = null, text = null } = found[index] ?? {};
    if (statement === null) continue;
    const owner = hashStatement(memory, statement);
    const held = id !== null && text !== null ? { key, id, text } : firsts.get(owner);
    if (held) repeated.set(key, held);
    else firsts.set(owner, { key, id: memory.id, text: memory.text });
  }
  return repeated;
}

/** Writes what belongs to new memories, in few round trips. */
async function writeParts(
  unit: UnitOfWork,
  batch: FactBatch,
  { stored, prepared: { vectors, now } }: { stored: readonly Claim[]; prepared: Prepared },
): Promise<void> {
  const { scope, changedBy, eventId } = batch;
  const memories = stored.map(({ memory }) => memory);
  const facts = stored.map(({ memory, verdicts }) => ({ memoryId: memory.id, verdicts }));
  const linked = inOneTurn([
    unit.stores.history.insert(
      scope,
      stored.map((claim) => historyOf(claim, batch, now)),
    ),
    saveVectors(unit, scope, { stored, vectors }),
    linkMemories(unit, scope, {
      memories,
      areNew: true,
      embedder: vectors.embedder,
      now,
      isReadByModel: pairsRead(stored),
    }),
  ]).then(() => applyVerdicts(unit, scope, { facts, changedBy, eventId, now }));
  // Verdicts lock older memories, which every transaction does before it locks entities.
  if (facts.some(({ verdicts }) => verdicts.length > 0)) await linked;
  await inOneTurn([
    linked,
    unit.stores.entities.touch(scope, memories.flatMap(entitiesOf), now),
    unit.announce('memoryChanged', {
      projectId: scope.projectId,
      memoryIds: memories.map(({ id }) => id),
      change: 'ADD',
    }),
    notifyWebhooks(unit, scope, { changes: memories.flatMap(changesOf), now }),
  ]);
}

/** Returns whether a model read both memories of a pair: a stored one that it was shown, or two facts of one message. */
function pairsRead(stored: readonly Claim[]): (pair: MemoryPair) => boolean {
  const claims = new Map(stored.map((claim) => [claim.memory.id, claim]));
  const messageOf = (claim: Claim | undefined) => claim?.memory.sourceKey?.toString('hex');
  return ({ newerId, olderId }) => {
    const [newer, older] = [claims.get(newerId), claims.get(olderId)];
    if (!newer?.readByModel) return false;
    return newer.readByModel.has(olderId) || (messageOf(older) !== undefined && messageOf(older) === messageOf(newer));
  };
}

/** Inserts new memories and finds the owners of existing texts. @returns the claims that became memories */
async function insertNew(
  unit: UnitOfWork,
  scope: ProjectScope,
  { claims, idByKey }: { claims: readonly Claim[]; idByKey: Map<string, string> },
): Promise<Claim[]> {
  const stored: Claim[] = [];
  let open = distinct(claims);
  for (let attempt = 1; open.length > 0; attempt += 1) {
    if (attempt > maxAttempts)
      throw new ConflictError('The same memories are being added and deleted at this moment. Try again.');
    const ids = new Set(
      await unit.stores.memories.insert(
        scope,
        open.map((claim) => claim.memory),
      ),
    );
    stored.push(...open.filter((claim) => ids.has(claim.memory.id)));
    stored.forEach((claim) => idByKey.set(claim.key, claim.memory.id));
    open = open.filter((claim) => !ids.has(claim.memory.id));
    if (open.length === 0) break;
    const holders = await unit.stores.memories.holders(
      scope,
      open.map((claim) => claim.memory.dedupeKey),
    );
    holders.forEach((holder) => idByKey.set(holder.dedupeKey.toString('hex'), holder.id));
    // If the existing memory was deleted between both statements, the next round inserts the text.
    open = open.filter((claim) => !idByKey.has(claim.key));
  }
  return stored;
}

async function saveVectors(
  unit: UnitOfWork,
  scope: ProjectScope,
  { stored, vectors }: { stored: readonly Claim[]; vectors: Vectors },
): Promise<void> {
  if (vectors.embedder === null) return;
  const rows = stored.map((claim) => {
    const vector = vectors.byKey.get(claim.key);
    if (!vector) throw new VectorMissing();
    return { memoryId: claim.memory.id, ...vector };
  });
  await unit.stores.vectors.save(scope, vectors.embedder, rows);
}

function historyOf({ memory, input }: Claim, { changedBy, eventId }: FactBatch, now: Date): NewMemoryHistory {
  const texts = {
    oldMemory: null,
    newMemory: memory.text,
    input: input.map((each) => toSourcePart(each, memory.text)),
  };
  return toHistory(memory, { event: 'ADD', ...texts, changedBy, eventId, createdAt: now });
}
