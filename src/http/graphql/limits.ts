import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { NoSchemaIntrospectionCustomRule, type GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlConfig } from '../../config.js';
import { DomainError, ValidationError } from '../../errors.js';
import { markTooComplex, toGraphQLError } from './errors.js';
import { computeOperationCost, findVariableErrors, type CostedOperation } from '@memory-gateway/graphql-documents';

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

const variablesPlugin: Plugin = {
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
