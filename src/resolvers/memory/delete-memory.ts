import { callerName } from '../../auth/caller.js';
import { transact, type AppContext } from '../../context.js';
import { newId } from '../../ids.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { notifyWebhooks } from '../webhook/notify-webhooks.js';
import { checkMemoryId, createMemoryNotFoundError } from './get-memory.js';
import { writeScope } from './write-scope.js';

/**
 * Deletes a memory with its vectors, and returns it. Its history stays; without `keepDeletedText` of the project, the texts in it go
 * too. @throws ValidationError, NotFoundError
 */
export async function deleteMemory(ctx: AppContext, input: { projectId: string; id: string }): Promise<MemoryRow> {
  checkMemoryId(input.id);
  const scope = await writeScope(ctx, 'memory:write', input);
  return transact(ctx, async (unit) => {
    const memory = await unit.stores.memories.lock(scope, input.id);
    if (!memory) throw createMemoryNotFoundError();
    // While the links still exist, which go with the memory.
    await unit.stores.history.dropReplacementTexts(scope, [memory.id]);
    await unit.stores.memories.remove(scope, memory.id);
    const { userId, agentId, appId, runId, categories, metadata } = memory;
    const change = {
      id: newId(),
      memoryId: memory.id,
      event: 'DELETE',
      oldMemory: memory.text,
      newMemory: null,
      input: null,
    } as const;
    const by = { changedBy: callerName(ctx.caller), eventId: null, createdAt: ctx.now() };
    await unit.stores.history.insert(scope, [
      { ...change, userId, agentId, appId, runId, categories, metadata, ...by },
    ]);
    await unit.stores.history.dropDeletedTexts(scope, [memory.id]);
    await unit.audit({ action: 'memory.delete', targetId: memory.id, place: scope, before: { text: memory.text } });
    await unit.announce('memoryChanged', { projectId: scope.projectId, memoryIds: [memory.id], change: 'DELETE' });
    await notifyWebhooks(unit, scope, {
      changes: [{ type: 'memory_delete', memoryId: memory.id, memory: memory.text }],
      now: ctx.now(),
    });
    return memory;
  });
}
