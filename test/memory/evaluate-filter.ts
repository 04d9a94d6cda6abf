import type { MemoryFilter, Instants } from '@memory-gateway/memory-engine';
import type { MemoryRow } from '../../src/stores/memory/memory-row.js';

/** A second implementation of the filter language without a database, which the SQL must agree with. */
export function matches(row: MemoryRow, filter: MemoryFilter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((inner) => matches(row, inner));
    case 'or':
      return filter.filters.some((inner) => matches(row, inner));
    case 'not':
      return !matches(row, filter.filter);
    case 'entity': {
      const own = row[filter.field];
      if (filter.test === 'any') return own !== null;
      return filter.test === 'ne' ? own !== filter.values[0] : own !== null && filter.values.includes(own);
    }
    case 'time':
      return timeMatches((row[filter.field] ?? row.createdAt).getTime(), filter);
    case 'expiration':
      return dayMatches(row.expirationDate, filter);
    case 'categories': {
      const own = row.categories ?? [];
      if (filter.test === 'in') return own.some((category) => filter.values.includes(category));
      return own.some((category) => filter.values.some((part) => category.toLowerCase().includes(part.toLowerCase())));
    }
    case 'metadata':
      return metadataMatches(row, filter);
    case 'metadataKey':
      return valueOf(row, filter.key) !== undefined;
    case 'metadataRange':
      return rangeMatches(valueOf(row, filter.key), filter);
    case 'includes':
      return row.metadata !== null && includes(row.metadata, filter.value);
    case 'text':
      if (filter.test === 'eq') return row.text === filter.value;
      return filter.test === 'contains'
        ? row.text.includes(filter.value)
        : row.text.toLowerCase().includes(filter.value.toLowerCase());
    case 'ids':
      return filter.values.includes(row.id);
  }
}

function timeMatches(at: number, filter: Extract<MemoryFilter, { kind: 'time' }>): boolean {
  const within = ({ from, to }: Instants) => at >= Date.parse(from) && at < Date.parse(to);
  const [first] = filter.values;
  if (filter.test === 'in') return filter.values.some(within);
  if (!first) return false;
  const tests = {
    gt: at >= Date.parse(first.to),
    gte: at >= Date.parse(first.from),
    lt: at < Date.parse(first.from),
    lte: at < Date.parse(first.to),
  };
  return filter.test === 'ne' ? !within(first) : tests[filter.test];
}

function dayMatches(own: string | null, filter: Extract<MemoryFilter, { kind: 'expiration' }>): boolean {
  const first = filter.values[0] ?? '';
  if (filter.test === 'ne') return own !== first;
  if (own === null) return false;
  return { in: filter.values.includes(own), gt: own > first, gte: own >= first, lt: own < first, lte: own <= first }[
    filter.test
  ];
}

/** Returns the value of a key as it stands, or else inside of objects. */
function valueOf({ metadata }: MemoryRow, key: string): unknown {
  if (metadata === null) return undefined;
  if (Object.hasOwn(metadata, key)) return metadata[key];
  return key.split('.').reduce<unknown>((own, name) => {
    if (typeof own !== 'object' || own === null || !Object.hasOwn(own, name)) return undefined;
    return (own as Record<string, unknown>)[name];
  }, metadata);
}

function rangeMatches(own: unknown, { test, value }: Extract<MemoryFilter, { kind: 'metadataRange' }>): boolean {
  if (typeof value !== 'number') {
    if (typeof own !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(own) || Number.isNaN(Date.parse(own))) return false;
    const at = Date.parse(own);
    // Date.parse takes 31 February for 3 March.
    if (new Date(at).toISOString().slice(0, 10) !== own.slice(0, 10)) return false;
    return {
      gt: at >= Date.parse(value.to),
      gte: at >= Date.parse(value.from),
      lt: at < Date.parse(value.from),
      lte: at < Date.parse(value.to),
    }[test];
  }
  return typeof own === 'number' && { gt: own > value, gte: own >= value, lt: own < value, lte: own <= value }[test];
}

function metadataMatches(row: MemoryRow, { key, test, value }: Extract<MemoryFilter, { kind: 'metadata' }>): boolean {
  const own = valueOf(row, key);
  const equal = own !== undefined && JSON.stringify(own) === JSON.stringify(value);
  if (test === 'eq') return equal;
  if (test === 'ne') return !equal;
  if (typeof own === 'string') return typeof value === 'string' && own.includes(value);
  return Array.isArray(own) && own.some((item) => JSON.stringify(item) === JSON.stringify(value));
}

/** JSON containment like jsonb, for an object on the left. */
function includes(own: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(own) && wanted.every((each) => own.some((item) => includes(item, each)));
  if (typeof wanted !== 'object' || wanted === null) return own === wanted;
  if (typeof own !== 'object' || own === null || Array.isArray(own)) return false;
  const fields = own as Record<string, unknown>;
  return Object.entries(wanted).every(([key, value]) => Object.hasOwn(fields, key) && includes(fields[key], value));
}
