import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { type ExecutionResult, type GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlConfig } from '../../config.js';
import type { AppContext } from '../../context.js';
import { DomainError, OverloadedError, ValidationError } from '../../errors.js';
import { markTooComplex, toGraphQLError } from './errors.js';
import {
  computeOperationCost,
  type CostedOperation,
  findVariableErrors,
  getOperationFacts,
} from '@memory-gateway/graphql-documents';

/** Maximum nesting of variables. Inputs need at most 20 levels; JSON values have their own limits. */
const variableDepthMax = 100;

/** Returns plugins that limit tokens, depth, aliases, cost and variable depth before an operation executes. */
export function limitPlugins(config: GraphqlConfig): Plugin<AppContext>[] {
  const { introspection, maxAliases, maxDepth, maxTokens } = config;
  const onReject = [(_context: unknown, error: GraphQLError) => markTooComplex(error)];
  const plugins: Plugin<AppContext>[] = [
    maxTokensPlugin({ n: maxTokens, onReject }),
    maxDepthPlugin({ n: maxDepth, ignoreIntrospection: true, onReject }),
    maxAliasesPlugin({ n: maxAliases, onReject }),
    variablesPlugin,
    costPlugin(config.maxComplexity),
  ];
  if (!introspection)
    plugins.push({ onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule) });
  return plugins;
}

const variablesPlugin: Plugin<AppContext> = {
  onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
    const size = measure(args.variableValues);
    // Filters are read recursively: a nesting of 100,000 levels would overflow the stack.
    if (size === null) return setResultAndStopExecution({ errors: [toGraphQLError(tooDeep)] });
    const errors = size > briefSize ? findVariableErrors(args) : [];
    if (errors.length > 0) setExecuteFn(() => ({ errors }));
  },
  onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
    const size = measure(args.variableValues);
    if (size === null) return setResultAndStopExecution({ errors: [toGraphQLError(tooDeep)] });
    const errors = size > briefSize ? findVariableErrors(args) : [];
    if (errors.length > 0) setSubscribeFn(() => ({ errors }));
  },
};

const tooDeep = new ValidationError({ variables: [`Variables may be nested ${variableDepthMax} deep at most.`] });

/** Size of variables that the engine may write into each of its errors. */
const briefSize = 10_000;

/** Returns the number of values with the length of their texts, or null if the variables are nested too deep. */
function measure(variables: unknown): number | null {
  let size = 0;
  let level: unknown[] = [variables];
  for (let depth = 0; depth <= variableDepthMax; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      size += typeof value === 'string' ? value.length : 1;
      if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) next.push(each);
    }
    if (next.length === 0) return size;
    level = next;
  }
  return null;
}

/** Points from which a query waits for a turn. A page of 20 memories with all of their plain fields costs 401. */
const turnPoints = 1_000;

/**
 * Rejects operations that cost more than `maxComplexity`, records the cost for the request log, and lets callers take turns with large
 * queries: hundreds of them would keep the process busy for seconds before their first read has its turn.
 */
function costPlugin(maxComplexity: number): Plugin<AppContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
      const operation = args as LimitedOperation;
      const points = readCost(operation);
      if (points > maxComplexity) setResultAndStopExecution({ errors: [queryTooComplex(points, maxComplexity)] });
      else if (points > turnPoints && getOperationFacts(operation.document, operation.operationName)?.type === 'QUERY')
        setExecuteFn((given) => inTurn(operation, async () => executeFn(given) as Promise<ExecutionResult>));
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const points = readCost(args);
      if (points > maxComplexity) setResultAndStopExecution({ errors: [queryTooComplex(points, maxComplexity)] });
    },
  };
}

function readCost(operation: LimitedOperation): number {
  const points = computeOperationCost(operation);
  if (points !== null) operation.contextValue.noteCost?.(points);
  return points ?? 0;
}

async function inTurn(
  { contextValue }: LimitedOperation,
  execute: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  try {
    return await contextValue.admission.run('document', execute);
  } catch (error) {
    if (error instanceof OverloadedError) return { errors: [toGraphQLError(error)] };
    throw error;
  }
}

interface LimitedOperation extends CostedOperation {
  readonly contextValue: Pick<AppContext, 'admission'> & { noteCost?(points: number): void };
}

/** Creates the error of an operation that costs more points than allowed. */
function queryTooComplex(points: number, allowed: number): GraphQLError {
  return toGraphQLError(
    new DomainError(
      'QUERY_TOO_COMPLEX',
      `The query costs ${points} points; at most ${allowed} are allowed. Pass a smaller \`first\` or \`topK\`, or select fewer fields.`,
    ),
  );
}
