import { GraphQLError, GraphQLScalarType } from 'graphql';
import { GraphQLDateTime, GraphQLJSON, GraphQLLocalDate } from 'graphql-scalars';
import { builder } from './builder.js';

/** As the given one, whose complaint about anything but text holds the value as text: that fails for `{"toString": 1}`. */
const localDate = new GraphQLScalarType({
  ...GraphQLLocalDate.toConfig(),
  parseValue(value) {
    if (typeof value !== 'string') throw new GraphQLError('LocalDate cannot represent what is not text.');
    return GraphQLLocalDate.parseValue(value);
  },
});

builder.addScalarType('DateTime', GraphQLDateTime, {
  description: 'A point in time, ISO 8601 in UTC, for example `2026-03-01T08:00:00.000Z`.',
});
builder.addScalarType('LocalDate', localDate, { description: 'A calendar day, `YYYY-MM-DD`, read in UTC.' });
builder.addScalarType('JSON', GraphQLJSON, { description: 'Any JSON value.' });
