import { hasPositiveEntity, parseFilter, type MemoryFilter } from '@memory-gateway/memory-engine';
import { ValidationError } from '../../errors.js';
import { readInput } from '../../validate.js';

export type { MemoryFilter } from '@memory-gateway/memory-engine';

/**
 * Parses a filter in the JSON filter language. @throws ValidationError on `filters`
 * @param requireEntity requires a condition on an entity id that is not negated
 */
export function readFilter(input: unknown, { requireEntity = false }: { requireEntity?: boolean } = {}): MemoryFilter {
  const filter = readInput(() => parseFilter(input));
  if (requireEntity && !hasPositiveEntity(filter)) {
    throw new ValidationError({
      filters: ['At least one of `userId`, `agentId`, `appId` and `runId` must be given in filters.'],
    });
  }
  return filter;
}
