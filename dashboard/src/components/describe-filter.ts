import { isObject } from './is-object.js';
import { filterTexts as words } from '../texts/filter.js';
import { toDay, toUtc } from './format-date.js';

type Owner = keyof typeof words.ids;
type Time = keyof typeof words.times;

const owners: Readonly<Record<string, Owner>> = { user_id: 'user', agent_id: 'agent', app_id: 'app', run_id: 'run' };
const times: Readonly<Record<string, Time>> = {
  created_at: 'created',
  timestamp: 'created',
  updated_at: 'updated',
  event_date: 'event',
  expiration_date: 'expiration',
};

/**
 * Returns the conditions of a filter as texts, e.g. "User ada" and "Created before 3 Mar 2026". A memory must meet all of them.
 * @param filter filter in the filter language of the REST API
 */
export function describeFilter(filter: unknown): string[] {
  if (!isObject(filter)) return filter == null ? [] : [JSON.stringify(filter)];
  const { entity_type: type, entity_id: id, ...others } = filter;
  const entity = type === undefined ? [] : [words.isId(toOwnerName(type), toText(id))];
  return [...entity, ...Object.entries(others).flatMap(([key, value]) => describeField(key, value))];
}

function describeField(key: string, value: unknown): string[] {
  const name = toSnakeCase(key);
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  const owner = owners[name];
  const time = times[name];
  if (owner) return toConditions(value).map(([operator, wanted]) => describeOwner(owner, operator, wanted));
  if (time) return toConditions(value).map(([operator, wanted]) => describeTime(time, operator, wanted));
  switch (name) {
    case 'AND':
      return list.flatMap(describeFilter);
    case 'OR':
      return [words.either(list.map(toGroup))];
    case 'NOT':
      return list.map((each) => words.not(toGroup(each)));
    case 'filters':
      return describeFilter(value);
    case 'erased':
      return [words.erased];
    case 'categories':
      return toConditions(value).map(([operator, wanted]) =>
        words.category(operator === 'contains' ? toAll(wanted) : toEither(wanted)),
      );
    case 'metadata':
      return isObject(value) ? Object.entries(value).flatMap(([part, wanted]) => describeMetadata(part, wanted)) : [];
    case 'keywords':
    case 'keywords_search':
    case 'text':
      return toConditions(value).map(([operator, wanted]) =>
        (isObject(value) && operator === 'eq' ? words.wholeText : words.text)(toText(wanted)),
      );
    case 'memory_ids':
      return toConditions(value).map(([, wanted]) => words.memories(Array.isArray(wanted) ? wanted.length : 1));
    default:
      return [words.other(key, toText(value))];
  }
}

function describeOwner(owner: Owner, operator: string, wanted: unknown): string {
  if (operator === 'any' || [wanted].flat().includes('*')) return words.anyId[owner];
  return (operator === 'ne' ? words.isNotId : words.isId)(words.ids[owner], toEither(wanted));
}

function describeTime(time: Time, operator: string, wanted: unknown): string {
  const name = words.times[time];
  const value = words.either([wanted].flat().map(toMoment));
  const compare = words.compare[operator as keyof typeof words.compare] as typeof words.compare.eq | undefined;
  return compare?.(name, value) ?? words.other(name, toText({ [operator]: wanted }));
}

function describeMetadata(key: string, value: unknown): string[] {
  return toConditions(value).map(([operator, wanted]) => {
    if (operator === 'exists') return words.exists(key, wanted !== false);
    const compare = words.metadata[operator as keyof typeof words.metadata] as typeof words.metadata.eq | undefined;
    return compare?.(key, toEither(wanted)) ?? words.metadata.eq(key, toText({ [operator]: wanted }));
  });
}

/** Returns operators with their values. A bare value means equal, a bare list one of its values. */
function toConditions(value: unknown): [operator: string, wanted: unknown][] {
  if (isObject(value)) return Object.entries(value);
  return [[Array.isArray(value) ? 'in' : 'eq', value]];
}

/** Whether a text is read as one condition beside others is up to its parentheses. */
function toGroup(filter: unknown): string {
  const conditions = describeFilter(filter);
  const text = words.both(conditions);
  return conditions.length > 1 ? words.group(text) : text;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const toEither = (value: unknown): string => words.either([value].flat().map(toText));
const toAll = (value: unknown): string => words.both([value].flat().map(toText));
const toSnakeCase = (key: string): string =>
  /^(AND|OR|NOT)$/.test(key) ? key : key.replace(/[A-Z]/g, '_$&').toLowerCase();

function toOwnerName(type: unknown): string {
  const name = toText(type).toLowerCase();
  return name in words.ids ? words.ids[name as Owner] : name;
}

/** Returns the day of a day or of a midnight in UTC, and the time of others. Numbers are seconds since 1970. */
function toMoment(value: unknown): string {
  const at = new Date(typeof value === 'number' ? value * 1_000 : toText(value));
  if (Number.isNaN(at.getTime())) return toText(value);
  const iso = at.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? toDay(iso) : toUtc(iso, true);
}
