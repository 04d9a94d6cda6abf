import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import { callerName } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { NotFoundError, ValidationError } from '../../errors.js';
import { isStorable } from '@memory-gateway/memory-engine';
import { isUuid } from '../../ids.js';
import { collectFieldErrors, findMetadataError, notStorable } from '../../validate.js';
import { followDeletion } from '../../unit-of-work/follow-deletion.js';
import { announceRemoved } from '../deletion/announce-removed.js';
import { createMemoryNotFoundError } from './get-memory.js';
import { memoryTextMax } from './messages.js';
import { embedTexts, updateMemory, type NewVector } from './update-memory.js';

const batchMax = 1_000;

/** One change of a batch. Undefined keeps a value. */
export interface BatchChange {
  readonly id: string;
  readonly text?: string | undefined;
  /** Replaces the metadata. Null clears it. */
  readonly metadata?: unknown;
}

/**
 * Updates up to 1,000 memories, each in its own transaction, after validating all changes. Unknown ids are skipped.
 * @returns the number of memories found. @throws ValidationError on `memories`; NotFoundError if no memory exists
 */
export async function batchUpdateMemories(
  ctx: AppContext,
  input: { projectId: string; memories: readonly BatchChange[] },
): Promise<{ updated: number }> {
  requireCaller(ctx);
  checkIds(input.memories.map(({ id }) => id));
  checkChanges(input.memories);
  const scope = await enterProject(ctx, 'memory:write', input.projectId);
  const found = await ctx.stores.memories.getMany(scope, [
    ...new Set(input.memories.map(({ id }) => id.toLowerCase())),
  ]);
  if (found.length === 0) throw createMemoryNotFoundError();
  if (found.some((memory) => memory.immutable))
    throw new ValidationError({ memories: ['One of these memories is immutable and cannot be updated.'] });
  const known = new Map(found.map(({ id, text }) => [id, text]));
  const vectors = await vectorsOf(
    ctx,
    input.memories.filter(({ id, text }) => known.has(id.toLowerCase()) && text !== known.get(id.toLowerCase())),
  );
  const updated = new Set<string>();
  for (const change of input.memories) {
    const { id, text, metadata } = change;
    if (!known.has(id.toLowerCase())) continue;
    try {
      await updateMemory(ctx, { projectId: input.projectId, id, text, metadata }, vectors.get(change) ?? null);
      updated.add(id.toLowerCase());
    } catch (error) {
      // Deleted since the first read.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return { updated: updated.size };
}

// Embeds before the first write. With an idempotency key, the write's transaction stays open, and must not wait for a
// model.
async function vectorsOf(ctx: AppContext, changes: readonly BatchChange[]): Promise<Map<BatchChange, NewVector>> {
  const worded = changes.flatMap((change) => (change.text === undefined ? [] : [{ change, text: change.text }]));
  const vectors = await embedTexts(
    ctx,
    worded.map(({ text }) => text),
  );
  return new Map(worded.flatMap(({ change }, index) => (vectors[index] ? [[change, vectors[index]] as const] : [])));
}

/** Deletes up to 1,000 memories in one transaction and counts them. Skips unknown ids. @throws NotFoundError */
export async function batchDeleteMemories(
  ctx: AppContext,
  input: { projectId: string; ids: readonly string[] },
): Promise<{ deleted: number }> {
  requireCaller(ctx);
  checkIds(input.ids);
  const scope = await enterProject(ctx, 'memory:delete', input.projectId);
  return transact(ctx, async (unit) => {
    const [now, by] = [ctx.now(), callerName(ctx.caller)];
    // Before links are read: a link that is being confirmed is waited for.
    await unit.stores.deletions.lockMemories(scope, input.ids);
    // While the links still exist, which go with the memories.
    await unit.stores.history.dropReplacementTexts(scope, input.ids);
    const moved = { memoryIds: input.ids, isRemoval: true, changedBy: by, eventId: null, now };
    await followDeletion(unit, scope, moved);
    const removed = await unit.stores.deletions.removeNow(scope, { ids: input.ids, at: now, by });
    if (removed.length === 0) throw createMemoryNotFoundError();
    const memoryIds = removed.map(({ id }) => id);
    await unit.stores.history.dropDeletedTexts(scope, memoryIds);
    await unit.audit({ action: 'memory.delete_many', targetId: ctx.requestId, place: scope, after: { memoryIds } });
    await announceRemoved(unit, scope, { removed, now });
    return { deleted: removed.length };
  });
}

function checkIds(ids: readonly string[]): void {
  if (ids.length === 0) throw new ValidationError({ memories: ['must name at least one memory.'] });
  if (ids.length > batchMax) throw new ValidationError({ memories: [`may name ${batchMax} memories at most.`] });
  if (!ids.every(isUuid)) throw new ValidationError({ memories: ['`memoryId` should be a valid UUID'] });
}

function checkChanges(changes: readonly BatchChange[]): void {
  const found = collectFieldErrors();
  changes.forEach(({ text, metadata }, index) => {
    const problem = metadata == null ? null : findMetadataError(metadata);
    if (text === undefined && metadata === undefined)
      found.add('memories', `Number ${index + 1} changes nothing: text or metadata must be given.`);
    if (text !== undefined && (text.trim() === '' || text.length > memoryTextMax))
      found.add('memories', `The text of number ${index + 1} must have 1 to ${memoryTextMax} characters.`);
    if (text !== undefined && !isStorable(text))
      found.add('memories', `The text of number ${index + 1} ${notStorable}`);
    if (problem) found.add('memories', `The metadata of number ${index + 1} ${problem}`);
  });
  found.throwIfAny();
}
