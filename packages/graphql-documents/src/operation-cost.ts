import { complexityFromQuery } from '@pothos/plugin-complexity';
import { getVariableValues, Kind, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { isGraphQLError } from './graphql-error.js';
import { getOperationFacts } from './operation-facts.js';

export interface CostedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly variableValues?: Record<string, unknown> | null;
  readonly contextValue: object;
}

/** Cached points per document and per values of the variables that affect them. */
const knownCosts = new WeakMap<DocumentNode, Map<string, number>>();
const knownCostsMax = 50;
const keyLengthMax = 200;

/** Returns the points of an operation. Null for variables with wrong types, which execution reports. */
export function computeOperationCost(operation: CostedOperation): number | null {
  const key = toCostKey(operation);
  const known = knownCosts.get(operation.document) ?? new Map<string, number>();
  const knownCost = known.get(key);
  if (knownCost !== undefined) return knownCost;
  const cost = countPoints(operation);
  if (cost !== null && key.length <= keyLengthMax && known.size < knownCostsMax)
    knownCosts.set(operation.document, known.set(key, cost));
  return cost;
}

/** Returns a key of the variables that can change the points. */
function toCostKey({ document, operationName, variableValues }: CostedOperation): string {
  const names = getOperationFacts(document, operationName)?.costVariables ?? [];
  // In an object, a missing variable differs from null: only the missing one gets its default.
  return JSON.stringify([operationName, Object.fromEntries(names.map((name) => [name, variableValues?.[name]]))]);
}

function countPoints(operation: CostedOperation): number | null {
  const { schema, document, operationName, contextValue } = operation;
  const variables = operation.variableValues ?? {};
  const named = onlyOperation(document, operationName);
  if (!areVariablesValid(schema, named, variables)) return null;
  try {
    return complexityFromQuery(named, { schema, variables, ctx: contextValue }).complexity;
  } catch (error) {
    if (isGraphQLError(error)) return null;
    throw error;
  }
}

// Stops at the first error. The cost plugin collects all of them, which takes minutes for 500 kB of invalid values.
function areVariablesValid(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>): boolean {
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const definitions = operation?.variableDefinitions ?? [];
  if (definitions.length === 0) return true;
  return getVariableValues(schema, definitions, variables, { maxErrors: 1 }).errors === undefined;
}

/** Returns the document without its other operations. */
function onlyOperation(document: DocumentNode, name: string | null | undefined): DocumentNode {
  if (name == null) return document;
  return {
    ...document,
    definitions: document.definitions.filter(
      (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.name?.value === name,
    ),
  };
}
