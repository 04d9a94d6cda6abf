import { complexityFromQuery } from '@pothos/plugin-complexity';
import { getVariableValues, Kind, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { isGraphQLError } from './errors.js';

/** What the cost of an operation depends on. */
export interface CostedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly variableValues?: Record<string, unknown> | null;
  readonly contextValue: object;
}

/**
 * Computes the points of an operation.
 * @returns null when the variables do not have the types of the operation; executing it reports that
 */
export function computeOperationCost(operation: CostedOperation): number | null {
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

// The plugin collects every error of the variables, which takes minutes for half a megabyte of wrong values. This stops at the first.
function areVariablesValid(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>): boolean {
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const definitions = operation?.variableDefinitions ?? [];
  if (definitions.length === 0) return true;
  return getVariableValues(schema, definitions, variables, { maxErrors: 1 }).errors === undefined;
}

/** Returns the document without the other operations. */
function onlyOperation(document: DocumentNode, name: string | null | undefined): DocumentNode {
  if (name == null) return document;
  return {
    ...document,
    definitions: document.definitions.filter(
      (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.name?.value === name,
    ),
  };
}
