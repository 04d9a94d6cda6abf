import type { FastifyRequest } from 'fastify';
import type { Plugin } from 'graphql-yoga';
import { computeOperationCost, type CostedOperation } from '@memory-gateway/graphql-documents';

interface Executed extends CostedOperation {
  readonly contextValue: { readonly fastify?: FastifyRequest };
}

/**
 * Adds `extensions.cost` (points and maximum) to responses of requests with the header `X-GraphQL-Cost`.
 */
export function costPlugin(maximum: number): Plugin {
  return {
    onExecute({ args }) {
      const executed = args as Executed;
      if (executed.contextValue.fastify?.headers['x-graphql-cost'] === undefined) return undefined;
      return {
        onExecuteDone({ result, setResult }) {
          const requested = computeOperationCost(executed);
          if (requested === null || !('data' in result || 'errors' in result)) return;
          setResult({ ...result, extensions: { ...result.extensions, cost: { requested, maximum } } });
        },
      };
    },
  };
}
