import { InputError } from '../input-error.js';
import { isJsonObject, isStorable, jsonDepthMax, toStorableJson, type Json } from './filter-values.js';
import { readDay, readInstants, type Instants } from './filter-times.js';

export type EntityField = 'userId' | 'agentId' | 'appId' | 'runId';

export type Range = 'gt' | 'gte' | 'lt' | 'lte';

export type Comparison = Range | 'ne' | 'in';

/**
 * A condition on memories. A column without a value matches only the tests `none` and `ne`. Only {@link parseFilter}
 * and the deletion filter create conditions, so every value is safe for the database.
 */
export type MemoryFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly MemoryFilter[] }
  | { readonly kind: 'not'; readonly filter: MemoryFilter }
  /** `any`: has a value. */
  | {
      readonly kind: 'entity';
      readonly field: EntityField;
      readonly test: 'any' | 'in' | 'ne';
      readonly values: readonly string[];
    }
  | {
      readonly kind: 'time';
      readonly field: 'createdAt' | 'updatedAt' | 'eventDate';
      readonly test: Comparison;
      readonly values: readonly Instants[];
    }
  /** Dates as `YYYY-MM-DD`. */
  | { readonly kind: 'expiration'; readonly test: Comparison; readonly values: readonly string[] }
  /** `in`: has one of the categories. `contains`: a category contains the text, ignoring case. */
  | { readonly kind: 'categories'; readonly test: 'in' | 'contains'; readonly values: readonly string[] }
  /** A key with dots names a key inside of objects, unless the metadata has it as it stands. */
  | { readonly kind: 'metadata'; readonly key: string; readonly test: 'eq' | 'ne' | 'contains'; readonly value: Json }
  | { readonly kind: 'metadataKey'; readonly key: string }
  /** Compares numbers with a number, and dates and times as text in ISO 8601 with a period. Other values do not match. */
  | {
      readonly kind: 'metadataRange';
      readonly key: string;
      readonly test: Range;
      readonly value: number | Instants;
    }
  /** The metadata contains this object, as defined by JSON containment in Postgres. */
  | { readonly kind: 'includes'; readonly value: Json }
  | { readonly kind: 'text'; readonly test: 'eq' | 'contains' | 'icontains'; readonly value: string }
  | { readonly kind: 'ids'; readonly values: readonly string[] };

const maxDepth = 20;
const maxConditions = 500;
const maxListLength = 1000;

const allowedKeys =
  'AND, OR, NOT, user_id, agent_id, app_id, run_id, created_at, updated_at, timestamp, event_date, expiration_date, text, categories, ' +
  'metadata, keywords_search, memory_ids, keywords';

export const everything: MemoryFilter = { kind: 'and', filters: [] };

/** Parses the filter language of the memory API, where a date is a whole UTC day. @throws InputError */
export function parseFilter(input: unknown): MemoryFilter {
  if (input == null) return everything;
  const budget = { conditions: 0 };
  return parseNode(input, { depth: 1, budget });
}

/** Whether the filter names an entity outside of every NOT, which the REST API requires for lists and searches. */
export function hasPositiveEntity(filter: MemoryFilter): boolean {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.filters.some(hasPositiveEntity);
  return filter.kind === 'entity' && filter.test !== 'ne';
}

interface Place {
  readonly depth: number;
  readonly budget: { conditions: number };
}

function parseNode(input: unknown, place: Place): MemoryFilter {
  if (place.depth > maxDepth) throw refuse(`Filters may be nested ${maxDepth} deep at most.`);
  const entries = Object.entries(asObject(input, 'A filter'));
  return and(entries.flatMap(([key, value]) => parseKey(key, value, place)));
}

function parseKey(key: string, value: unknown, place: Place): MemoryFilter[] {
  const inner = { ...place, depth: place.depth + 1 };
  if (key === 'AND' || key === 'OR') {
    const filters = asList(value, key).map((item) => parseNode(item, inner));
    return [key === 'AND' ? and(filters) : { kind: 'or', filters }];
  }
  if (key === 'NOT') {
    const filters = (Array.isArray(value) ? asList(value, key) : [value]).map((item) => parseNode(item, inner));
    return filters.map((filter) => ({ kind: 'not', filter }));
  }
  const conditions = parseField(key, value);
  place.budget.conditions += conditions.reduce((sum, each) => sum + (each.kind === 'or' ? each.filters.length : 1), 0);
  if (place.budget.conditions > maxConditions) throw refuse(`A filter may have ${maxConditions} conditions at most.`);
  return conditions;
}

