import type { MemoryFilter } from '../filter/filter.js';

/** Normalizes a filter, so that equal filters compare equal: flattened, sorted, without duplicates. */
export function canonicalFilter(filter: MemoryFilter): MemoryFilter {
  if (filter.kind === 'not') return { kind: 'not', filter: canonicalFilter(filter.filter) };
  if (filter.kind !== 'and' && filter.kind !== 'or') return filter;
  const { kind } = filter;
  const parts = filter.filters.map(canonicalFilter).flatMap((part) => (part.kind === kind ? part.filters : [part]));
  const byText = new Map(parts.map((part) => [JSON.stringify(part), part]));
  const filters = [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
  const [only] = filters;
  return only && filters.length === 1 ? only : { kind, filters };
}
