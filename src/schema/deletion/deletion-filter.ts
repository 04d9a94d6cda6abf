import { builder } from '../builder.js';
import type {
  ComparisonConditions,
  EntityIdConditions,
  FilterConditions,
  MetadataCondition,
} from '../../resolvers/deletion/filter-conditions.js';

const EntityIdConditionsType = builder.objectRef<EntityIdConditions>('EntityIdConditions').implement({
  description: 'Requested conditions on an entity ID.',
  fields: (t) => ({
    isSet: t.exposeBoolean('isSet', {
      nullable: true,
      description: 'True: memories that have an ID match. Null: not requested.',
    }),
    in: t.exposeStringList('in', { nullable: true, description: 'IDs of which one must match. Null: not requested.' }),
    ne: t.stringOrNull('ne', 'ID that must not match. Null: not requested.'),
  }),
});

const TimeConditions = builder.objectRef<ComparisonConditions<Date>>('TimeConditions').implement({
  description: 'Requested conditions on a time.',
  fields: (t) => ({
    gt: t.timeOrNull('gt', 'Later times match. Null: not requested.'),
    gte: t.timeOrNull('gte', 'The time itself and later times match. Null: not requested.'),
    lt: t.timeOrNull('lt', 'Earlier times match. Null: not requested.'),
    lte: t.timeOrNull('lte', 'The time itself and earlier times match. Null: not requested.'),
    ne: t.timeOrNull('ne', 'Times outside this millisecond match. Null: not requested.'),
    in: t.exposeOrNull('in', ['DateTime'], 'Times within one of these milliseconds match. Null: not requested.'),
  }),
});

const DayConditions = builder.objectRef<ComparisonConditions<string>>('DayConditions').implement({
  description: 'Requested conditions on a calendar day.',
  fields: (t) => ({
    gt: t.exposeOrNull('gt', 'LocalDate', 'Later days match. Null: not requested.'),
    gte: t.exposeOrNull('gte', 'LocalDate', 'The day itself and later days match. Null: not requested.'),
    lt: t.exposeOrNull('lt', 'LocalDate', 'Earlier days match. Null: not requested.'),
    lte: t.exposeOrNull('lte', 'LocalDate', 'The day itself and earlier days match. Null: not requested.'),
    ne: t.exposeOrNull('ne', 'LocalDate', 'Other days match, and memories without a day. Null: not requested.'),
    in: t.exposeOrNull('in', ['LocalDate'], 'Days of which one must match. Null: not requested.'),
  }),
});

const CategoriesConditions = builder
  .objectRef<NonNullable<FilterConditions['categories']>>('CategoriesConditions')
  .implement({
    description: 'Requested conditions on the categories of a memory.',
    fields: (t) => ({
      in: t.exposeStringList('in', {
        nullable: true,
        description: 'Memories with one of these categories match, case-sensitive. Null: not requested.',
      }),
      contains: t.exposeStringList('contains', {
        nullable: true,
        description:
          'Memories with a category that contains one of these texts match, case-insensitive. Null: not requested.',
      }),
    }),
  });

const KeywordsConditions = builder
  .objectRef<NonNullable<FilterConditions['keywords']>>('KeywordsConditions')
  .implement({
    description: 'Requested conditions on the text of a memory.',
    fields: (t) => ({
      eq: t.stringOrNull('eq', 'The whole text of the memory. Null: not requested.'),
      contains: t.stringOrNull('contains', 'Text that the memory must contain, case-sensitive. Null: not requested.'),
      icontains: t.stringOrNull(
        'icontains',
        'Text that the memory must contain, case-insensitive. Null: not requested.',
      ),
    }),
  });

const MetadataOperator = builder.enumType('MetadataOperator', {
  description: 'Comparison of metadata with a value.',
  values: {
    EQ: { value: 'eq', description: 'The value of the key equals the value of the condition.' },
    NE: { value: 'ne', description: 'The value of the key differs from the value of the condition.' },
    CONTAINS: { value: 'contains', description: 'The value of the key contains the value of the condition.' },
    GT: { value: 'gt', description: 'The number or time of the key is after the value of the condition.' },
    GTE: { value: 'gte', description: 'The number or time of the key is the value of the condition, or after it.' },
    LT: { value: 'lt', description: 'The number or time of the key is before the value of the condition.' },
    LTE: { value: 'lte', description: 'The number or time of the key is the value of the condition, or before it.' },
    EXISTS: { value: 'exists', description: 'The metadata has the key.' },
    INCLUDES: { value: 'includes', description: 'The metadata contains the JSON object of the condition.' },
  } as const,
});

const MetadataConditionType = builder.objectRef<MetadataCondition>('MetadataCondition').implement({
  description: 'A requested condition on the metadata of a memory.',
  fields: (t) => ({
    key: t.stringOrNull(
      'key',
      'Key of the metadata; `a.b` is the key `b` of the object `a`. Null: the condition is on the metadata as a whole.',
    ),
    operator: t.expose('operator', { type: MetadataOperator, description: 'Comparison with `value`.' }),
    value: t.exposeOrNull('value', 'JSON', 'Value that the metadata is compared with. Null is also a value.'),
  }),
});

export const DeletionFilter = builder.objectRef<FilterConditions>('DeletionFilter');

DeletionFilter.implement({
  description:
    'The filter of a deletion, in the shape of `MemoryFilter`. A memory matches if it meets all conditions; without any, every memory matches.',
  fields: (t) => {
    const group = (key: 'and' | 'or' | 'not', description: string) =>
      t.field({
        type: [DeletionFilter],
        nullable: true,
        description,
        resolve: (conditions) => conditions[key] && [...conditions[key]],
      });
    return {
      and: group('and', 'Filters that must all match. Null: not requested.'),
      or: group('or', 'Filters of which at least one must match. Null: not requested.'),
      not: group('not', 'Filters of which none may match. Null: not requested.'),
      userId: t.exposeOrNull('userId', EntityIdConditionsType, 'Conditions on the user ID. Null: not requested.'),
      agentId: t.exposeOrNull('agentId', EntityIdConditionsType, 'Conditions on the agent ID. Null: not requested.'),
      appId: t.exposeOrNull('appId', EntityIdConditionsType, 'Conditions on the app ID. Null: not requested.'),
      runId: t.exposeOrNull(
        'runId',
        EntityIdConditionsType,
        'Conditions on the run (session) ID. Null: not requested.',
      ),
      createdAt: t.exposeOrNull('createdAt', TimeConditions, 'Conditions on the creation time. Null: not requested.'),
      updatedAt: t.exposeOrNull(
        'updatedAt',
        TimeConditions,
        'Conditions on the time of the last change. Null: not requested.',
      ),
      eventDate: t.exposeOrNull(
        'eventDate',
        TimeConditions,
        'Conditions on the time of the event of the memory. Null: not requested.',
      ),
      expirationDate: t.exposeOrNull(
        'expirationDate',
        DayConditions,
        'Conditions on the expiration date. Null: not requested.',
      ),
      categories: t.exposeOrNull(
        'categories',
        CategoriesConditions,
        'Conditions on the categories. Null: not requested.',
      ),
      keywords: t.exposeOrNull('keywords', KeywordsConditions, 'Conditions on the text. Null: not requested.'),
      metadata: t.exposeOrNull(
        'metadata',
        [MetadataConditionType],
        'Conditions on the metadata, all of which must hold. Null: not requested.',
      ),
      ids: t.exposeIDList('ids', {
        nullable: true,
        description: 'IDs of memories of which one must match. Null: not requested.',
      }),
    };
  },
});
