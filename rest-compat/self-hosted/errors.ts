import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, UnavailableError, type FieldErrors } from '../../src/errors.js';
import { isDatabaseAway, snakeCase } from '../errors.js';
import { InputIssuesError } from './read-input.js';

/** Answers a refusal in the form of the self-hosted paths: `{detail}` but for rate limits and typed input. Defects go on to the server. */
export function answerFlatError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof InputIssuesError) return reply.code(422).send({ detail: error.issues });
  if (error instanceof DomainError) return answerDomainError(error, request, reply);
  // To these clients the database is one of the things behind the server.
  if (isDatabaseAway(error)) return answerUnavailable(request, reply);
  const { statusCode, code, message } = error as Partial<FastifyError>;
  const isRefusal = typeof code === 'string' && statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  if (!isRefusal && !(error instanceof SyntaxError)) throw error;
  // Broken JSON is a fault of typed input to these clients.
  const isBrokenJson = error instanceof SyntaxError || code === 'FST_ERR_CTP_INVALID_JSON_BODY';
  if (isBrokenJson)
    return reply
      .code(422)
      .send({ detail: [{ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {} }] });
  return reply.code(statusCode ?? 400).send({ detail: message ?? 'The request is malformed.' });
}

function answerDomainError(error: DomainError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  reply.code(error.status);
  const detail = (error.fields && sentence(error.fields)) || error.message;
  switch (error.code) {
    case 'RATE_LIMITED':
      return reply.send({ error: detail });
    case 'UPSTREAM_FAILED':
      request.log.warn({ err: error }, 'a provider failed');
      return reply.send({ detail, code: error.reason ?? 'unknown', request_id: request.id });
    case 'UNAUTHENTICATED':
      // Only to those who sent nothing: the others know how.
      if (!request.headers.authorization && !request.headers['x-api-key']) reply.header('www-authenticate', 'Bearer');
      return reply.send({ detail });
    default:
      return reply.send({ detail });
  }
}

function answerUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { message, retryAfterSeconds } = new UnavailableError();
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(502).send({ detail: message, code: 'datastore_unavailable', request_id: request.id });
}

/** "It must not be blank." about `query` reads "query must not be blank." */
function sentence(fields: FieldErrors): string {
  return Object.entries(fields)
    .flatMap(([name, complaints]) => complaints.map((complaint) => complaint.replace(/^It\b/, snakeCase(name))))
    .join(' ');
}
