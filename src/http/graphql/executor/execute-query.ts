import {
  getVariableValues,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { executeFields } from './complete.js';
import { planQuery, type QueryPlan } from './plan.js';
import { findConditionVariables } from './variables.js';

/** A validated query with the variable values as the client sent them. */
export interface Query {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variableValues: Record<string, unknown> | undefined;
  readonly contextValue: unknown;
}

/** Plans of one document, by the values of its condition variables. */
interface Plans {
  readonly conditions: readonly string[];
  readonly byConditions: Map<string, QueryPlan>;
}

/** Maximum number of plans per document: one for each combination of `@skip` and `@include` values. */
const plansMax = 32;

/**
 * Creates a query executor that plans each document once: fields, resolvers, types and constant arguments. Results and
 * errors equal those of the reference executor; test/graphql/executor.test.ts compares both.
 */
export function createQueryExecutor(
  schema: GraphQLSchema,
): (query: Query) => ExecutionResult | Promise<ExecutionResult> {
  const documents = new WeakMap<OperationDefinitionNode, Plans>();
  return (query) => {
    const given = getVariableValues(schema, query.operation.variableDefinitions ?? [], query.variableValues ?? {}, {
      maxErrors: 50,
    });
    if (given.errors) return { errors: given.errors };
    const plans = documents.get(query.operation) ?? {
      conditions: findConditionVariables(query.document),
      byConditions: new Map<string, QueryPlan>(),
    };
    documents.set(query.operation, plans);
    return runPlan(findPlan(schema, { plans, query, variables: given.coerced }), query.contextValue, given.coerced);
  };
}

type Variables = Record<string, unknown>;

function findPlan(
  schema: GraphQLSchema,
  { plans, query, variables }: { plans: Plans; query: Query; variables: Variables },
): QueryPlan {
  const key = plans.conditions.map((name) => String(variables[name])).join();
  const known = plans.byConditions.get(key);
  if (known) return known;
  const plan = planQuery(schema, query, variables);
  if (plans.byConditions.size < plansMax) plans.byConditions.set(key, plan);
  return plan;
}

function runPlan(
  plan: QueryPlan,
  contextValue: unknown,
  variables: Variables,
): ExecutionResult | Promise<ExecutionResult> {
  const errors: GraphQLError[] = [];
  const finish = (data: ExecutionResult['data']) => (errors.length === 0 ? { data } : { errors, data });
  const fail = (error: unknown) => {
    errors.push(error as GraphQLError);
    return finish(null);
  };
  try {
    const data = executeFields({ plan, contextValue, variables, errors }, plan.fields, {
      source: undefined,
      path: undefined,
    });
    return data instanceof Promise ? data.then(finish, fail) : finish(data);
  } catch (error) {
    return fail(error);
  }
}
