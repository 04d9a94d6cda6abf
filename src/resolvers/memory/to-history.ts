import { newId } from '../../ids.js';
import type { NewMemoryHistory } from '../../stores/memory/memory-history.js';

type Owned = Pick<NewMemoryHistory, 'id' | 'userId' | 'agentId' | 'appId' | 'runId' | 'categories' | 'metadata'>;

type Change = Pick<NewMemoryHistory, 'event' | 'oldMemory' | 'newMemory' | 'changedBy' | 'eventId' | 'createdAt'> &
  Partial<Pick<NewMemoryHistory, 'input'>>;

/** Returns a change as an entry of the history, with the owners, categories and metadata of its memory. */
export function toHistory(memory: Owned, change: Change): NewMemoryHistory {
  const { id: memoryId, userId, agentId, appId, runId, categories, metadata } = memory;
  return { id: newId(), memoryId, input: null, userId, agentId, appId, runId, categories, metadata, ...change };
}
