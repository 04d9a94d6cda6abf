import { ValidationError } from '../../src/errors.js';
import { isJsonObject } from '../../src/validate.js';
import { readOwners } from './owners.js';

type Filter = Readonly<Record<string, unknown>>;

// Fields of the filter language. These routes treat all other names as metadata keys.
const known = new Set([
  ...[
    'user_id',
    'agent_id',
    'app_id',
    'run_id',
    'created_at',
    'updated_at',
    'expiration_date',
    'categories',
    'metadata',
    'memory_ids',
  ],
  ...['text', 'keywords', 'keywords_search'],
]);
const logic: Readonly<Record<string, string>> = {
  AND: 'AND',
  OR: 'OR',
  NOT: 'NOT',
  $and: 'AND',
  $or: 'OR',
  $not: 'NOT',
};

/**
 * Converts a filter of these routes, with metadata keys on the top level, to the filter language.
 * @throws ValidationError without an owner on the top level, and for unsupported metadata operators
 */
export function searchFilter(filters: Filter, owners: Filter): Filter {
  const top = { ...filters, ...owners };
  const named = ['user_id', 'agent_id', 'app_id', 'run_id']
    .filter((name) => typeof top[name] !== 'string' || top[name].trim() !== '')
    .filter((name) => top[name] != null);
  if (named.length === 0)
    throw new ValidationError({
      filters: ['filters must name at least one of user_id, agent_id, run_id at the top level.'],
    });
  const texts = Object.fromEntries(
    named.filter((name) => typeof top[name] === 'string').map((name) => [name, top[name] as string]),
  );
  const rest = Object.fromEntries(Object.entries(top).filter(([name]) => !(name in texts) && (top[name] ?? '') !== ''));
  return { ...translate(rest), ...readOwners(texts) };
}

function translate(filter: Filter): Filter {
  const parts: Filter[] = Object.entries(filter).map(([key, value]) => {
    const operator = logic[key];
    if (operator) return { [operator]: Array.isArray(value) ? value.map(translateIfObject) : translateIfObject(value) };
    if (known.has(key)) return { [key]: value };
    return metadataCondition(key, value);
  });
  return parts.length === 1 ? (parts[0] ?? {}) : { AND: parts };
}

function translateIfObject(value: unknown): unknown {
  return isJsonObject(value) ? translate(value) : value;
}

function metadataCondition(key: string, value: unknown): Filter {
  const name = `metadata.${key}`;
  if (Array.isArray(value)) return anyOf(name, value);
  if (!isJsonObject(value)) return { [name]: { eq: value } };
  const parts = Object.entries(value).map(([operator, wanted]): Filter => {
    switch (operator) {
      case 'in':
        return anyOf(name, asList(key, operator, wanted));
      case 'nin':
        return { NOT: [anyOf(name, asList(key, operator, wanted))] };
      case 'eq':
      case 'ne':
      case 'contains':
        return { [name]: { [operator]: wanted } };
      default:
        throw new ValidationError({
          filters: [
            `Unsupported operator ${JSON.stringify(operator.slice(0, 40))} on metadata: eq, ne, in, nin and contains are known.`,
          ],
        });
    }
  });
  return { AND: parts };
}

function anyOf(name: string, values: readonly unknown[]): Filter {
  return { OR: values.map((value) => ({ [name]: { eq: value } })) };
}

function asList(key: string, operator: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ValidationError({ filters: [`${JSON.stringify(key.slice(0, 40))}: ${operator} takes a list.`] });
}
