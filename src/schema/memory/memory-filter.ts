import { isUuid } from '../../ids.js';
import { ValidationError } from '../../errors.js';
import { readFilter } from '../../resolvers/memory/read-filter.js';
import { toCamelCase } from '../../snake-case.js';
import { builder } from '../builder.js';

const EntityIdFilter = builder.inputType('EntityIdFilter', {
  description: 'Conditions on an entity ID. An ID matches if it meets all of them.',
  fields: (t) => ({
    eq: t.string({ description: 'Matches exactly this ID.' }),
    ne: t.string({ description: 'Matches any other ID, and memories without an ID.' }),
    in: t.stringList({ description: 'Matches any of these IDs.' }),
    isSet: t.boolean({ description: 'True matches memories with an ID, false those without one.' }),
  }),
});

const TimeFilter = builder.inputType('TimeFilter', {
  description: 'Conditions on a time. A time matches if it meets all of them.',
  fields: (t) => ({
    eq: t.field({ type: 'DateTime', description: 'Matches times within this millisecond.' }),
    gt: t.field({ type: 'DateTime', description: 'Matches later times.' }),
    gte: t.field({ type: 'DateTime', description: 'Matches this time and later times.' }),
    lt: t.field({ type: 'DateTime', description: 'Matches earlier times.' }),
    lte: t.field({ type: 'DateTime', description: 'Matches this time and earlier times.' }),
    ne: t.field({ type: 'DateTime', description: 'Matches times outside this millisecond.' }),
    in: t.field({ type: ['DateTime'], description: 'Matches times within one of these milliseconds.' }),
  }),
});

const DayFilter = builder.inputType('DayFilter', {
  description: 'Conditions on a calendar day. A day matches if it meets all of them.',
  fields: (t) => ({
    eq: t.field({ type: 'LocalDate', description: 'Matches this day.' }),
    gt: t.field({ type: 'LocalDate', description: 'Matches later days.' }),
    gte: t.field({ type: 'LocalDate', description: 'Matches this day and later days.' }),
    lt: t.field({ type: 'LocalDate', description: 'Matches earlier days.' }),
    lte: t.field({ type: 'LocalDate', description: 'Matches this day and earlier days.' }),
    ne: t.field({ type: 'LocalDate', description: 'Matches any other day, and memories without one.' }),
    in: t.field({ type: ['LocalDate'], description: 'Matches any of these days.' }),
  }),
});

const CategoriesFilter = builder.inputType('CategoriesFilter', {
  description: 'Conditions on the categories of a memory.',
  fields: (t) => ({
    eq: t.string({ description: 'Matches memories with this category, case-sensitive.' }),
    in: t.stringList({ description: 'Matches memories with one of these categories, case-sensitive.' }),
    contains: t.string({ description: 'Matches memories with a category that contains this text, case-insensitive.' }),
  }),
});

const KeywordsFilter = builder.inputType('KeywordsFilter', {
  description: 'Conditions on the text of a memory.',
  fields: (t) => ({
    eq: t.string({ description: 'Matches texts that are exactly this text, case-sensitive.' }),
    contains: t.string({ description: 'Matches texts that contain this text, case-sensitive.' }),
    icontains: t.string({ description: 'Matches texts that contain this text, case-insensitive.' }),
  }),
});

/** Typed form of the REST API's filter language. */
export interface MemoryFilterInput {
  and?: MemoryFilterInput[] | null;
  or?: MemoryFilterInput[] | null;
  not?: MemoryFilterInput[] | null;
  userId?: typeof EntityIdFilter.$inferInput | null;
  agentId?: typeof EntityIdFilter.$inferInput | null;
  appId?: typeof EntityIdFilter.$inferInput | null;
  runId?: typeof EntityIdFilter.$inferInput | null;
  createdAt?: typeof TimeFilter.$inferInput | null;
  updatedAt?: typeof TimeFilter.$inferInput | null;
  eventDate?: typeof TimeFilter.$inferInput | null;
  expirationDate?: typeof DayFilter.$inferInput | null;
  categories?: typeof CategoriesFilter.$inferInput | null;
  keywords?: typeof KeywordsFilter.$inferInput | null;
  metadata?: NonNullable<unknown> | null;
  ids?: string[] | null;
}

