import type { ExecutionResult, GraphQLError } from 'graphql';
import type { LoggedError, RequestOutcome } from '../../events/request-log-stream.js';
import { redactMessage } from '../../redact.js';
import { isServerFault, type RequestAudit } from '../request-log/request-audit.js';

export type GraphQLResponse = ExecutionResult | AsyncIterable<unknown>;

/**
 * Records the outcome of a GraphQL operation from the result that the client receives.
 * Errors in mutation payloads were recorded when their field was resolved (see schema/request-log/operation-log.ts).
 */
export function noteResult(audit: RequestAudit, result: GraphQLResponse): void {
  const { data, errors = [] } = 'errors' in result || 'data' in result ? result : { data: null };
  const payloadErrors = audit.errors;
  audit.errors = [...payloadErrors, ...errors.map(toLoggedError)];
  if (audit.errors.length === 0) audit.outcome = 'OK';
  else if (hasSucceeded(data, payloadErrors, errors)) audit.outcome = 'PARTIAL';
  else audit.outcome = toOutcomeOfErrors(audit.errors);
}

/** Returns whether at least one root field returned data. */
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

/**
 * Sets status 503 if the operation failed only because a part of the server is unavailable. The transport takes status and
 * headers from `extensions.http` and removes it.
 */
export function markUnavailable(audit: RequestAudit, errors: readonly GraphQLError[]): void {
  if (audit.outcome !== 'FAILED' || !audit.errors.every(({ code }) => code === 'UNAVAILABLE')) return;
  const seconds = errors.map(({ extensions }) => Number(extensions?.['retryAfterSeconds'] ?? 0));
  const http = { status: 503, headers: { 'retry-after': String(Math.max(1, ...seconds)) } };
  for (const { extensions } of errors) extensions['http'] = http;
}

/** Returns the outcome of an operation in which every root field failed. */
function toOutcomeOfErrors(errors: readonly LoggedError[]): RequestOutcome {
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
