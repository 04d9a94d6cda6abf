import { GraphQLError } from 'graphql';
import type { MaskError } from 'graphql-yoga';
import type { DomainError } from '../errors.js';
import { asDomainError } from './errors.js';

/** An error of ours in the form that GraphQL clients read: `extensions.code`, field messages, when to come back. */
export function toGraphQLError(error: DomainError, origin?: GraphQLError): GraphQLError {
  const extensions: Record<string, unknown> = { code: error.code };
  if (error.fields) extensions['fields'] = error.fields;
  if (error.retryAfterSeconds !== undefined) extensions['retryAfterSeconds'] = error.retryAfterSeconds;
  return new GraphQLError(error.message, { ...(origin && { nodes: origin.nodes, source: origin.source, positions: origin.positions, path: origin.path }), extensions });
}

/**
 * Decides what of an error the caller sees: our own errors and GraphQL's complaints about the query pass, everything else is
 * logged by `report` and replaced by one sentence with the request id.
 */
export function createMask(requestIdOf: () => string | undefined, report: (error: unknown) => void): MaskError {
  return (error, message) => {
    const known = asDomainError(error);
    if (known) return toGraphQLError(known, error instanceof GraphQLError ? error : undefined);
    if (error instanceof GraphQLError && !error.originalError) {
      if (error.extensions['code'] === undefined) error.extensions['code'] = 'BAD_USER_INPUT';
      return error;
    }
    report(error);
    const origin = error instanceof GraphQLError ? error : undefined;
    return new GraphQLError(message, { nodes: origin?.nodes, path: origin?.path, extensions: { code: 'INTERNAL', requestId: requestIdOf() } });
  };
}
