import { readEventDate } from '@memory-gateway/memory-engine';
import { embedLongTexts, type EmbeddedText } from '@memory-gateway/models';
import { isDeepStrictEqual } from 'node:util';
import { callerName } from '../../auth/caller.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { ValidationError } from '../../errors.js';
import { isDuplicateClaim } from '../../stores/memory/memory-store.js';
import type { MemoryChanges, MemoryRow } from '../../stores/memory/memory-row.js';
import { findMetadataError, readMoment } from '../../validate.js';
import { linkMemories } from '../correction/link-memories.js';
import { notifyWebhooks } from '../webhook/notify-webhooks.js';
import { checkMemoryId, createMemoryNotFoundError } from './get-memory.js';
import { dedupeKey, hashText } from './fact-claims.js';
import { readChanges, type Changes, type UpdateMemoryInput } from './update-input.js';
import { writeScope } from './write-scope.js';
import { toHistory } from './to-history.js';

export type { UpdateMemoryInput } from './update-input.js';

export interface NewVector extends EmbeddedText {
  readonly embedder: number;
}

/**
 * Updates a memory and records the change in its history. A new text is embedded before any lock is taken.
 * @param computed vector of the new text, if already known
 * @throws ValidationError if nothing is given or the memory is immutable; NotFoundError
 */
export async function updateMemory(
  ctx: AppContext,
  input: UpdateMemoryInput,
  computed: NewVector | null = null,
): Promise<MemoryRow> {
  checkMemoryId(input.id);
  const changes = readChanges(input);
  const scope = await writeScope(ctx, 'memory:write', input);
  const before = await ctx.stores.memories.get(scope, input.id);
  if (!before) throw createMemoryNotFoundError();
  refuseImmutable(before);
  let vector =
    changes.text === undefined || changes.text === before.text
      ? null
      : (computed ?? (await embedText(ctx, changes.text)));
  for (let claims = true; ;) {
    try {
      return await write(ctx, scope, { id: input.id, changes, vector, claims });
    } catch (error) {
      // Another request stored the same text since the first read. Both memories stay; the other one keeps the claim.
      if (claims && isDuplicateClaim(error)) claims = false;
      // A concurrent change replaced the text, so it must be embedded after all.
      else if (error instanceof VectorMissing && !vector) vector = await embedText(ctx, changes.text ?? before.text);
      else throw error;
    }
  }
}

class VectorMissing extends Error {}

interface Update {
  readonly id: string;
  readonly changes: Changes;
  readonly vector: NewVector | null;
  readonly claims: boolean;
}

function write(ctx: AppContext, scope: ProjectScope, update: Update): Promise<MemoryRow> {
  return transact(ctx, async (unit) => {
    const current = await unit.stores.memories.lock(scope, update.id);
    if (!current) throw createMemoryNotFoundError();
    refuseImmutable(current);
    const { text = current.text } = update.changes;
    const textChanges = text !== current.text;
    const next = await changedColumns(unit, scope, { current, update, now: ctx.now() });
    if (!next) return current;
    const row = await unit.stores.memories.update(scope, update.id, next);
    if (!row) throw createMemoryNotFoundError();
    if (textChanges && ctx.embedder) {
      if (!update.vector) throw new VectorMissing();
      await unit.stores.vectors.save(scope, update.vector.embedder, [
        { memoryId: row.id, vector: update.vector.vector, chunks: update.vector.chunks },
      ]);
    }
    if (textChanges || row.createdAt.getTime() !== current.createdAt.getTime())
      await linkAgain(ctx, unit, { scope, memory: row });
    await recordUpdate(unit, scope, { before: current, after: row, changedBy: callerName(ctx.caller), now: ctx.now() });
    await unit.audit({
      action: 'memory.update',
      targetId: row.id,
      place: scope,
      before: auditedValues(current),
      after: auditedValues(row),
    });
    await unit.announce('memoryChanged', { projectId: scope.projectId, memoryIds: [row.id], change: 'UPDATE' });
    await notifyWebhooks(unit, scope, {
      changes: [{ type: 'memory_update', memoryId: row.id, memory: row.text }],
      now: ctx.now(),
    });
    return row;
  });
}

