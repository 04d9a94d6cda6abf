import { builder } from './builder.js';

interface EntityIdCondition {
  eq?: string | null;
  ne?: string | null;
  in?: string[] | null;
  any?: boolean | null;
}
interface Comparison<Value> {
  gt?: Value | null;
  gte?: Value | null;
  lt?: Value | null;
  lte?: Value | null;
  ne?: Value | null;
  in?: Value[] | null;
}
type TimeCondition = Comparison<Date>;

/** What a caller may ask of memories; the typed form of the filter language of the REST API. */
export interface MemoryFilterInput {
  and?: MemoryFilterInput[] | null;
  or?: MemoryFilterInput[] | null;
  not?: MemoryFilterInput[] | null;
  userId?: EntityIdCondition | null;
  agentId?: EntityIdCondition | null;
  appId?: EntityIdCondition | null;
  runId?: EntityIdCondition | null;
  createdAt?: TimeCondition | null;
  updatedAt?: TimeCondition | null;
  expirationDate?: Comparison<string> | null;
  categories?: { in?: string[] | null; contains?: string | null } | null;
  keywords?: { contains?: string | null; icontains?: string | null } | null;
  metadata?: NonNullable<unknown> | null;
  ids?: string[] | null;
}

const EntityIdFilter = builder.inputRef<EntityIdCondition>('EntityIdFilter').implement({
  description: 'Conditions on an entity id; several must all hold.',
  fields: (t) => ({
    eq: t.string({ description: 'Exactly this id.' }),
    ne: t.string({ description: 'Not this id; also matches memories without one.' }),
    in: t.stringList({ description: 'One of these ids.' }),
    any: t.boolean({ description: 'true: any id at all.' }),
  }),
});

const TimeFilter = builder.inputRef<TimeCondition>('TimeFilter').implement({
  description: 'Conditions on a time; several must all hold.',
  fields: (t) => ({
    gt: t.field({ type: 'DateTime', description: 'After.' }),
    gte: t.field({ type: 'DateTime', description: 'At or after.' }),
    lt: t.field({ type: 'DateTime', description: 'Before.' }),
    lte: t.field({ type: 'DateTime', description: 'At or before.' }),
    ne: t.field({ type: 'DateTime', description: 'Not in this millisecond.' }),
    in: t.field({ type: ['DateTime'], description: 'In one of these milliseconds.' }),
  }),
});

const DayFilter = builder.inputRef<Comparison<string>>('DayFilter').implement({
  description: 'Conditions on a calendar day; several must all hold.',
  fields: (t) => ({
    gt: t.field({ type: 'LocalDate', description: 'After.' }),
    gte: t.field({ type: 'LocalDate', description: 'On or after.' }),
    lt: t.field({ type: 'LocalDate', description: 'Before.' }),
    lte: t.field({ type: 'LocalDate', description: 'On or before.' }),
    ne: t.field({ type: 'LocalDate', description: 'Not on this day; also matches memories without one.' }),
    in: t.field({ type: ['LocalDate'], description: 'On one of these days.' }),
  }),
});

const CategoriesFilter = builder.inputType('CategoriesFilter', {
  description: 'Conditions on categories.',
  fields: (t) => ({
    in: t.stringList({ description: 'Has one of these, exactly.' }),
    contains: t.string({ description: 'Has one that contains this text, in any case.' }),
  }),
});

const KeywordsFilter = builder.inputType('KeywordsFilter', {
  description: 'Conditions on the text.',
  fields: (t) => ({
    contains: t.string({ description: 'Contains this, case-sensitive.' }),
    icontains: t.string({ description: 'Contains this, in any case.' }),
  }),
});

/** Conditions on memories; all fields that are given must hold. */
export const MemoryFilter = builder.inputRef<MemoryFilterInput>('MemoryFilter').implement({
  description: 'Conditions on memories; all that are given must hold.',
  fields: (t) => ({
    and: t.field({ type: [MemoryFilter], description: 'All of these.' }),
    or: t.field({ type: [MemoryFilter], description: 'At least one of these.' }),
    not: t.field({ type: [MemoryFilter], description: 'None of these.' }),
    userId: t.field({ type: EntityIdFilter, description: 'The user it is about.' }),
    agentId: t.field({ type: EntityIdFilter, description: 'The agent it is about.' }),
    appId: t.field({ type: EntityIdFilter, description: 'The app it came from.' }),
    runId: t.field({ type: EntityIdFilter, description: 'The run (session) it came from.' }),
    createdAt: t.field({ type: TimeFilter, description: 'When it was created.' }),
    updatedAt: t.field({ type: TimeFilter, description: 'When it was last changed.' }),
    expirationDate: t.field({ type: DayFilter, description: 'Last day on which it is found.' }),
    categories: t.field({ type: CategoriesFilter, description: 'Its categories.' }),
    keywords: t.field({ type: KeywordsFilter, description: 'Its text.' }),
    metadata: t.field({
      type: 'JSON',
      description: '`{key: value}` or `{key: {eq | ne | contains: value}}` on top-level keys.',
    }),
    ids: t.idList({ description: 'One of these memories.' }),
  }),
});

/** The same conditions in the filter language that use cases read. */
export function toFilter(input: MemoryFilterInput | null | undefined): Record<string, unknown> | null {
  if (!input) return null;
  const nested = (list: MemoryFilterInput[] | null | undefined) => list?.map((each) => toFilter(each));
  return present({
    AND: nested(input.and),
    OR: nested(input.or),
    NOT: nested(input.not),
    user_id: entity(input.userId),
    agent_id: entity(input.agentId),
    app_id: entity(input.appId),
    run_id: entity(input.runId),
    created_at: input.createdAt && present(input.createdAt),
    updated_at: input.updatedAt && present(input.updatedAt),
    expiration_date: input.expirationDate && present(input.expirationDate),
    categories: input.categories && present(input.categories),
    keywords: input.keywords && present(input.keywords),
    metadata: input.metadata,
    memory_ids: input.ids,
  });
}

function entity(condition: EntityIdCondition | null | undefined): unknown {
  if (!condition) return undefined;
  const { any, ...operators } = condition;
  const rest = present(operators);
  // Beside `eq` and `in` it says nothing more, but `ne` alone would also match memories without an id.
  return any && !('eq' in rest) && !('in' in rest) ? { ...rest, in: ['*'] } : rest;
}

function present(values: object): Record<string, unknown> {
  const entries = Object.entries(values) as [string, unknown][];
  return Object.fromEntries(entries.filter(([, value]) => value != null).map(([key, value]) => [key, plain(value)]));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return value instanceof Date ? value.toISOString() : value;
}
