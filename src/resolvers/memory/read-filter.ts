import { hasPositiveEntity, parseFilter, type MemoryFilter } from '../../engine/filter.js';
import { ValidationError } from '../../errors.js';

export type { MemoryFilter } from '../../engine/filter.js';

/**
 * Reads a filter as callers of any face write it: the JSON language of the memory API. Absent: every memory.
 * @param requireEntity demand a condition on a user, agent, app or run that is not negated
 * @throws ValidationError under `filters`
 */
export function readFilter(input: unknown, { requireEntity = false }: { requireEntity?: boolean } = {}): MemoryFilter {
  const filter = parseFilter(input);
  if (requireEntity && !hasPositiveEntity(filter)) {
    throw new ValidationError({
      filters: ['At least one of `userId`, `agentId`, `appId` and `runId` must be given in filters.'],
    });
  }
  return filter;
}
