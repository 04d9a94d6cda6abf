import { GraphQLError } from 'graphql';
import { httpStatus, type DomainError, type ErrorCode } from '../errors.js';
import { toGraphQLFields } from '../schema/errors.js';
import { toDomainError, isGraphQLError } from './errors.js';

/** An error of ours in the form that GraphQL clients read: `extensions.code`, field messages, when to come back. */
export function toGraphQLError(error: DomainError, origin?: GraphQLError, requestId?: string): GraphQLError {
  const extensions: Record<string, unknown> = { code: error.code };
  if (error.fields) extensions['fields'] = toGraphQLFields(error.fields);
  if (error.retryAfterSeconds !== undefined) extensions['retryAfterSeconds'] = error.retryAfterSeconds;
  // A provider failed: which class of failure it was, and what to quote when one asks about it.
  if (error.code === 'UPSTREAM_FAILED') Object.assign(extensions, { reason: error.reason ?? 'unknown', requestId });
  return new GraphQLError(error.message, {
    ...(origin && { nodes: origin.nodes, source: origin.source, positions: origin.positions, path: origin.path }),
    extensions,
  });
}

/** The message of every internal error. */
export const maskedMessage = 'Something went wrong on our side. Quote the request id when you report it.';

/** Decides what of an error the caller sees. The id is that of the request in which it happened, as far as it is known. */
export type Mask = (error: unknown, requestId?: string) => GraphQLError;

export interface MaskOptions {
  readonly report: (error: unknown, requestId: string | undefined) => void;
  /** Whether an error may say what the caller could have meant, which tells of the schema. */
  readonly suggestions: boolean;
}

/**
 * Decides what of an error the caller sees: our own errors and GraphQL's errors about the query pass, everything else is
 * logged by `report` and replaced by one sentence with the request id. Whatever it returns has a code.
 */
export function createMask({ report, suggestions }: MaskOptions): Mask {
  return (error, requestId) => {
    const known = toDomainError(error);
    // It is no defect, and yet what became of the call is told nowhere else.
    if (known?.code === 'UPSTREAM_FAILED') report(known, requestId);
    if (known) return toGraphQLError(known, isGraphQLError(error) ? error : undefined, requestId);
    const problem = isGraphQLError(error) ? toInvalidInputError(error, suggestions) : null;
    if (problem) return problem;
    report(error, requestId);
    const origin = isGraphQLError(error) ? error : undefined;
    return new GraphQLError(maskedMessage, {
      nodes: origin?.nodes,
      path: origin?.path,
      extensions: { code: 'INTERNAL', requestId },
    });
  };
}

/** A fault of the query itself, which may be wrapped several times; null for an error that something else threw. */
function toInvalidInputError(error: GraphQLError, suggestions: boolean): GraphQLError | null {
  let root = error;
  while (isGraphQLError(root.originalError)) root = root.originalError;
  if (root.originalError) return null;
  // What was masked before keeps its code.
  const given = String(root.extensions?.['code']);
  const code = Object.hasOwn(httpStatus, given) || protocolCodes.has(given) ? given : 'BAD_USER_INPUT';
  const { nodes, source, positions, path } = root;
  const message = suggestions ? root.message : root.message.replace(/ ?Did you mean [^?]*\?/g, '');
  // The status that belongs to the fault stays in `extensions.http`, which the transport reads and removes.
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path: path ?? error.path,
    extensions: { ...error.extensions, ...root.extensions, code },
  });
}

/** Codes of automatic persisted queries, which clients read. */
const protocolCodes: ReadonlySet<string> = new Set(['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_MISMATCH']);

const tooComplex: ErrorCode = 'QUERY_TOO_COMPLEX';

/** For the limits: marks their refusals, which are plain GraphQL errors, with our code. */
export function markTooComplex(error: GraphQLError): void {
  error.extensions['code'] = tooComplex;
}
