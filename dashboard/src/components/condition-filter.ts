import type { MemoryFilter } from '../api/graphql';

interface Conditions {
  readonly category: string;
  readonly text: string;
  /** Day such as `2026-11-23`, in UTC. */
  readonly createdFrom: string;
  readonly createdBefore: string;
}

/** Returns the filter for category, text and days. Null if all are empty. */
export function toConditionFilter({ category, text, createdFrom, createdBefore }: Conditions): MemoryFilter | null {
  const createdAt = {
    ...(createdFrom && { gte: `${createdFrom}T00:00:00Z` }),
    ...(createdBefore && { lt: `${createdBefore}T00:00:00Z` }),
  };
  const filter: MemoryFilter = {
    ...(category && { categories: { in: [category] } }),
    ...(text && { keywords: { icontains: text } }),
    ...((createdFrom || createdBefore) && { createdAt }),
  };
  return Object.keys(filter).length > 0 ? filter : null;
}