function timeConditions(
  { key, field }: { key: string; field: 'createdAt' | 'updatedAt' | 'eventDate' },
  value: unknown,
): MemoryFilter[] {
  const toValues = (values: readonly unknown[]) => values.map((at) => readInstants(at, key));
  return comparisons(key, value).map(({ test, values }) => ({ kind: 'time', field, test, values: toValues(values) }));
}

function parseField(key: string, value: unknown): MemoryFilter[] {
  if (key.startsWith('metadata.')) return metadataConditions(key.slice('metadata.'.length), value);
  switch (key) {
    case 'user_id':
    case 'userId':
      return entityConditions({ key, field: 'userId' }, value);
    case 'agent_id':
    case 'agentId':
      return entityConditions({ key, field: 'agentId' }, value);
    case 'app_id':
    case 'appId':
      return entityConditions({ key, field: 'appId' }, value);
    case 'run_id':
    case 'runId':
      return entityConditions({ key, field: 'runId' }, value);
    case 'created_at':
    case 'timestamp':
      return timeConditions({ key, field: 'createdAt' }, value);
    case 'updated_at':
      return timeConditions({ key, field: 'updatedAt' }, value);
    case 'event_date':
      return timeConditions({ key, field: 'eventDate' }, value);
    case 'expiration_date':
      return comparisons(key, value).map(({ test, values }) => ({
        kind: 'expiration',
        test,
        values: values.map((at) => readDay(at, key)),
      }));
    case 'categories':
      return categoryConditions(value);
    case 'metadata':
      return Object.entries(asObject(value, 'metadata')).flatMap(([name, wanted]) => metadataConditions(name, wanted));
    case 'keywords':
    case 'keywords_search':
    case 'text':
      return textConditions(key, value);
    case 'memory_ids':
      return [
        { kind: 'ids', values: operators(key, value, ['in']).flatMap(([, list]) => asList(list, key).map(asUuid)) },
      ];
    default:
      throw refuse(`Unknown filter key ${quote(key)}. Allowed keys: ${allowedKeys}.`);
  }
}

function entityConditions({ key, field }: { key: string; field: EntityField }, value: unknown): MemoryFilter[] {
  return operators(key, value, ['eq', 'ne', 'in']).map(([operator, wanted]) => {
    const values = operator === 'in' ? asList(wanted, key).map((item) => asText(item, key)) : [asText(wanted, key)];
    if (!values.includes('*')) return { kind: 'entity', field, test: operator === 'ne' ? 'ne' : 'in', values };
    if (operator === 'ne') throw refuse(`${key}: "*" cannot be used with ne; negate {"${key}": "*"} with NOT.`);
    return { kind: 'entity', field, test: 'any', values: [] };
  });
}

function comparisons(key: string, value: unknown): { test: Comparison; values: readonly unknown[] }[] {
  const given = isJsonObject(value)
    ? operators(key, value, ['gt', 'gte', 'lt', 'lte', 'ne', 'in'])
    : [['in', [value]] as const];
  return given.map(([operator, wanted]) => ({
    test: operator as Comparison,
    values: operator === 'in' ? asList(wanted, key) : [wanted],
  }));
}

function categoryConditions(value: unknown): MemoryFilter[] {
  const key = 'categories';
  return operators(key, value, ['in', 'contains']).map(([operator, wanted]) => {
    const values = Array.isArray(wanted) ? asList(wanted, key) : [wanted];
    return {
      kind: 'categories',
      test: operator === 'contains' ? 'contains' : 'in',
      values: values.map((item) => asText(item, key)),
    };
  });
}

const metadataOperators = ['eq', 'ne', 'contains', 'in', 'gt', 'gte', 'lt', 'lte', 'exists'];

