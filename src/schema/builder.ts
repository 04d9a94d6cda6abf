import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import DataloaderPlugin from '@pothos/plugin-dataloader';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import ValidationPlugin from '@pothos/plugin-validation';
import type { AppContext } from '../context.js';
import { UnauthenticatedError, ValidationError, type FieldErrors } from '../errors.js';
import type PrismaTypes from '../generated/pothos-types.js';
import { getDatamodel } from '../generated/pothos-types.js';
import './idempotency.js';
import { queryTooComplex } from './too-complex.js';

/** The types that the schema is built of. `Connection.total` counts the whole list, when asked. */
interface SchemaTypes {
  Context: AppContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  AuthScopes: { signedIn: boolean };
  Connection: { total: () => Promise<number> };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    LocalDate: { Input: string; Output: string };
    JSON: { Input: NonNullable<unknown>; Output: unknown };
  };
}

/** The one schema builder. Defines no types of its own. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [
    ErrorsPlugin,
    ValidationPlugin,
    ScopeAuthPlugin,
    ComplexityPlugin,
    RelayPlugin,
    PrismaPlugin,
    DataloaderPlugin,
    'idempotency',
  ],
  defaultFieldNullability: false,
  errors: {
    directResult: true,
    defaultTypes: [],
    defaultUnionOptions: {
      description: 'The payload, or an error that the caller can act on.',
      name: ({ fieldName }) => `${capital(fieldName)}Result`,
    },
  },
  validation: {
    validationError: (failure) => {
      const fields: FieldErrors = {};
      for (const issue of failure.issues) {
        // The single argument of a mutation is `input`: callers think in its fields.
        const path = (issue.path ?? [])
          .map((part) => String(typeof part === 'object' ? part.key : part))
          .filter((part) => part !== 'input');
        (fields[path.join('.') || 'input'] ??= []).push(issue.message);
      }
      return new ValidationError(fields);
    },
  },
  scopeAuth: {
    authScopes: (ctx) => ({ signedIn: ctx.caller.mode !== 'none' }),
    unauthorizedError: () => new UnauthenticatedError('Authentication is required: send an API key or a bearer token.'),
  },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    limit: (ctx) => ({ complexity: ctx.config.graphql.maxComplexity }),
    complexityError: (_kind, { complexity, maxComplexity = 0 }) => queryTooComplex({ complexity, maxComplexity }),
  },
  relay: {
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    cursorType: 'String',
    // The connection itself already counts its items.
    edgesFieldOptions: { complexity: { field: 0, multiplier: 1 }, description: 'The items with their cursors.' },
    nodeFieldOptions: { description: 'The item.' },
    cursorFieldOptions: { description: 'Position of the item in the list, for `after` and `before`.' },
    pageInfoFieldOptions: { description: 'Where this page begins and ends.' },
    hasNextPageFieldOptions: { description: 'Whether items follow.' },
    hasPreviousPageFieldOptions: { description: 'Whether items precede.' },
    startCursorFieldOptions: { description: 'Cursor of the first item.' },
    endCursorFieldOptions: { description: 'Cursor of the last item.' },
    firstArgOptions: {
      description:
        'Number of items from the start (or behind `after`), 1 to 100; 20 when neither `first` nor `last` is given.',
    },
    lastArgOptions: { description: 'Number of items from the end (or before `before`), 1 to 100.' },
    afterArgOptions: { description: 'Only items behind this cursor.' },
    beforeArgOptions: { description: 'Only items before this cursor.' },
    pageInfoTypeOptions: { description: 'Where a page of a list begins and ends.' },
    defaultConnectionTypeOptions: { description: 'A page of a list.' },
    defaultEdgeTypeOptions: { description: 'An item of a list and its position.' },
    // One id per thing, the same text in GraphQL and REST; node(id) finds the type by asking the use cases.
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: (id) => ({ typename: 'Node', id }),
  },
  prisma: {
    dmmf: getDatamodel(),
    client: (ctx) => ctx.database.prisma,
    filterConnectionTotalCount: true,
    onUnusedQuery: 'error',
  },
});

builder.queryType({ description: 'Everything that can be read.' });
builder.mutationType({
  description:
    'Everything that can be changed. Each mutation takes one `input` and, if you like, an `idempotencyKey`, and answers a union of its payload and the errors that a caller can act on.',
});
builder.subscriptionType({
  description: 'Live streams, over WebSocket (graphql-transport-ws) and server-sent events alike.',
});

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
