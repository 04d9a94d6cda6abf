import { GatewayError } from './errors.js';
import type { ErrorCode } from './generated/graphql.js';

/** Error members of a mutation's result. */
interface ErrorMember {
  readonly __typename:
    'ValidationError' | 'UnauthenticatedError' | 'NotFoundError' | 'ForbiddenError' | 'ConflictError';
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields?: ReadonlyArray<{ readonly field: string; readonly messages: readonly string[] }>;
}

const errorNames: ReadonlySet<string> = new Set<ErrorMember['__typename']>([
  'ValidationError',
  'UnauthenticatedError',
  'NotFoundError',
  'ForbiddenError',
  'ConflictError',
]);

/**
 * Returns the payload of a mutation, or throws its error: `unwrapPayload(response.deleteMemory).deletedMemoryId`.
 * Without it, switch over `__typename`. @throws GatewayError
 */
export function unwrapPayload<Result extends { readonly __typename: string }>(
  result: Result,
): Exclude<Result, { readonly __typename: ErrorMember['__typename'] }> {
  if (!errorNames.has(result.__typename))
    return result as Exclude<Result, { readonly __typename: ErrorMember['__typename'] }>;
  const { code, message, fields = [] } = result as unknown as ErrorMember;
  throw new GatewayError(code, message, {
    status: 200,
    fields: Object.fromEntries(fields.map((entry) => [entry.field, entry.messages])),
  });
}
