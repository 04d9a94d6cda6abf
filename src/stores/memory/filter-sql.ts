import type { Instants, Json, MemoryFilter, Range } from '@memory-gateway/memory-engine';
import { entityColumns } from './memory-row.js';

export interface SqlCondition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * Compiles a filter into one condition on the table `memories m`, for lists, searches and deletions. Every value of the
 * caller is a parameter, starting with `$firstParameter`. Text is compared literally, so `%` and `_` have no special
 * meaning. The condition may be NULL instead of false; negations account for that.
 */
export function compileFilter(filter: MemoryFilter, firstParameter: number): SqlCondition {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${firstParameter + values.push(value) - 1}`;
  return { sql: compile(filter, bind), values };
}

type Bind = (value: unknown) => string;

function compile(filter: MemoryFilter, bind: Bind): string {
  switch (filter.kind) {
    case 'and':
      return join(filter.filters, { bind, operator: 'AND', empty: 'true' });
    case 'or':
      return join(filter.filters, { bind, operator: 'OR', empty: 'false' });
    case 'not':
      // Not NOT: a NULL condition must count as false.
      return `(${compile(filter.filter, bind)} IS NOT TRUE)`;
    case 'entity':
      return entitySql(filter, bind);
    case 'time':
      return timeSql(filter, bind);
    case 'expiration':
      return expirationSql(filter, bind);
    case 'categories':
      return categoriesSql(filter, bind);
    case 'metadata':
      return metadataSql(filter, bind);
    case 'metadataKey':
      return `(${metadataValue(filter.key, bind)} IS NOT NULL)`;
    case 'metadataRange':
      return metadataRangeSql(filter, bind);
    case 'includes':
      return `(m.metadata @> ${bind(JSON.stringify(filter.value))}::jsonb)`;
    case 'text':
      return textSql(filter, bind(filter.value));
    case 'ids':
      return `(m.id = ANY(${bind(filter.values)}::uuid[]))`;
  }
}

function join(filters: readonly MemoryFilter[], how: { bind: Bind; operator: 'AND' | 'OR'; empty: string }): string {
  if (filters.length === 0) return how.empty;
  return `(${filters.map((filter) => compile(filter, how.bind)).join(` ${how.operator} `)})`;
}

function entitySql(filter: Extract<MemoryFilter, { kind: 'entity' }>, bind: Bind): string {
  const column = `m.${entityColumns[filter.field]}`;
  if (filter.test === 'any') return `(${column} IS NOT NULL)`;
  if (filter.test === 'ne') return `(${column} IS DISTINCT FROM ${bind(filter.values[0])}::text)`;
  // Equality for a single value, which lets the per-entity indexes return rows in list order.
  if (filter.values.length === 1) return `(${column} = ${bind(filter.values[0])}::text)`;
  return `(${column} = ANY(${bind(filter.values)}::text[]))`;
}

const timeColumns = {
  createdAt: 'm.created_at',
  updatedAt: 'm.updated_at',
  eventDate: 'coalesce(m.event_date, m.created_at)',
} as const;

function timeSql(filter: Extract<MemoryFilter, { kind: 'time' }>, bind: Bind): string {
  const column = timeColumns[filter.field];
  const [first] = filter.values;
  if (filter.test === 'in' || filter.test === 'ne' || !first) {
    const from = `${bind(filter.values.map((span) => span.from))}::timestamptz[]`;
    const to = `${bind(filter.values.map((span) => toEnd(span)))}::timestamptz[]`;
    const inside = `EXISTS (SELECT FROM unnest(${from}, ${to}) AS span(from_at, to_at) WHERE ${column} >= span.from_at AND ${column} < span.to_at)`;
    return filter.test === 'ne' ? `(NOT ${inside})` : `(${inside})`;
  }
  const [operator, bound] = boundOf(filter.test, first);
  return `(${column} ${operator} ${bind(bound)}::timestamptz)`;
}

/** Returns the comparison of a time with a period: after its end, or before its start. */
function boundOf(test: Range, period: Instants): readonly [string, string] {
  const [from, to] = [period.from, toEnd(period)];
  return ({ gt: ['>=', to], gte: ['>=', from], lt: ['<', from], lte: ['<', to] } as const)[test];
}

/** Postgres cannot read the end of the last day of the year 9999: `+010000-01-01T00:00:00.000Z`. */
function toEnd({ to }: Instants): string {
  return to.startsWith('+') ? 'infinity' : to;
}

function expirationSql(filter: Extract<MemoryFilter, { kind: 'expiration' }>, bind: Bind): string {
  if (filter.test === 'in') return `(m.expiration_date = ANY(${bind(filter.values)}::date[]))`;
  const operator = { gt: '>', gte: '>=', lt: '<', lte: '<=', ne: 'IS DISTINCT FROM' }[filter.test];
  return `(m.expiration_date ${operator} ${bind(filter.values[0])}::date)`;
}

function categoriesSql(filter: Extract<MemoryFilter, { kind: 'categories' }>, bind: Bind): string {
  const values = `${bind(filter.values)}::text[]`;
  if (filter.test === 'in') return `(m.categories && ${values})`;
  return `(EXISTS (SELECT FROM unnest(m.categories) AS own(name), unnest(${values}) AS wanted(part) WHERE strpos(lower(own.name), lower(wanted.part)) > 0))`;
}

function textSql({ test }: Extract<MemoryFilter, { kind: 'text' }>, wanted: string): string {
  if (test === 'eq') return `(m.text = ${wanted}::text)`;
  if (test === 'contains') return `(strpos(m.text, ${wanted}::text) > 0)`;
  return `(strpos(lower(m.text), lower(${wanted}::text)) > 0)`;
}

type MetadataFilter = Extract<MemoryFilter, { kind: 'metadata' }>;

function metadataValue(key: string, bind: Bind): string {
  const own = `m.metadata -> ${bind(key)}::text`;
  return key.includes('.') ? `coalesce(${own}, m.metadata #> ${bind(key.split('.'))}::text[])` : `(${own})`;
}

function metadataSql(filter: MetadataFilter, bind: Bind): string {
  const json = JSON.stringify(filter.value);
  if (filter.test === 'eq') {
    // memories_metadata_idx serves the containment, which alone would also match supersets of an object or list.
    const contained = holders(filter).map((holder) => `m.metadata @> ${bind(JSON.stringify(holder))}::jsonb`);
    return `((${contained.join(' OR ')}) AND ${metadataValue(filter.key, bind)} = ${bind(json)}::jsonb)`;
  }
  const own = metadataValue(filter.key, bind);
  if (filter.test === 'ne') return `(${own} IS DISTINCT FROM ${bind(json)}::jsonb)`;
  const inList = `WHEN 'array' THEN ${own} @> ${bind(JSON.stringify([filter.value]))}::jsonb`;
  const inText =
    typeof filter.value === 'string'
      ? `WHEN 'string' THEN strpos(${own} #>> '{}', ${bind(filter.value)}::text) > 0`
      : '';
  return `(CASE jsonb_typeof(${own}) ${inList} ${inText} ELSE false END)`;
}

/** Returns the objects of which the metadata contains one if it has the value. */
function holders({ key, value }: MetadataFilter): Json[] {
  const nested = key.split('.').reduceRight<Json>((inner, name) => Object.fromEntries([[name, inner]]), value);
  return key.includes('.') ? [Object.fromEntries([[key, value]]), nested] : [nested];
}

/** No index serves it: it reads the metadata of every memory that the other conditions find. */
function metadataRangeSql({ key, test, value }: Extract<MemoryFilter, { kind: 'metadataRange' }>, bind: Bind): string {
  const own = metadataValue(key, bind);
  if (typeof value === 'number') {
    const operator = { gt: '>', gte: '>=', lt: '<', lte: '<=' }[test];
    return `(CASE jsonb_typeof(${own}) WHEN 'number' THEN (${own})::numeric ${operator} ${bind(value)}::numeric ELSE false END)`;
  }
  const [operator, bound] = boundOf(test, value);
  const text = `${own} #>> '{}'`;
  return `(CASE WHEN jsonb_typeof(${own}) = 'string' AND ${text} !~ '${unknownZone}' THEN metadata_time(${text}) ${operator} ${bind(bound)}::timestamptz ELSE false END)`;
}

/** A time whose zone is beyond those that Postgres reads, up to 15:59. `metadata_time` fails for one. */
const unknownZone = String.raw`[T ].*[+-](1[6-9]|[2-9]\d|\d\d:?[6-9]\d)(:?\d\d)?$`;