function metadataConditions(key: string, value: unknown): MemoryFilter[] {
  if (!isStorable(key)) throw refuse('A metadata key contains characters that cannot be stored.');
  if (key.split('.').length > jsonDepthMax)
    throw refuse(`metadata, ${quote(key)}: a key may have ${jsonDepthMax} parts at most.`);
  // A bare list is the value itself.
  const given = Array.isArray(value) ? { eq: value } : value;
  return operators(`metadata.${key}`, given, metadataOperators).map(([operator, wanted]) =>
    metadataCondition({ key, operator }, wanted),
  );
}

function metadataCondition({ key, operator }: { key: string; operator: string }, wanted: unknown): MemoryFilter {
  const problem = toStorableJson(wanted);
  if (problem) throw refuse(`metadata, ${quote(key)} ${problem}`);
  switch (operator) {
    case 'in': {
      const values = asList(wanted, `metadata.${key}`);
      return {
        kind: 'or',
        filters: values.map((each) => ({ kind: 'metadata', key, test: 'eq', value: each as Json })),
      };
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { kind: 'metadataRange', key, test: operator, value: readBound(wanted, { key, operator }) };
    case 'exists': {
      if (typeof wanted !== 'boolean') throw refuse(`metadata, ${quote(key)}: exists is true or false.`);
      const exists = { kind: 'metadataKey', key } as const;
      return wanted ? exists : { kind: 'not', filter: exists };
    }
    default:
      if (operator === 'contains' && typeof wanted === 'object' && wanted !== null)
        throw refuse(`metadata, ${quote(key)}: contains takes one plain value.`);
      return { kind: 'metadata', key, test: operator as 'eq' | 'ne' | 'contains', value: wanted as Json };
  }
}

function readBound(value: unknown, { key, operator }: { key: string; operator: string }): number | Instants {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^\d{4}-/.test(value)) return readInstants(value, `metadata.${key}`);
  throw refuse(`${quote(`metadata.${key}`)}: ${operator} takes a number, or a date or time in ISO 8601.`);
}

function textConditions(key: string, value: unknown): MemoryFilter[] {
  return operators(key, value, ['icontains', 'contains', 'eq']).map(([operator, wanted]) => {
    return { kind: 'text', test: operator as 'eq' | 'contains' | 'icontains', value: asText(wanted, key) };
  });
}

/** Returns the operators of a field with their operands. A bare value uses the first allowed one (`in` for a list). */
function operators(key: string, value: unknown, allowed: readonly string[]): (readonly [string, unknown])[] {
  if (Array.isArray(value) && allowed.includes('in')) return [['in', value]];
  if (!isJsonObject(value)) return [[allowed[0] ?? 'eq', value]];
  const entries = Object.entries(value);
  const unknown = entries.find(([operator]) => !allowed.includes(operator));
  if (unknown) throw refuse(`${quote(key)}: unknown operator ${quote(unknown[0])}. Allowed: ${allowed.join(', ')}.`);
  if (entries.length === 0) throw refuse(`${quote(key)}: an operator is missing. Allowed: ${allowed.join(', ')}.`);
  return entries;
}

function and(filters: readonly MemoryFilter[]): MemoryFilter {
  const [only] = filters;
  return only && filters.length === 1 ? only : { kind: 'and', filters };
}

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (!isJsonObject(value)) throw refuse(`${what} must be an object.`);
  return value;
}

function asList(value: unknown, key: string): readonly unknown[] {
  if (!Array.isArray(value)) throw refuse(`${quote(key)} must be a list here.`);
  if (value.length > maxListLength) throw refuse(`${quote(key)}: a list may hold ${maxListLength} values at most.`);
  return value;
}

function asText(value: unknown, key: string): string {
  if (typeof value !== 'string') throw refuse(`${quote(key)} must be compared with text.`);
  if (!isStorable(value)) throw refuse(`${quote(key)} contains characters that cannot be stored.`);
  return value;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function asUuid(value: unknown): string {
  if (typeof value !== 'string' || !uuid.test(value)) throw refuse('memory_ids must be valid UUIDs.');
  return value.toLowerCase();
}

// Keys come from the caller and are repeated in a message, so they are truncated and escaped.
function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}

function refuse(problem: string): InputError {
  return new InputError({ filters: [problem] });
}
