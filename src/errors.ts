/**
 * The outcomes a client may see, one class for each code. They know nothing of GraphQL, HTTP frameworks or REST bodies:
 * each face turns them into its own wire shape in one place. Any other thrown value is a defect, logged and masked.
 * docs/errors.md explains every code to callers; a test keeps that page and this file equal.
 */

/** Every code a client can receive, the same in GraphQL (`extensions.code`) and behind the REST status. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMITED'
  | 'QUERY_TOO_COMPLEX'
  | 'UPSTREAM_FAILED'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** HTTP status of each code. The only such table. */
export const httpStatus: Readonly<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_USER_INPUT: 400,
  CONFLICT: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  QUERY_TOO_COMPLEX: 400,
  UPSTREAM_FAILED: 502,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** Field name to its errors, as the caller wrote the field. */
export type FieldErrors = Record<string, string[]>;

export interface ErrorDetails {
  fields?: FieldErrors;
  /** When the same call is worth repeating, in seconds from now. */
  retryAfterSeconds?: number;
  /** Machine-readable class of a failed upstream call, such as `provider_timeout`. */
  reason?: string;
  cause?: unknown;
}

/** An outcome with a text that is safe to show to the caller. Throw a subclass where one fits. */
export class DomainError extends Error {
  readonly fields?: FieldErrors;
  readonly retryAfterSeconds?: number;
  readonly reason?: string;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = new.target.name;
    if (details.fields) this.fields = details.fields;
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds;
    if (details.reason !== undefined) this.reason = details.reason;
  }

  /** HTTP status that belongs to the code. */
  get status(): number {
    return httpStatus[this.code];
  }
}

/** No credential, or one that is not valid (401). */
export class UnauthenticatedError extends DomainError {
  constructor(message = 'Authentication required.', details?: ErrorDetails) {
    super('UNAUTHENTICATED', message, details);
  }
}

/** A known member without the role that the action needs (403). Outsiders get {@link NotFoundError}. */
export class ForbiddenError extends DomainError {
  constructor(message: string, details?: ErrorDetails) {
    super('FORBIDDEN', message, details);
  }
}

/** Absent, or hidden from this caller: the two look the same (404). */
export class NotFoundError extends DomainError {
  constructor(message: string, details?: ErrorDetails) {
    super('NOT_FOUND', message, details);
  }
}

/** Input that breaks a rule, with the errors by field (400). */
export class ValidationError extends DomainError {
  override readonly fields: FieldErrors;

  constructor(fields: FieldErrors, message?: string) {
    super('BAD_USER_INPUT', message ?? Object.values(fields).flat().join(' '), { fields });
    this.fields = fields;
  }
}

/** The request does not fit the present state (409). */
export class ConflictError extends DomainError {
  constructor(message: string, details?: ErrorDetails) {
    super('CONFLICT', message, details);
  }
}

/** The idempotency key came with another request before (422). To callers that know no such case it is a conflict. */
export class IdempotencyKeyReusedError extends ConflictError {
  override readonly code = 'IDEMPOTENCY_KEY_REUSED';

  constructor() {
    super('This idempotency key was used for another request. Use a new key for each operation.');
  }
}

/** Too many calls; `retryAfterSeconds` says when the next one is welcome (429). */
export class RateLimitedError extends DomainError {
  override readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, message = 'Too many requests.') {
    super('RATE_LIMITED', message, { retryAfterSeconds });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A provider outside this server failed (502). `reason` names the class of the failure. */
export class UpstreamFailedError extends DomainError {
  constructor(message: string, details?: ErrorDetails) {
    super('UPSTREAM_FAILED', message, details);
  }
}

/** A part of this server is away for the moment, usually the database (503). */
export class UnavailableError extends DomainError {
  constructor(message = 'The service is not available at the moment.', details: ErrorDetails = {}) {
    super('UNAVAILABLE', message, { retryAfterSeconds: 5, ...details });
  }
}

/** This server has more work than it can do in time (503). Nothing was done; `retryAfterSeconds` says when to try again. */
export class OverloadedError extends UnavailableError {
  constructor(retryAfterSeconds: number) {
    super('The server is overloaded. Try again later.', { retryAfterSeconds, reason: 'overloaded' });
  }
}

/** `notFound('Memory')` reads "Memory not found.", whether it is absent or hidden. */
export const notFound = (noun: string): NotFoundError => new NotFoundError(`${noun} not found.`);

/** `invalid({ email: ['...'] })`: the message is all errors joined by a space. */
export const invalid = (fields: FieldErrors): ValidationError => new ValidationError(fields);

/** Refusal of a member; `message` is shown to them. */
export const forbidden = (message: string): ForbiddenError => new ForbiddenError(message);

/** Refusal because of the present state; `message` is shown to the caller. */
export const conflict = (message: string): ConflictError => new ConflictError(message);
