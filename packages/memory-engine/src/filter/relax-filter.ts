import { everything, type MemoryFilter } from './filter.js';

export type FilterLeaf = Exclude<MemoryFilter, { readonly kind: 'and' | 'or' | 'not' }>;

const nothing: MemoryFilter = { kind: 'or', filters: [] };

/** Weakens a filter to match wherever it may match: unknown conditions count as true, inside a NOT as false. */
export function relaxFilter(
  filter: MemoryFilter,
  isKnown: (leaf: FilterLeaf) => boolean,
  isNegated = false,
): MemoryFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, filters: filter.filters.map((inner) => relaxFilter(inner, isKnown, isNegated)) };
    case 'not':
      return { kind: 'not', filter: relaxFilter(filter.filter, isKnown, !isNegated) };
    default:
      if (isKnown(filter)) return filter;
      return isNegated ? nothing : everything;
  }
}
