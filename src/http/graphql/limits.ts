import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { NoSchemaIntrospectionCustomRule, type GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlConfig } from '../../config.js';
import { DomainError, ValidationError } from '../../errors.js';
import { markTooComplex, toGraphQLError } from './errors.js';
import { computeOperationCost, type CostedOperation } from '@memory-gateway/graphql-documents';

/** Maximum nesting of variables. Inputs need at most 20 levels; JSON values have their own limits. */
const variableDepthMax = 100;

/** Returns plugins that limit tokens, depth, aliases, cost and variable depth before an operation executes. */
export function limitPlugins(config: GraphqlConfig): Plugin[] {
  const { introspection, maxAliases, maxDepth, maxTokens } = config;
  const onReject = [(_context: unknown, error: GraphQLError) => markTooComplex(error)];
  const plugins: Plugin[] = [
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

// Filters are read recursively: a nesting of 100,000 levels would overflow the stack.
const variablesPlugin: Plugin = {
  onExecute({ args, setResultAndStopExecution }) {
    if (isDeep(args.variableValues)) setResultAndStopExecution({ errors: [toGraphQLError(tooDeep)] });
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    if (isDeep(args.variableValues)) setResultAndStopExecution({ errors: [toGraphQLError(tooDeep)] });
  },
};

const tooDeep = new ValidationError({ variables: [`Variables may be nested ${variableDepthMax} deep at most.`] });

function isDeep(variables: unknown): boolean {
  if (variables == null) return false;
  let level: unknown[] = [variables];
  for (let depth = 0; depth <= variableDepthMax; depth += 1) {
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** Rejects operations that cost more than `maxComplexity`, and records the cost for the request log. */
function costPlugin(maxComplexity: number): Plugin {
  const plugin: Plugin['onExecute'] & Plugin['onSubscribe'] = ({ args, setResultAndStopExecution }) => {
    const refusal = findCostError(args as LimitedOperation, maxComplexity);
    if (refusal) setResultAndStopExecution({ errors: [refusal] });
  };
  return { onExecute: plugin, onSubscribe: plugin };
}

function findCostError(operation: LimitedOperation, maxComplexity: number): GraphQLError | null {
  const complexity = computeOperationCost(operation);
  if (complexity === null) return null;
  operation.contextValue.noteCost?.(complexity);
  return complexity > maxComplexity ? toGraphQLError(queryTooComplex({ complexity, maxComplexity })) : null;
}

interface LimitedOperation extends CostedOperation {
  readonly contextValue: { noteCost?(points: number): void };
}

/** Creates the error of an operation that costs more points than allowed. */
function queryTooComplex(cost: { complexity: number; maxComplexity: number }): DomainError {
  const { complexity, maxComplexity } = cost;
  return new DomainError(
    'QUERY_TOO_COMPLEX',
    `The query costs ${complexity} points; at most ${maxComplexity} are allowed. Pass a smaller \`first\` or select fewer nested lists.`,
  );
}