/** Replaces the links that rules suggested for the memory's old text or date. */
async function linkAgain(
  ctx: AppContext,
  unit: UnitOfWork,
  { scope, memory }: { scope: ProjectScope; memory: MemoryRow },
): Promise<void> {
  const embedder = ctx.embedder && (await unit.stores.vectors.embedderId(ctx.embedder));
  await unit.stores.memoryLinks.removeRules(scope, memory.id);
  await linkMemories(unit, scope, { memories: [memory], areNew: false, embedder, now: ctx.now() });
}

function auditedValues({ text, metadata, categories, expirationDate, createdAt }: MemoryRow): object {
  return { text, metadata, categories, expirationDate, createdAt };
}

/** Returns all columns after the change, or null if nothing changes. */
async function changedColumns(
  unit: UnitOfWork,
  scope: ProjectScope,
  { current, update, now }: { current: MemoryRow; update: Update; now: Date },
): Promise<MemoryChanges | null> {
  const { changes } = update;
  const text = changes.text ?? current.text;
  const metadata = changedMetadata(current, changes);
  const expirationDate = changes.expirationDate === undefined ? current.expirationDate : changes.expirationDate;
  const createdAt = changes.createdAt ?? current.createdAt;
  const categories = changes.categories ?? current.categories;
  const same =
    text === current.text &&
    // As it is stored: an object that is written in a GraphQL document has no prototype.
    isDeepStrictEqual(JSON.parse(JSON.stringify(metadata)), current.metadata) &&
    isDeepStrictEqual(categories, current.categories) &&
    expirationDate === current.expirationDate &&
    createdAt.getTime() === current.createdAt.getTime();
  if (same) return null;
  const key = dedupeKey(current, text);
  const holders = await unit.stores.memories.holders(scope, [key]);
  // Without a new text, the claim stays with its current row.
  const free = holders.every((holder) => holder.id === current.id);
  return {
    text,
    hash: hashText(text),
    dedupeKey: free && update.claims ? key : null,
    metadata,
    categories,
    // Prevents the categorizer from replacing categories set by the caller.
    categorizedAt: changes.categories ? now : current.categorizedAt,
    expirationDate,
    eventDate: changedEventDate(current, text),
    createdAt,
    updatedAt: now,
  };
}

/** A date that the text names changes with the text. Another one, such as that of a language model, stays. */
function changedEventDate({ text: before, eventDate, createdAt }: MemoryRow, text: string): Date | null {
  if (eventDate === null) return null;
  const named = readEventDate(text, createdAt.getTime());
  if (named === readEventDate(before, createdAt.getTime())) return eventDate;
  return named === null ? null : readMoment(new Date(named));
}

function changedMetadata(current: MemoryRow, { metadata, addedMetadata }: Changes): MemoryRow['metadata'] {
  if (addedMetadata === undefined) return metadata === undefined ? current.metadata : metadata;
  const merged = { ...current.metadata, ...addedMetadata };
  const problem = findMetadataError(merged);
  if (problem) throw new ValidationError({ metadata: [problem] });
  return Object.keys(merged).length > 0 ? merged : current.metadata;
}

async function recordUpdate(
  unit: UnitOfWork,
  scope: ProjectScope,
  { before, after, changedBy, now }: { before: MemoryRow; after: MemoryRow; changedBy: string; now: Date },
): Promise<void> {
  const texts = { oldMemory: before.text, newMemory: after.text };
  const entry = toHistory(after, { event: 'UPDATE', ...texts, changedBy, eventId: null, createdAt: now });
  await unit.stores.history.insert(scope, [entry]);
}

async function embedText(ctx: AppContext, text: string): Promise<NewVector | null> {
  return (await embedTexts(ctx, [text]))[0] ?? null;
}

/** Embeds texts in order. Without an embedder, the vectors are undefined. Call it outside of transactions. */
export async function embedTexts(
  { embedder, stores, admission }: AppContext,
  texts: readonly string[],
): Promise<(NewVector | undefined)[]> {
  if (!embedder || texts.length === 0) return [];
  // A caller who edits a memory writes its text, whatever the role of the memory.
  const written = texts.map((text) => ({ text }));
  const embedded = await admission.run('add', () => embedLongTexts(embedder, written));
  const number = await stores.vectors.embedderId(embedder);
  return embedded.map((text) => text && { ...text, embedder: number });
}

function refuseImmutable(memory: MemoryRow): void {
  if (memory.immutable) throw new ValidationError({ id: ['This memory is immutable and cannot be updated.'] });
}
