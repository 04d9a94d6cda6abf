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
import type PrismaTypes from '@memory-gateway/database/pothos-types';
import { getDatamodel } from '@memory-gateway/database/pothos-types';
import './shared/field-methods.js';
import './shared/idempotency.js';
import './shared/input-paths.js';
import './request-log/operation-log.js';

/** Types of the schema. `Connection.total` counts the whole list on demand. */
export interface SchemaTypes {
  Context: AppContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  AuthScopes: { signedIn: boolean };
  Connection: { total: () => Promise<number> };
  Scalars: {
    ID: { Input: string; Output: string };
    BigInt: { Input: number; Output: number };
    DateTime: { Input: Date; Output: Date };
    LocalDate: { Input: string; Output: string };
    JSON: { Input: NonNullable<unknown>; Output: unknown };
  };
}

/** The types of the schema as the builder completes them. */
export type ExtendedTypes = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** The schema builder. Each noun defines its types in its own file. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [
    ErrorsPlugin,
    'operationLog',
    'inputPaths',
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
      description: 'The payload, or an `Error` of the mutation.',
      name: ({ fieldName }) => `${capital(fieldName)}Result`,
    },
  },
  validation: {
    validationError: (failure) => {
      const fields: FieldErrors = {};
      for (const issue of failure.issues) {
        // The plugin `inputPaths` prefixes every path of a mutation with `input`.
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
    // Limits are checked once, before execution (see http/graphql/limits.ts). The plugin would count again in each root
    // field.
    disabled: true,
  },
  relay: {
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    cursorType: 'String',
    // The connection itself already counts its items, regardless of which list is selected.
    edgesFieldOptions: {
      complexity: { field: 0, multiplier: 1 },
      description: 'Items of this page, each with its cursor.',
    },
    nodesOnConnection: {
      complexity: { field: 0, multiplier: 1 },
      description: 'Items of this page, without cursors.',
    },
    nodeFieldOptions: { description: 'The item of this edge.' },
    cursorFieldOptions: { description: 'Cursor of the item. Pass it as `after` or `before` to continue from here.' },
    pageInfoFieldOptions: { description: 'Cursors and flags for requesting the next or previous page.' },
    hasNextPageFieldOptions: { description: 'Whether there are items after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are items before this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first item of the page. Null if the page is empty.' },
    endCursorFieldOptions: { description: 'Cursor of the last item of the page. Null if the page is empty.' },
    firstArgOptions: { description: 'Number of items from the start, 1 to 100. Default: 20.' },
    lastArgOptions: { description: 'Number of items from the end, 1 to 100.' },
    afterArgOptions: { description: 'Returns items after this cursor.' },
    beforeArgOptions: { description: 'Returns items before this cursor.' },
    pageInfoTypeOptions: { description: 'Cursors of a page, and whether more pages exist.' },
    defaultConnectionTypeOptions: { description: 'A page of a list.' },
    defaultEdgeTypeOptions: { description: 'An item of a list and its cursor.' },
    // Ids are unique across all types (see ids.ts), so they are not encoded.
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: (id) => ({ typename: 'Node', id }),
  },
  prisma: {
    dmmf: getDatamodel(),
    client: (ctx) => ctx.database.rootPrisma,
    filterConnectionTotalCount: true,
    onUnusedQuery: 'error',
  },
});

// Fields that need no credential say so with `skipTypeScopes`.
builder.queryType({ description: 'Root of all queries. Queries never change data.', authScopes: { signedIn: true } });
builder.mutationType({
  authScopes: { signedIn: true },
  description:
    'Root of all mutations. Each takes one `input` and returns a union of its payload and its errors; see `Error`.\n\n' +
    'Every mutation accepts an `idempotencyKey` of 8 to 128 printable ASCII characters without spaces. The server runs it once per key and caller, ' +
    'and returns the first result to every retry within 24 hours. A key with other arguments is rejected with the top-level error IDEMPOTENCY_KEY_REUSED. ' +
    'Mutations that start, refresh or end a session ignore the key.',
});
builder.subscriptionType({
  description: 'Root of all subscriptions, over WebSocket (graphql-transport-ws) and server-sent events.',
});

export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