export const MemoryFilter = builder.inputRef<MemoryFilterInput>('MemoryFilter').implement({
  description: 'Conditions on memories. A memory matches if it meets all of them.',
  fields: (t) => ({
    and: t.field({ type: [MemoryFilter], description: 'Matches if all of these filters match.' }),
    or: t.field({ type: [MemoryFilter], description: 'Matches if at least one of these filters matches.' }),
    not: t.field({ type: [MemoryFilter], description: 'Matches if none of these filters match.' }),
    userId: t.field({ type: EntityIdFilter, description: 'Matches the user ID.' }),
    agentId: t.field({ type: EntityIdFilter, description: 'Matches the agent ID.' }),
    appId: t.field({ type: EntityIdFilter, description: 'Matches the app ID.' }),
    runId: t.field({ type: EntityIdFilter, description: 'Matches the run (session) ID.' }),
    createdAt: t.field({ type: TimeFilter, description: 'Matches the creation time.' }),
    updatedAt: t.field({ type: TimeFilter, description: 'Matches the time of the last change.' }),
    eventDate: t.field({
      type: TimeFilter,
      description: 'Matches the time of the event, or the creation time of memories without an event date.',
    }),
    expirationDate: t.field({ type: DayFilter, description: 'Matches the expiration date.' }),
    categories: t.field({ type: CategoriesFilter, description: 'Matches the categories.' }),
    keywords: t.field({ type: KeywordsFilter, description: 'Matches the text of the memory.' }),
    metadata: t.field({
      type: 'JSON',
      description:
        'Matches metadata: `{key: value}` or `{key: {operator: value}}` with `eq`, `ne`, `contains`, `in`, `exists` (a boolean), ' +
        '`gt`, `gte`, `lt` or `lte` (a number, date or time). `a.b` is the key `b` of the object `a`.',
    }),
    ids: t.idList({ description: 'Matches memories with one of these IDs.' }),
  }),
});

/** Converts a filter to the filter language of the use cases. @throws ValidationError that names the fields of the input */
export function toFilter(input: MemoryFilterInput | null | undefined): Record<string, unknown> | null {
  if (!input) return null;
  const filter = convert(input, 'filter');
  try {
    readFilter(filter);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError({ filter: Object.values(error.fields).flat().map(toInputNames) });
  }
  return filter;
}

/** Writes the fields of the filter language as those of the input: `"user_id"` becomes `"userId"`. Keys of metadata stay. */
function toInputNames(message: string): string {
  if (/^"?metadata\b/.test(message)) return message;
  return message
    .replaceAll('memory_ids', 'ids')
    .replace(/\b(?:user_id|agent_id|app_id|run_id|created_at|updated_at|event_date|expiration_date)\b/g, toCamelCase)
    .replace(/negate \{"(\w+)": "\*"\} with NOT/, 'use {"$1": {"isSet": false}}');
}

/** @throws ValidationError for a malformed ID: a filter with a mistake must neither match nothing nor, in `not`, everything */
function convert(input: MemoryFilterInput, path: string): Record<string, unknown> {
  if (input.ids && !input.ids.every(isUuid))
    throw new ValidationError({ [`${path}.ids`]: ['must contain only UUIDs.'] });
  const nested = (key: 'and' | 'or' | 'not') =>
    input[key]?.map((each, index) => convert(each, `${path}.${key}.${index}`));
  const unset = unsetOwners(input);
  return present({
    AND: nested('and'),
    OR: nested('or'),
    NOT: unset.length > 0 ? [...unset, ...(nested('not') ?? [])] : nested('not'),
    user_id: entity(input.userId),
    agent_id: entity(input.agentId),
    app_id: entity(input.appId),
    run_id: entity(input.runId),
    created_at: input.createdAt && withoutEq(input.createdAt),
    updated_at: input.updatedAt && withoutEq(input.updatedAt),
    event_date: input.eventDate && withoutEq(input.eventDate),
    expiration_date: input.expirationDate && withoutEq(input.expirationDate),
    categories: input.categories && withoutEq(input.categories),
    keywords: input.keywords && present(input.keywords),
    metadata: input.metadata,
    memory_ids: input.ids,
  });
}

function entity(condition: MemoryFilterInput['userId']): unknown {
  if (!condition) return undefined;
  const { isSet, ...operators } = condition;
  const rest = present(operators);
  if (isSet === false && Object.keys(rest).length === 0) return undefined;
  // `isSet` is redundant with `eq` and `in`. With `ne` alone, memories without an id would match too.
  return isSet && !('eq' in rest) && !('in' in rest) ? { ...rest, in: ['*'] } : rest;
}

/** Returns a condition on each id that must be absent, to be negated. */
function unsetOwners({ userId, agentId, appId, runId }: MemoryFilterInput): Record<string, unknown>[] {
  const owners = { user_id: userId, agent_id: agentId, app_id: appId, run_id: runId };
  return Object.entries(owners).flatMap(([name, condition]) => (condition?.isSet === false ? [{ [name]: '*' }] : []));
}

/** Writes `eq` as a list of one value, of which `in` may leave nothing. */
function withoutEq({ eq, ...operators }: { eq?: unknown; in?: unknown[] | null }): Record<string, unknown> {
  const rest = present(operators);
  if (eq == null) return rest;
  const wanted = plain(eq);
  return { ...rest, in: 'in' in rest ? (rest['in'] as unknown[]).filter((each) => each === wanted) : [wanted] };
}

function present(values: object): Record<string, unknown> {
  const entries = Object.entries(values) as [string, unknown][];
  return Object.fromEntries(entries.filter(([, value]) => value != null).map(([key, value]) => [key, plain(value)]));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return value instanceof Date ? value.toISOString() : value;
}
