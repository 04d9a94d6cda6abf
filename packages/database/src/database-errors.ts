/** The database is unreachable, shutting down, or cannot write. A retry may succeed, so respond with 503. */
class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';

  constructor(cause: unknown) {
    super('The database is not available.', { cause });
  }
}

/** Returns the error of work that waited too long for a connection. Its cause is as the pool of the driver says it. */
export function createConnectionTimeout(): Error {
  return new DatabaseUnavailableError(new Error('timeout exceeded when trying to connect'));
}

// Disk full, failed I/O, or a read-only server. Reads may still work.
const CANNOT_WRITE_CODES = new Set(['53100', '58030', '25006', 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

const UNAVAILABLE_CODES = new Set([
  ...CANNOT_WRITE_CODES,
  ...['57P01', '57P02', '57P03', '57P05', '53000', '53200', '53300', '53400', '25P03'],
  // A password that was changed, and a database that is not there, as while it is restored.
  ...['28000', '28P01', '3D000'],
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOENT',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
  // Prisma codes: unreachable, timeout, connection closed, connection pool exhausted.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024'],
]);

// Lost connections as Prisma's driver adapter reports them; raw queries expose nothing else.
const UNAVAILABLE_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

// Driver errors without a code.
const UNAVAILABLE_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Connection ended|SASL:|The server does not support SSL connections)/;

// Class 08, and certificates that this process does not trust.
const UNAVAILABLE_CODE = /^(08[0-9A-Z]{3}$|SELF_SIGNED_CERT|DEPTH_ZERO_SELF|UNABLE_TO_|CERT_|ERR_TLS_)/;

// Prisma wraps driver errors in `cause` and `meta.driverAdapterError`.
const MAX_DEPTH = 5;

/** Whether an error, or a cause of it, says that the database is unavailable; a provider that cannot be reached does not. */
export function isFromUnavailableDatabase(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false;
  return error instanceof DatabaseUnavailableError || isFromUnavailableDatabase(error.cause, depth + 1);
}

/** Whether an error of the product, the driver or Prisma means that the database is unavailable. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Object) || depth > MAX_DEPTH) return false;
  if (error instanceof DatabaseUnavailableError) return true;
  const { code, originalCode, kind, message, cause, meta } = error as ErrorParts;
  if ([code, originalCode].some((value) => typeof value === 'string' && isUnavailableCode(value))) return true;
  if (typeof kind === 'string' && UNAVAILABLE_KINDS.has(kind)) return true;
  if (typeof message === 'string' && UNAVAILABLE_TEXT.test(message)) return true;
  if (error instanceof AggregateError && error.errors.some((one) => isDatabaseUnavailable(one, depth + 1))) return true;
  return isDatabaseUnavailable(cause, depth + 1) || isDatabaseUnavailable(meta?.driverAdapterError, depth + 1);
}

/** Whether an error is one of the database: that it is unavailable, or one that Postgres or a pooler sent. */
export function isOfDatabase(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || (error instanceof Error && 'severity' in error);
}

/** Returns a {@link DatabaseUnavailableError} if the database is unavailable, else the error itself. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError || !isDatabaseUnavailable(error)) return error;
  return new DatabaseUnavailableError(error);
}

/** Whether the database cannot store anything although it may respond, as with a full disk. */
export function cannotWrite(error: unknown, depth = 0): boolean {
  if (!(error instanceof Object) || depth > MAX_DEPTH) return false;
  const { code, originalCode, cause, meta } = error as ErrorParts;
  if ([code, originalCode].some((value) => typeof value === 'string' && CANNOT_WRITE_CODES.has(value))) return true;
  return cannotWrite(cause, depth + 1) || cannotWrite(meta?.driverAdapterError, depth + 1);
}

// Serialization failure and deadlock. P2034 is Prisma's code for both.
const RETRYABLE_CODES = new Set<unknown>(['40001', '40P01', 'P2034']);

/** Whether the transaction failed with a serialization failure or deadlock, so that repeating it may succeed. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Error && RETRYABLE_CODES.has((error as ErrorParts).code);
}

/** Whether a statement failed only because an earlier one of its transaction had failed (25P02). */
export function isAborted(error: unknown): boolean {
  return error instanceof Error && (error as ErrorParts).code === '25P02';
}

/**
 * Returns the name of the violated unique index or foreign key, from driver and Prisma errors. Null for other errors.
 */
export function findViolatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  const { driverAdapterError } = (error as ErrorParts).meta ?? {};
  const { cause } = (driverAdapterError ?? {}) as { cause?: { constraint?: { index?: string } } };
  return cause?.constraint?.index ?? null;
}

/** Whether a unique index was violated (23505, or P2002 of Prisma). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && ['23505', 'P2002'].includes(String((error as ErrorParts).code));
}

/** Whether Prisma found no row to change (P2025). */
export function isRowMissing(error: unknown): boolean {
  return error instanceof Error && (error as ErrorParts).code === 'P2025';
}

interface ErrorParts {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

function isUnavailableCode(code: string): boolean {
  return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CODE.test(code);
}
