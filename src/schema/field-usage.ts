import { isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql';
import { getFieldUsage, type FieldUsage } from '../resolvers/statistics/get-field-usage.js';
import { builder } from './builder.js';
import { offByDefault } from './shared/flag.js';

const ByClient = builder.objectRef<FieldUsage['clients'][number]>('FieldUsageByClient').implement({
  description: 'Use of a field by one client.',
  fields: (t) => ({
    client: t.exposeString('client', {
      description:
        'Name that the client sent in `graphql-client-name`, or the first product of its user agent. `(none)`: neither. `(other)`: all clients after the first 100.',
    }),
    operationCount: t.expose('operations', {
      type: 'BigInt',
      description: 'Number of operations of the client that selected the field.',
    }),
    lastDay: t.expose('lastDay', { type: 'LocalDate', description: 'Last day (UTC) with such an operation.' }),
  }),
});

const ByDay = builder.objectRef<FieldUsage['days'][number]>('FieldUsageByDay').implement({
  description: 'Use of a field on one day.',
  fields: (t) => ({
    day: t.expose('day', { type: 'LocalDate', description: 'Day of the operations, in UTC.' }),
    operationCount: t.expose('operations', {
      type: 'BigInt',
      description: 'Number of operations that selected the field on this day.',
    }),
  }),
});

const Usage = builder.objectRef<FieldUsage>('FieldUsage').implement({
  description: 'How many executed operations selected a field of this schema.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The field, as `Type.field`.' }),
    operationCount: t.expose('operations', {
      type: 'BigInt',
      description: 'Number of operations that selected the field in all these days.',
    }),
    deprecationReason: t.stringOrNull(
      'deprecationReason',
      'Reason of the deprecation. Null: the field is not deprecated.',
    ),
    clients: t.expose('clients', { type: [ByClient], description: 'Use by client, most operations first.' }),
    days: t.expose('days', { type: [ByDay], description: 'Use by day, oldest first. Days without use are omitted.' }),
  }),
});

builder.queryField('fieldUsage', (t) =>
  t.field({
    type: [Usage],
    description:
      'Returns which fields of the schema clients use, most used first, at most 2,000. Counts all organizations, so it requires the role ADMIN.',
    args: {
      days: t.arg.int({
        required: true,
        defaultValue: 30,
        description: 'Number of days (UTC), 1 to 366. The last one is today.',
      }),
      field: t.arg.string({
        description: 'Only this field, as `Type.field`, or the fields of this type. Default: all fields.',
      }),
      deprecatedOnly: t.arg.boolean(offByDefault('Only deprecated fields, including those without use.')),
    },
    complexity: 20,
    resolve: (...[, { days, field, deprecatedOnly }, ctx, { schema }]) =>
      getFieldUsage(ctx, { days, field: field ?? null, deprecatedOnly, deprecated: findDeprecated(schema) }),
  }),
);

function findDeprecated(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type));
  return new Map(
    types.flatMap((type) =>
      Object.values(type.getFields()).flatMap(({ name, deprecationReason }) =>
        deprecationReason ? [[`${type.name}.${name}`, deprecationReason] as const] : [],
      ),
    ),
  );
}
