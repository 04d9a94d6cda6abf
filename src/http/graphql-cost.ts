import { complexityFromQuery } from '@pothos/plugin-complexity';
import type { FastifyRequest } from 'fastify';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isGraphQLError } from './errors.js';
import { onlyOperation } from './graphql-limits.js';

interface Executed {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly variableValues?: Record<string, unknown> | null;
  readonly contextValue: { readonly fastify?: FastifyRequest };
}

/**
 * Adds `extensions.cost` to responses of requests with the header `X-GraphQL-Cost`: the points of the operation, and the most that the
 * server allows. Only on request, because computing it again costs as much as a small query.
 */
export function costPlugin(maximum: number): Plugin {
  return {
    onExecute({ args }) {
      const executed = args as Executed;
      if (executed.contextValue.fastify?.headers['x-graphql-cost'] === undefined) return undefined;
      return {
        onExecuteDone({ result, setResult }) {
          const requested = costOf(executed);
          if (requested === null || !('data' in result || 'errors' in result)) return;
          setResult({ ...result, extensions: { ...result.extensions, cost: { requested, maximum } } });
        },
      };
    },
  };
}

function costOf({ schema, document, operationName, variableValues, contextValue }: Executed): number | null {
  try {
    const variables = variableValues ?? {};
    const named = onlyOperation(document, operationName);
    return complexityFromQuery(named, { schema, variables, ctx: contextValue }).complexity;
  } catch (error) {
    // Variables of the wrong type: the response has the error already.
    if (isGraphQLError(error)) return null;
    throw error;
  }
}
