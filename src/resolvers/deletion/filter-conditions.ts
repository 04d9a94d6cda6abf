import type { Comparison, MemoryFilter, Json, Range } from '@memory-gateway/memory-engine';

/** Conditions on an entity id. Undefined conditions were not requested. */
export interface EntityIdConditions {
  readonly isSet?: boolean;
  readonly in?: readonly string[];
  readonly ne?: string;
}

/** Conditions on a time or a day. */
export interface ComparisonConditions<Value> {
  readonly gt?: Value;
  readonly gte?: Value;
  readonly lt?: Value;
  readonly lte?: Value;
  readonly ne?: Value;
  readonly in?: readonly Value[];
}

/** Condition on a metadata key, or on the whole metadata if `key` is null. */
export interface MetadataCondition {
  readonly key: string | null;
  readonly operator: 'eq' | 'ne' | 'contains' | 'includes' | 'exists' | Range;
  readonly value: Json;
}

/** A filter in the shape of the GraphQL input `MemoryFilter`. A memory must meet all conditions. */
export interface FilterConditions {
  readonly and?: readonly FilterConditions[];
  readonly or?: readonly FilterConditions[];
  readonly not?: readonly FilterConditions[];
  readonly userId?: EntityIdConditions;
  readonly agentId?: EntityIdConditions;
  readonly appId?: EntityIdConditions;
  readonly runId?: EntityIdConditions;
  readonly createdAt?: ComparisonConditions<Date>;
  readonly updatedAt?: ComparisonConditions<Date>;
  readonly eventDate?: ComparisonConditions<Date>;
  readonly expirationDate?: ComparisonConditions<string>;
  readonly categories?: { readonly in?: readonly string[]; readonly contains?: readonly string[] };
  readonly keywords?: { readonly eq?: string; readonly contains?: string; readonly icontains?: string };
  readonly metadata?: readonly MetadataCondition[];
  readonly ids?: readonly string[];
}

/** Converts a parsed filter to conditions. Returns an empty object for a filter that matches everything. */
export function toConditions(filter: MemoryFilter | null): FilterConditions {
  if (filter === null) return {};
  switch (filter.kind) {
    case 'and':
      return merge(filter.filters.map(toConditions));
    case 'or':
      return { or: filter.filters.map(toConditions) };
    case 'not':
      return { not: [toConditions(filter.filter)] };
    case 'entity':
      return { [filter.field]: entityConditions(filter.test, filter.values) };
    case 'time':
      return timeConditions(filter);
    case 'expiration':
      return { expirationDate: comparison(filter.test, filter.values) };
    case 'categories':
      return { categories: { [filter.test]: filter.values } };
    case 'metadata':
      return { metadata: [{ key: filter.key, operator: filter.test, value: filter.value }] };
    case 'metadataKey':
      return { metadata: [{ key: filter.key, operator: 'exists', value: true }] };
    case 'metadataRange':
      return { metadata: [{ key: filter.key, operator: filter.test, value: toBound(filter) }] };
    case 'includes':
      return { metadata: [{ key: null, operator: 'includes', value: filter.value }] };
    case 'text':
      return { keywords: { [filter.test]: filter.value } };
    case 'ids':
      return { ids: filter.values };
  }
}

function entityConditions(test: 'any' | 'in' | 'ne', values: readonly string[]): EntityIdConditions {
  if (test === 'any') return { isSet: true };
  return test === 'in' ? { in: values } : { ne: values[0] ?? '' };
}

function comparison<Value>(test: Comparison, values: readonly Value[]): ComparisonConditions<Value> {
  return test === 'in' ? { in: values } : { [test]: values[0] };
}

type TimeFilter = Extract<MemoryFilter, { kind: 'time' }>;

/** A value may be a whole day. Comparisons use its first or last millisecond; `in` and `ne` become ranges. */
function timeConditions({ field, test, values }: TimeFilter): FilterConditions {
  const periods = values.map(({ from, to }) => ({ first: new Date(from), last: new Date(Date.parse(to) - 1) }));
  if (test === 'gt' || test === 'lte') return { [field]: { [test]: periods[0]?.last } };
  if (test === 'gte' || test === 'lt') return { [field]: { [test]: periods[0]?.first } };
  if (periods.every(({ first, last }) => first.getTime() === last.getTime())) {
    const times = periods.map(({ first }) => first);
    return { [field]: comparison(test, times) };
  }
  const ranges = periods.map(({ first, last }) => ({ [field]: { gte: first, lte: last } }));
  return test === 'ne' ? { not: ranges } : merge([ranges.length === 1 && ranges[0] ? ranges[0] : { or: ranges }]);
}

/** Returns the number, or the first or last millisecond of the period. */
function toBound({ test, value }: Extract<MemoryFilter, { kind: 'metadataRange' }>): Json {
  if (typeof value === 'number') return value;
  return test === 'gt' || test === 'lte' ? new Date(Date.parse(value.to) - 1).toISOString() : value.from;
}

/** Merges conditions into one object, or into a list under `and` if a condition occurs twice. */
function merge(parts: readonly FilterConditions[]): FilterConditions {
  const merged: Record<string, unknown> = {};
  for (const part of parts) {
    for (const [key, conditions] of Object.entries(part) as [string, object][]) {
      const known = merged[key];
      if (known === undefined) merged[key] = conditions;
      else if (key === 'metadata' || key === 'and' || key === 'not')
        merged[key] = [...(known as unknown[]), ...(conditions as unknown[])];
      else if (Array.isArray(conditions) || sharesKey(known as object, conditions)) return { and: parts };
      else merged[key] = { ...(known as object), ...conditions };
    }
  }
  return merged;
}

const sharesKey = (one: object, other: object): boolean => Object.keys(other).some((key) => Object.hasOwn(one, key));
