import { GraphQLDateTime, GraphQLJSON, GraphQLLocalDate } from 'graphql-scalars';
import { builder } from './builder.js';

builder.addScalarType('DateTime', GraphQLDateTime, { description: 'A point in time, ISO 8601 in UTC, for example `2026-03-01T08:00:00.000Z`.' });
builder.addScalarType('LocalDate', GraphQLLocalDate, { description: 'A calendar day, `YYYY-MM-DD`, read in UTC.' });
builder.addScalarType('JSON', GraphQLJSON, { description: 'Any JSON value.' });
