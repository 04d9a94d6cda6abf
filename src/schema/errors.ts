import {
  ConflictError,
  type DomainError,
  type FieldErrors,
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
  ValidationError,
  type ErrorCode,
} from '../errors.js';
import { builder } from './builder.js';

const codes = {
  UNAUTHENTICATED: { description: 'No credential, or one that is not valid.' },
  FORBIDDEN: { description: 'The caller sees the thing but may not do this to it.' },
  NOT_FOUND: { description: 'It does not exist, or the caller may not see it.' },
  BAD_USER_INPUT: { description: 'The input, or the query itself, is not acceptable.' },
  CONFLICT: { description: 'The action does not fit the present state.' },
  IDEMPOTENCY_KEY_REUSED: { description: 'The idempotency key came with another request before.' },
  RATE_LIMITED: { description: 'Too many calls.' },
  QUERY_TOO_COMPLEX: { description: 'The query is too deep, too long or asks for too much.' },
  UPSTREAM_FAILED: { description: 'A provider outside this server failed.' },
  UNAVAILABLE: { description: 'A part of this server is away for the moment.' },
  INTERNAL: { description: 'A defect of this server.' },
} as const satisfies Record<ErrorCode, { description: string }>;

const ErrorCodeType = builder.enumType('ErrorCode', {
  description: 'What went wrong, for programs. The same codes stand in `errors[].extensions.code` of queries.',
  values: codes,
});

const ErrorInterface = builder.interfaceRef<DomainError>('Error').implement({
  description: 'An outcome that the caller can act on.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'The reason, for people.' }),
    code: t.expose('code', { type: ErrorCodeType, description: 'The reason, for programs.' }),
  }),
});

const FieldErrorType = builder.objectRef<{ field: string; messages: string[] }>('FieldError').implement({
  description: 'What is wrong with one input field.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the input field.' }),
    messages: t.exposeStringList('messages', { description: 'One sentence for each fault.' }),
  }),
});

/** Complaints by the names that fields have in GraphQL, where a filter is called so everywhere. */
export function graphqlFields(fields: FieldErrors): FieldErrors {
  return rename(fields, { filters: 'filter' });
}

/** Does `work`, and gives complaints about its input the names that the caller knows: from those of the use case to those of this field. */
export async function withFieldNames<T>(names: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ValidationError ? new ValidationError(rename(error.fields, names), error.message) : error;
  }
}

function rename(fields: FieldErrors, names: Readonly<Record<string, string>>): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([field, messages]) => [names[field] ?? field, messages]));
}

builder.objectType(ValidationError, {
  name: 'ValidationError',
  description: 'The input is not acceptable. Nothing was changed.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    fields: t.field({
      type: [FieldErrorType],
      description: 'The faults by input field.',
      resolve: (error) => Object.entries(graphqlFields(error.fields)).map(([field, messages]) => ({ field, messages })),
    }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'The thing does not exist, or the caller may not see it: the two look the same.',
  interfaces: [ErrorInterface],
});

builder.objectType(ForbiddenError, {
  name: 'ForbiddenError',
  description: 'The caller sees the thing but lacks the role for this action.',
  interfaces: [ErrorInterface],
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description: 'The action does not fit the present state.',
  interfaces: [ErrorInterface],
});

builder.objectType(UnauthenticatedError, {
  name: 'UnauthenticatedError',
  description: 'The e-mail address, password or token is not, or no longer, good.',
  interfaces: [ErrorInterface],
});

/** The errors of mutations that begin, renew or end a session: a refused credential is an answer there. */
export const sessionErrors = {
  types: [UnauthenticatedError, ValidationError, NotFoundError, ForbiddenError, ConflictError],
};

/** The errors that a mutation answers as data. Others (no credential, rate limit, outage) are protocol errors. */
export const mutationErrors = { types: [ValidationError, NotFoundError, ForbiddenError, ConflictError] };
