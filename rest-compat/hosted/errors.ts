import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  DomainError,
  isDatabaseFault,
  NotFoundError,
  UnauthenticatedError,
  UnavailableError,
  UpstreamFailedError,
  type FieldErrors,
} from '../../src/errors.js';
import { toSnakeCase } from '../../src/snake-case.js';
import { toFastifyRefusal, toFieldSentence, toWireNames } from '../shared/problems.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Shape of the error bodies of a hosted route. */
    errors?: ErrorFamily;
  }
}

interface Problem {
  readonly status: number;
  /** All error messages as one text, with wire names. */
  readonly text: string;
  /** Messages by wire name. Null if the error is not about input. */
  readonly fields: FieldErrors | null;
}

export interface ErrorFamily {
  readonly schema: z.ZodType;
  body(problem: Problem): unknown;
}

const detail = z.string().describe('The error text again, under the name that some clients read.');

/** `{error}`: memories, entities and events. */
export const errorBody: ErrorFamily = {
  schema: z.object({ error: z.string(), detail }).meta({ id: 'Error' }),
  body: ({ text }) => ({ error: text, detail: text }),
};

/** `{message}`: organizations, projects, older searches and lists. */
export const messageBody: ErrorFamily = {
  schema: z.object({ message: z.string(), detail }).meta({ id: 'MessageError' }),
  body: ({ text }) => ({ message: text, detail: text }),
};

/** `{errors: {field: [text]}}` for invalid input, else `{message}`: creating organizations, and members. */
export const fieldErrorsBody: ErrorFamily = {
  schema: z
    .union([
      z.object({ errors: z.record(z.string(), z.array(z.string())), detail }),
      z.object({ message: z.string(), detail }),
    ])
    .meta({ id: 'FieldErrors' }),
  body: ({ status, fields, text }) =>
    status === 400 && fields ? { errors: fields, detail: text } : { message: text, detail: text },
};

/** `{error: "400 Bad Request", details: {message}}` for invalid input: adding memories. */
export const addErrorBody: ErrorFamily = {
  schema: z
    .object({ error: z.string(), details: z.object({ message: z.string() }).optional(), detail })
    .meta({ id: 'AddError' }),
  body: ({ status, text }) =>
    status === 400
      ? { error: '400 Bad Request', details: { message: text }, detail: text }
      : { error: text, detail: text },
};

/** `{field: [text]}` for invalid input, else `{error}`: webhooks. */
export const webhookBody: ErrorFamily = {
  schema: z
    .union([z.record(z.string(), z.array(z.string())), z.object({ error: z.string(), detail })])
    .meta({ id: 'WebhookError' }),
  body: (problem) => (problem.status === 400 && problem.fields ? problem.fields : errorBody.body(problem)),
};

/** A list of texts without an entity, else `{error}`: version 1 of listing memories. */
export const listErrorBody: ErrorFamily = {
  schema: z.union([z.array(z.string()), z.object({ error: z.string(), detail })]).meta({ id: 'ListError' }),
  body: (problem) => (problem.fields?.filters ? [problem.text] : errorBody.body(problem)),
};

const invalidPageReason = 'invalid_page';

/** Creates the error for a page after the last one: 404 `{detail}` in every error family. */
export function createInvalidPageError(): NotFoundError {
  return new NotFoundError('Invalid page.', { reason: invalidPageReason });
}

/** Sends an error in the documented shape of its route. Internal errors show only the request id. */
export function sendHostedError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = isDatabaseFault(thrown) ? new UnavailableError() : thrown;
  const problem = toProblem(error);
  request.noteError(error, problem?.text);
  if (!problem) {
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send({ detail: 'Internal Server Error', request_id: request.id });
  }
  if (error instanceof DomainError && error.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(error.retryAfterSeconds));
  reply.code(problem.status);
  if (error instanceof UnauthenticatedError) {
    return reply
      .header('www-authenticate', 'Token realm="memory-gateway", Bearer realm="memory-gateway"')
      .send({ detail: problem.text });
  }
  if (error instanceof DomainError && error.reason === invalidPageReason) return reply.send({ detail: problem.text });
  const body = (request.routeOptions.config.errors ?? errorBody).body(problem);
  if (!(error instanceof UpstreamFailedError)) return reply.send(body);
  request.log.warn({ err: error }, 'a provider failed');
  // `code` is the class of the provider failure, for programs.
  return reply.send({ ...(body as object), code: error.reason ?? 'unknown', request_id: request.id });
}

/** Converts an error to what the caller sees. Returns null for an internal error. */
function toProblem(error: unknown): Problem | null {
  if (error instanceof DomainError) {
    if (!error.fields || Object.keys(error.fields).length === 0)
      return { status: error.status, text: error.message, fields: null };
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, messages]) => [toSnakeCase(name), messages.map(toWireNames)]),
    );
    return { status: error.status, text: toFieldSentence(fields), fields };
  }
  const refusal = toFastifyRefusal(error);
  return refusal && { status: refusal.status, text: refusal.message, fields: null };
}
