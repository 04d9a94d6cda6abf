import type { ExecutionResult, GraphQLError } from 'graphql';
import type { LoggedError, RequestOutcome } from '../events/request-log-stream.js';
import { redactMessage } from '../engine/redact.js';
import { isServerFault, type RequestAudit } from './request-audit.js';

/** A GraphQL response: one result, or the stream of results of a subscription that began. */
export type GraphQLResponse = ExecutionResult | AsyncIterable<unknown>;

/**
 * Records the outcome of a GraphQL operation from the result that the client receives. Errors that a mutation returned as data
 * were recorded when its field was resolved (see schema/operation-log.ts).
 */
export function noteResult(audit: RequestAudit, result: GraphQLResponse): void {
  const { data, errors = [] } = 'errors' in result || 'data' in result ? result : { data: null };
  const payloadErrors = audit.errors;
  audit.errors = [...payloadErrors, ...errors.map(toLoggedError)];
  if (audit.errors.length === 0) audit.outcome = 'OK';
  else if (hasSucceeded(data, payloadErrors, errors)) audit.outcome = 'PARTIAL';
  else audit.outcome = toOutcomeOfErrors(audit.errors);
}

/** Whether one root field at least returned what was asked for, or a part of it. */
function hasSucceeded(
  data: ExecutionResult['data'],
  payloadErrors: readonly LoggedError[],
  errors: readonly GraphQLError[],
): boolean {
  const refused = new Set(payloadErrors.map(({ path }) => path));
  const failed = new Set(errors.map(({ path }) => path?.[0]));
  return Object.entries(data ?? {}).some(([key, value]) => {
    if (key === '__typename' || refused.has(key)) return false;
    return value !== null || !failed.has(key);
  });
}

/** When to repeat an operation, in seconds, if all of it failed because a part of the server is unavailable; otherwise null. */
export function retryAfter(audit: RequestAudit, { errors = [] }: ExecutionResult): number | null {
  if (audit.outcome !== 'FAILED' || !audit.errors.every(({ code }) => code === 'UNAVAILABLE')) return null;
  const seconds = errors.map(({ extensions }) => Number(extensions?.['retryAfterSeconds'] ?? 0));
  return Math.max(1, ...seconds);
}

/** Returns the outcome of an operation of which every root field failed. */
export function toOutcomeOfErrors(errors: readonly LoggedError[]): RequestOutcome {
  return errors.some(({ code }) => isServerFault(code)) ? 'FAILED' : 'REFUSED';
}

function toLoggedError({ extensions, message, path }: GraphQLError): LoggedError {
  const code = extensions?.['code'];
  return {
    code: typeof code === 'string' ? code : 'INTERNAL',
    path: path?.join('.') ?? null,
    message: redactMessage(message),
  };
}
