import { ValidationError, type FieldErrors } from '../../errors.js';
import { type EntityField, type MemoryFilter, isStorable, type Json } from '@memory-gateway/memory-engine';
import { findMetadataError, isJsonObject } from '../../validate.js';
import type { EntityIdsInput } from '../memory/add-input.js';

/** Flat deletion filter: each id is literal or `*` (any value), plus metadata. Null means absent; blank is an error. */
export interface FlatDeletionFilter extends EntityIdsInput {
  /** An object, or its JSON text. Matches memories whose metadata contains it. */
  readonly metadata?: unknown;
}

const fields: readonly EntityField[] = ['userId', 'agentId', 'appId', 'runId'];
const notBlank = 'must not be blank: leave it out.';
const metadataBytesMax = 65_536;

const noDeletionFilter =
  'At least one filter is required. To delete everything, set the ids of user, agent, app and run to "*", all four of them and nothing else.';

/** Combines conditions with AND, but only-`*` ids with OR. @throws ValidationError, under `filters` without any */
export function toDeletionFilter(flat: FlatDeletionFilter, filter: MemoryFilter | null = null): MemoryFilter {
  const problems: FieldErrors = {};
  const ids = fields.flatMap((field) => readId(field, flat[field], problems));
  const metadata = readMetadata(flat.metadata, problems);
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  const own = filter && constant(filter) !== true ? [filter] : [];
  const others = [...metadata, ...own];
  if (ids.length + others.length === 0) throw new ValidationError({ filters: [noDeletionFilter] });
  const isWild = ids.every((id) => id.test === 'any') && others.length === 0;
  // Every memory has at least one of the ids, so all four match everything.
  return { kind: isWild ? 'or' : 'and', filters: [...ids, ...others] };
}

type EntityCondition = Extract<MemoryFilter, { kind: 'entity' }>;

function readId(field: EntityField, value: unknown, problems: FieldErrors): EntityCondition[] {
  if (value == null) return [];
  if (typeof value !== 'string') problems[field] = ['must be one text.'];
  else if (!isStorable(value)) problems[field] = ['contains characters that cannot be stored.'];
  // Probably an empty variable of the caller. Ignoring it would delete more than intended.
  else if (value.trim() === '') problems[field] = [notBlank];
  else
    return [
      value === '*'
        ? { kind: 'entity', field, test: 'any', values: [] }
        : { kind: 'entity', field, test: 'in', values: [value] },
    ];
  return [];
}

function readMetadata(given: unknown, problems: FieldErrors): MemoryFilter[] {
  if (given == null) return [];
  if (typeof given === 'string' && given.trim() === '') {
    problems.metadata = [notBlank];
    return [];
  }
  const value = typeof given === 'string' ? parseJson(given) : given;
  const problem = findProblem(value);
  if (problem) problems.metadata = [problem];
  else if (Object.keys(value as object).length > 0) return [{ kind: 'includes', value: value as Json }];
  return [];
}

function findProblem(value: unknown): string | null {
  if (!isJsonObject(value)) return 'must be a JSON object.';
  return Object.hasOwn(value, '__proto__') ? 'The key __proto__ is not allowed.' : findMetadataError(value);
}

function parseJson(text: string): unknown {
  // Parsing a text of a megabyte is not worth the time.
  if (text.length > metadataBytesMax) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a filter is true or false for every memory, or null if it depends. `{}`, `{"AND": []}` and `{"OR":
 * [..., {}]}` match everything and must not delete everything by accident, nor must conditions with an empty text.
 */
function constant(filter: MemoryFilter): boolean | null {
  if (filter.kind === 'not') {
    const inner = constant(filter.filter);
    return inner === null ? null : !inner;
  }
  if ('filters' in filter) {
    const inner = filter.filters.map(constant);
    const decisive = filter.kind === 'or';
    if (inner.includes(decisive)) return decisive;
    return inner.includes(null) ? null : !decisive;
  }
  if (filter.kind === 'text') return filter.test !== 'eq' && filter.value === '' ? true : null;
  if (isOpen(filter)) return true;
  if (!('values' in filter) || filter.values.length > 0) return null;
  return filter.kind === 'entity' && filter.test === 'any' ? null : false;
}

/** Whether the condition compares with an empty text, which every value contains or differs from. */
function isOpen(filter: MemoryFilter): boolean {
  const isBlank = (value: string) => value.trim() === '';
  if (filter.kind === 'categories') return filter.test === 'contains' && filter.values.some(isBlank);
  return filter.kind === 'entity' && filter.test === 'ne' && filter.values.length > 0 && filter.values.every(isBlank);
}
