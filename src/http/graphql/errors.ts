import { GraphQLError } from 'graphql';
import { httpStatus, type DomainError, type ErrorCode } from '../../errors.js';
import { toGraphQLFields, toGraphQLMessage } from '../../schema/shared/errors.js';
import { toDomainError } from '../errors.js';
import { isGraphQLError } from '@memory-gateway/graphql-documents';

/** Converts a domain error to a GraphQL error with `extensions.code`, field messages and `retryAfterSeconds`. */
export function toGraphQLError(error: DomainError, origin?: GraphQLError, requestId?: string): GraphQLError {
  const extensions: Record<string, unknown> = { code: error.code };
  if (error.fields) extensions['fields'] = toGraphQLFields(error.fields);
  if (error.retryAfterSeconds !== undefined) extensions['retryAfterSeconds'] = error.retryAfterSeconds;
  // For provider failures: the class of failure, and the request id to quote in a report.
  if (error.code === 'UPSTREAM_FAILED') Object.assign(extensions, { reason: error.reason ?? 'unknown', requestId });
  return new GraphQLError(toGraphQLMessage(error.message), {
    ...(origin && { nodes: origin.nodes, source: origin.source, positions: origin.positions, path: origin.path }),
    extensions,
  });
}

export const maskedMessage = 'Something went wrong on our side. Quote the request id when you report it.';

/** Converts an error to what the caller sees. `requestId` is the id of the failed request, if known. */
export type Mask = (error: unknown, requestId?: string) => GraphQLError;

export interface MaskOptions {
  readonly report: (error: unknown, requestId: string | undefined) => void;
  /** Whether messages may suggest names ("Did you mean …"), which reveal parts of the schema. */
  readonly suggestions: boolean;
}

/**
 * Creates a mask. Domain errors and faults of the query pass; all others are reported and replaced by a fixed message.
 */
export function createMask({ report, suggestions }: MaskOptions): Mask {
  return (error, requestId) => {
    const known = toDomainError(error);
    // Not an internal error, but nothing else logs a provider failure.
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

/** Returns the fault of the query behind a possibly nested error, or null if something else was thrown. */
function toInvalidInputError(error: GraphQLError, suggestions: boolean): GraphQLError | null {
  let root = error;
  while (isGraphQLError(root.originalError)) root = root.originalError;
  if (root.originalError) return null;
  // Errors that were masked before keep their code.
  const given = String(root.extensions?.['code']);
  const code = Object.hasOwn(httpStatus, given) || protocolCodes.has(given) ? given : 'BAD_USER_INPUT';
  const { nodes, source, positions, path } = root;
  const text = suggestions ? root.message : root.message.replace(/ ?Did you mean [^?]*\?/g, '');
  const message = `${findVariable(error, root)}${text}`;
  // The transport reads the status from `extensions.http` and removes it.
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path: path ?? error.path,
    extensions: { ...error.extensions, ...root.extensions, code },
  });
}

/** Returns the variable that an error is about, and the place in it, without the value: `Variable "$f" at "f.createdAt": `. */
function findVariable(error: GraphQLError, root: GraphQLError): string {
  const prefix = error.message.slice(0, error.message.length - root.message.length);
  const name = /^Variable "\$(\w+)" got invalid value /.exec(prefix)?.[1];
  if (error === root || name === undefined) return '';
  const place = / at "([^"]+)"; $/.exec(prefix)?.[1];
  return `Variable "$${name}"${place === undefined ? '' : ` at "${place}"`}: `;
}

/** Marks an error of a response without data: status 400, but 200 as application/json, as the specification says. */
export function asRequestError(error: GraphQLError): GraphQLError {
  error.extensions['http'] = { status: 400, spec: true };
  return error;
}

/** Adds the id of the request to an error on a WebSocket, which has no response header with it. */
export function withRequestId(error: GraphQLError, requestId: string): GraphQLError {
  error.extensions['requestId'] = requestId;
  return error;
}

/** Codes of automatic persisted queries, which clients depend on. */
const protocolCodes: ReadonlySet<string> = new Set(['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_MISMATCH']);

const tooComplex: ErrorCode = 'QUERY_TOO_COMPLEX';

/** Sets the code of errors from limit plugins, which are plain GraphQL errors. */
export function markTooComplex(error: GraphQLError): void {
  error.extensions['code'] = tooComplex;
}
