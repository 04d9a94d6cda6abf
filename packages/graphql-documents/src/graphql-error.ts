import type { GraphQLError } from 'graphql';

/** Compares by name: `instanceof` fails if a process loads two copies of the graphql package. */
export function isGraphQLError(error: unknown): error is GraphQLError {
  return error instanceof Error && error.name === 'GraphQLError';
}
