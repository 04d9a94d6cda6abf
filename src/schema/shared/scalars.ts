import { GraphQLError, GraphQLScalarType } from 'graphql';
import { GraphQLDateTime, GraphQLJSON, GraphQLLocalDate, GraphQLSafeInt } from 'graphql-scalars';
import { builder } from '../builder.js';

/** The library's scalar prints the rejected value, which throws for `{"toString": 1}`. */
const localDate = new GraphQLScalarType({
  ...GraphQLLocalDate.toConfig(),
  parseValue(value) {
    if (typeof value !== 'string') throw new GraphQLError('LocalDate cannot represent a value that is not a string.');
    return GraphQLLocalDate.parseValue(value);
  },
});

builder.addScalarType(
  'BigInt',
  new GraphQLScalarType({ ...GraphQLSafeInt.toConfig(), name: 'BigInt', specifiedByURL: null }),
  {
    description: 'A whole number from -(2⁵³ - 1) to 2⁵³ - 1.',
  },
);
/** JSON.stringify takes twice as long for a Date as the Date for its text, and a page has dozens. */
const dateTime = new GraphQLScalarType({
  ...GraphQLDateTime.toConfig(),
  serialize: (value) => GraphQLDateTime.serialize(value).toISOString(),
});

builder.addScalarType('DateTime', dateTime, {
  description: 'A point in time, ISO 8601 in UTC, for example `2026-03-01T08:00:00.000Z`.',
});
builder.addScalarType('LocalDate', localDate, { description: 'A calendar day in UTC, `YYYY-MM-DD`.' });
builder.addScalarType('JSON', GraphQLJSON, { description: 'Any JSON value.' });
