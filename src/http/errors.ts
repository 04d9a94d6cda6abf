import type { FastifyBaseLogger, FastifyError } from 'fastify';
import { isGraphQLError } from '@memory-gateway/graphql-documents';
import { DomainError, isDatabaseFault, UnavailableError, ValidationError } from '../errors.js';

/** Converts a thrown value to the error that the caller receives. Returns null for an internal error. */
export function toDomainError(error: unknown): DomainError | null {
  if (error == null) return null;
  if (error instanceof DomainError) return error;
  if (isGraphQLError(error)) return toDomainError(error.originalError);
  if (isDatabaseFault(error)) return new UnavailableError();
  const { statusCode, message, code } = error as Partial<FastifyError>;
  // Fastify's own errors for malformed requests: body too large, invalid JSON, unsupported media type.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 && typeof code === 'string') {
    return new ValidationError({ request: [message ?? 'The request is malformed.'] });
  }
  return null;
}

/** Returns the HTTP status of a thrown value. */
export function toStatus(error: unknown): number {
  const { statusCode } = error as Partial<FastifyError>;
  if (!(error instanceof DomainError) && typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return statusCode;
  return toDomainError(error)?.status ?? 500;
}

/** Logs internal errors with their stack. Expected errors are normal traffic and are not logged. */
export function logDefect(log: FastifyBaseLogger, error: unknown): void {
  if (!toDomainError(error)) log.error({ err: error }, 'request failed');
}
