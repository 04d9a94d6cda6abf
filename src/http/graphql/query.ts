import type { FastifyRequest } from 'fastify';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { AppContext } from '../../context.js';
import { describeOperation } from './describe-operation.js';
import { createQueryExecutor } from './executor/execute-query.js';
import type { Mask } from './errors.js';
import { findLimitError } from './limits.js';
import { getOperationFacts } from './operation-facts.js';

interface KnownOperation {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown> | undefined;
}

/** Runs a query. Returns null for other operations and for responses that need more than data and errors. */
export type QueryRunner = (request: FastifyRequest, operation: KnownOperation) => Promise<ExecutionResult> | null;

/**
 * Creates a runner for queries of validated documents, with the limits, log and mask of the engine's plugins. It plans
 * each document once. The plugins cost more than the execution of a small query.
 */
export function createQueryRunner(parts: {
  readonly schema: GraphQLSchema;
  readonly mask: Mask;
  readonly maxComplexity: number;
}): QueryRunner {
  const { schema, mask, maxComplexity } = parts;
  const execute = createQueryExecutor(schema);
  return (request, { document, operationName, variables }) => {
    const { audit, context, headers } = request;
    const facts = getOperationFacts(document, operationName);
    if (facts?.type !== 'QUERY' || !context || headers['x-graphql-cost'] !== undefined) return null;
    const { operation } = facts;
    describeOperation(audit, document, operationName);
    const refusal = findLimitError(
      { schema, document, operationName, variableValues: variables, contextValue: context },
      maxComplexity,
    );
    if (refusal) return Promise.resolve({ errors: [refusal] });
    return maskErrors(execute({ document, operation, variableValues: variables, contextValue: context }), {
      mask,
      context,
    });
  };
}

async function maskErrors(
  running: ExecutionResult | Promise<ExecutionResult>,
  { mask, context }: { mask: Mask; context: AppContext },
): Promise<ExecutionResult> {
  const result = await running;
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map((error) => mask(error, context.requestId)) };
}
