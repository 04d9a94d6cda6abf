/**
 * Errors that a client may see, one class for each code. They know nothing of GraphQL or HTTP; each API maps them to
 * its wire shape in one place. Any other thrown value is a defect, which is logged and masked. A test compares
 * docs/errors.md with this file.
 */

/** Every code that a client can receive: `extensions.code` in GraphQL, and a status in REST. */
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

/** Field name, as the caller wrote it, to its errors. */
export type FieldErrors = Record<string, string[]>;

/**
 * Returns a sentence about a field: "must be text." becomes "`name` must be text.". Other problems are sentences already. APIs with other
 * names for the field replace the name in backquotes.
 */
export function toFieldMessage(field: string, problem: string): string {
  if (!/^(must|may|is|has|contains|cannot)\b/.test(problem)) return problem;
  return field === 'request' ? `The body ${problem}` : `\`${field}\` ${problem}`;
}

export interface ErrorDetails {
  fields?: FieldErrors;
  /** Seconds after which a retry may succeed. */
  retryAfterSeconds?: number;
  /** Machine-readable class of a failed upstream request, such as `provider_timeout`. */
  reason?: string;
  cause?: unknown;
}

/** Base class of errors whose message is safe to show to the caller. Throw a subclass if one fits. */
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

  get status(): number {
    return httpStatus[this.code];
  }
}

/** Missing or invalid credential (401). */
export class UnauthenticatedError extends DomainError {
  constructor(message = 'Authentication required.', details?: ErrorDetails) {
    super('UNAUTHENTICATED', message, details);
  }
}

/** The caller may see the target, but lacks the role for the action (403). Outsiders get {@link NotFoundError}. */
export class ForbiddenError extends DomainError {
  constructor(message: string, details?: ErrorDetails) {
    super('FORBIDDEN', message, details);
  }
}

/** Absent, or hidden from this caller, which must look the same (404). */
export class NotFoundError extends DomainError {
  constructor(message: string, details?: ErrorDetails) {
    super('NOT_FOUND', message, details);
  }
}

/** Fields that an error names, and problems of each. Input with thousands of mistakes would get a response larger than itself. */
const problemsMax = 100;

/** Invalid input, with errors by field (400). */
export class ValidationError extends DomainError {
  override readonly fields: FieldErrors;

  /** @param problems sentences, or what follows the name of the field in a sentence, such as "must be text." */
  constructor(problems: FieldErrors, message?: string) {
    const fields = Object.fromEntries(
      Object.entries(problems)
        .slice(0, problemsMax)
        .map(([field, list]) => [field, list.slice(0, problemsMax).map((problem) => toFieldMessage(field, problem))]),
    );
    super('BAD_USER_INPUT', message ?? Object.values(fields).flat().join(' '), { fields });
    this.fields = fields;
  }

  /** Returns the error with other names of its fields, also in the messages. */
  rename(toName: (field: string) => string): ValidationError {
    const rename = (field: string, text: string) => text.replaceAll(`\`${field}\``, () => `\`${toName(field)}\``);
    const entries = Object.entries(this.fields);
    return new ValidationError(
      Object.fromEntries(entries.map(([field, list]) => [toName(field), list.map((text) => rename(field, text))])),
      entries.reduce((text, [field]) => rename(field, text), this.message),
    );
  }
}

export class ConflictError extends DomainError {
  constructor(message: string, details?: ErrorDetails) {
    super('CONFLICT', message, details);
  }
}

/** The idempotency key was used for a different request (422). */
export class IdempotencyKeyReusedError extends DomainError {
  constructor() {
    super(
      'IDEMPOTENCY_KEY_REUSED',
      'This idempotency key was used for another request. Use a new key for each operation.',
    );
  }
}

/** Too many requests (429). Retry after `retryAfterSeconds`. */
export class RateLimitedError extends DomainError {
  override readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, message = 'Too many requests.') {
    super('RATE_LIMITED', message, { retryAfterSeconds });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A provider outside this server failed (502). `reason` is the class of the failure. */
export class UpstreamFailedError extends DomainError {
  constructor(message: string, details?: ErrorDetails) {
    super('UPSTREAM_FAILED', message, details);
  }
}

/** A part of this server, usually the database, is temporarily unavailable (503). */
export class UnavailableError extends DomainError {
  constructor(message = 'The service is not available at the moment.', details: ErrorDetails = {}) {
    super('UNAVAILABLE', message, { retryAfterSeconds: 5, ...details });
  }
}

// Serialization failure and deadlock after all repetitions, statement timeout, lock timeout: the same request may succeed later.
const contentionCodes = new Set<unknown>(['40001', '40P01', 'P2034', '57014', '55P03']);

/** Whether the database was away or too busy. Compares by name, so that other layers need not import the stores. */
export function isDatabaseFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return error.name === 'DatabaseUnavailableError' || contentionCodes.has(code) || isDatabaseFault(error.cause);
}

/** The server has more work than it can finish in time (503). Nothing was done. Retry after `retryAfterSeconds`. */
export class OverloadedError extends UnavailableError {
  constructor(retryAfterSeconds: number) {
    super('The server is overloaded. Try again later.', { retryAfterSeconds, reason: 'overloaded' });
  }
}

/** Returns the error "Memory not found." for `notFound('Memory')`, for an absent and for a hidden memory. */
export const notFound = (noun: string): NotFoundError => new NotFoundError(`${noun} not found.`);

/** Returns a value that was looked for. @throws NotFoundError with `noun` if there is none */
export function orNotFound<Value extends object>(value: Value | null | undefined, noun: string): Value {
  if (value == null) throw notFound(noun);
  return value;
}
