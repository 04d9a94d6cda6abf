import {
  ConflictError,
  type DomainError,
  type FieldErrors,
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
  ValidationError,
  type ErrorCode,
} from '../../errors.js';
import { withFieldNames } from '../../validate.js';
import { builder } from '../builder.js';

const codes = {
  UNAUTHENTICATED: { description: 'The request has no credential, or the credential is not valid.' },
  FORBIDDEN: { description: 'You can see the object, but your role does not allow this action.' },
  NOT_FOUND: { description: 'The object does not exist, or you cannot see it.' },
  BAD_USER_INPUT: { description: 'The input or the document is not valid.' },
  CONFLICT: { description: 'The action conflicts with the current state.' },
  IDEMPOTENCY_KEY_REUSED: { description: 'The idempotency key was used with other arguments before.' },
  RATE_LIMITED: { description: 'You sent too many requests. Retry after `retryAfterSeconds`.' },
  QUERY_TOO_COMPLEX: { description: 'The document is too deep, too long, or selects too many items.' },
  UPSTREAM_FAILED: { description: 'A model provider or another external server failed.' },
  UNAVAILABLE: { description: 'A part of this server is temporarily unavailable.' },
  INTERNAL: { description: 'The server failed unexpectedly. Report the request ID to the operator.' },
} as const satisfies Record<ErrorCode, { description: string }>;

const ErrorCodeType = builder.enumType('ErrorCode', {
  description: 'Machine-readable class of an error. `errors[].extensions.code` uses the same codes.',
  values: codes,
});

const ErrorInterface = builder.interfaceRef<DomainError>('Error').implement({
  description:
    'An error that a mutation can produce. To get it as data, select it: `... on Error { code message }`. An error that your document does not select is a top-level error.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'Error message for people, in English.' }),
    code: t.expose('code', { type: ErrorCodeType, description: 'Error code for programs.' }),
  }),
});

const FieldErrorType = builder.objectRef<{ field: string; messages: string[] }>('FieldError').implement({
  description: 'The errors of one argument or input field.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Path of the field from the arguments, for example `input.messages.0.role`.',
    }),
    messages: t.exposeStringList('messages', { description: 'Error messages of the field, one sentence each.' }),
  }),
});

/** Renames field errors of use cases to GraphQL names, where a filter is always called `filter`. */
export function toGraphQLFields(fields: FieldErrors): FieldErrors {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([path, messages]) => [path.replace(/\bfilters\b/, 'filter'), messages.map(toGraphQLMessage)]),
  );
}

/** Renames filters in a message, as {@link toGraphQLFields} does in field names. */
export const toGraphQLMessage = (message: string): string => message.replace(/`filters\b/g, '`filter');

/** Runs `work` and names its errors of a filter by their path: `userId` becomes `filter.userId`. */
export function withFilterPaths<T>(filter: object | null | undefined, work: () => Promise<T>): Promise<T> {
  return withFieldNames(Object.fromEntries(Object.keys(filter ?? {}).map((name) => [name, `filter.${name}`])), work);
}

builder.objectType(ValidationError, {
  name: 'ValidationError',
  description: 'The input is not valid. The mutation changed nothing.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    fields: t.field({
      type: [FieldErrorType],
      description: 'The invalid fields with their error messages.',
      resolve: (error) =>
        Object.entries(toGraphQLFields(error.fields)).map(([field, messages]) => ({ field, messages })),
    }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'The object does not exist, or you cannot see it. The two cases look the same.',
  interfaces: [ErrorInterface],
});

builder.objectType(ForbiddenError, {
  name: 'ForbiddenError',
  description: 'You can see the object, but you do not have the role that the mutation requires.',
  interfaces: [ErrorInterface],
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description: 'The mutation conflicts with the current state, for example a duplicate or an event that has finished.',
  interfaces: [ErrorInterface],
});

builder.objectType(UnauthenticatedError, {
  name: 'UnauthenticatedError',
  description: 'The email address, password or token is wrong or has expired.',
  interfaces: [ErrorInterface],
});
