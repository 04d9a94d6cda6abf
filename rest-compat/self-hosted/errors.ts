import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, isDatabaseFault, UnavailableError, ValidationError } from '../../src/errors.js';
import { toFastifyRefusal, toFieldSentence } from '../shared/problems.js';
import { InputIssuesError } from './read-input.js';

/** Sends an error as `{detail}`, except for rate limits and input errors. Rethrows internal errors. */
export function sendSelfHostedError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  noteSelfHostedError(error, request);
  if (error instanceof InputIssuesError) return reply.code(422).send({ detail: error.issues });
  if (error instanceof DomainError) return sendDomainError(error, request, reply);
  // Clients expect 502 for failures of any dependency, including the database.
  if (isDatabaseFault(error)) return sendUnavailable(request, reply);
  const refusal = toFastifyRefusal(error);
  if (error instanceof SyntaxError || refusal?.code === 'FST_ERR_CTP_INVALID_JSON_BODY') return sendBrokenJson(reply);
  if (!refusal) throw error;
  return reply.code(refusal.status).send({ detail: refusal.message });
}

function sendBrokenJson(reply: FastifyReply): FastifyReply {
  const issue = { type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {} };
  return reply.code(422).send({ detail: [issue] });
}

// Other errors are recorded by their status, or by the server for internal errors.
function noteSelfHostedError(error: unknown, request: FastifyRequest): void {
  if (error instanceof DomainError) request.noteError(error, toDetail(error));
  else if (isDatabaseFault(error)) request.noteError(new UnavailableError());
  else if (error instanceof InputIssuesError) {
    const issues = error.issues.map(({ loc, msg }): [string, string[]] => [loc.join('.'), [msg]]);
    request.noteError(
      new ValidationError(Object.fromEntries(issues), issues.map(([at, [msg = '']]) => `${at}: ${msg}`).join(' ')),
    );
  }
}

function sendDomainError(error: DomainError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  reply.code(error.status);
  const detail = toDetail(error);
  switch (error.code) {
    case 'RATE_LIMITED':
      return reply.send({ error: detail });
    case 'UPSTREAM_FAILED':
      request.log.warn({ err: error }, 'a provider failed');
      return reply.send({ detail, code: error.reason ?? 'unknown', request_id: request.id });
    case 'UNAUTHENTICATED':
      return reply.header('www-authenticate', 'Bearer').send({ detail });
    default:
      return reply.send({ detail });
  }
}

function toDetail(error: DomainError): string {
  return (error.fields && toFieldSentence(error.fields)) || error.message;
}

function sendUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { message, retryAfterSeconds } = new UnavailableError();
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(502).send({ detail: message, code: 'datastore_unavailable', request_id: request.id });
}
