import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  DomainError,
  NotFoundError,
  UnauthenticatedError,
  UnavailableError,
  UpstreamFailedError,
  type FieldErrors,
} from '../src/errors.js';

/** An error as every family of bodies needs it: wire names of fields, and one text that names them. */
export interface Problem {
  readonly status: number;
  readonly text: string;
  /** Complaints by wire name; null when the error is not about input. */
  readonly fields: FieldErrors | null;
}

/** The error bodies of one family of endpoints, as documented. */
export interface ErrorFamily {
  readonly schema: z.ZodType;
  body(problem: Problem): unknown;
}

const detail = z.string().describe('The same text, for clients that look here.');

/** `{error}`: memories, entities, events. */
export const errorBody: ErrorFamily = {
  schema: z.object({ error: z.string(), detail }),
  body: ({ text }) => ({ error: text, detail: text }),
};

/** `{message}`: organizations, projects, the older searches and lists. */
export const messageBody: ErrorFamily = {
  schema: z.object({ message: z.string(), detail }),
  body: ({ text }) => ({ message: text, detail: text }),
};

/** `{errors: {field: [text]}}` for bad input, `{message}` otherwise: creating organizations, and members. */
export const fieldErrorsBody: ErrorFamily = {
  schema: z.union([
    z.object({ errors: z.record(z.string(), z.array(z.string())), detail }),
    z.object({ message: z.string(), detail }),
  ]),
  body: ({ status, fields, text }) =>
    status === 400 && fields ? { errors: fields, detail: text } : { message: text, detail: text },
};

/** `{error: "400 Bad Request", details: {message}}` for bad input: adding memories. */
export const addErrorBody: ErrorFamily = {
  schema: z.object({ error: z.string(), details: z.object({ message: z.string() }).optional(), detail }),
  body: ({ status, text }) =>
    status === 400
      ? { error: '400 Bad Request', details: { message: text }, detail: text }
      : { error: text, detail: text },
};

/** `{field: [text]}` for bad input, `{error}` otherwise: webhooks. */
export const webhookBody: ErrorFamily = {
  schema: z.union([z.record(z.string(), z.array(z.string())), z.object({ error: z.string(), detail })]),
  body: (problem) => (problem.status === 400 && problem.fields ? problem.fields : errorBody.body(problem)),
};

/** A list of texts when no entity is asked for, `{error}` otherwise: the oldest form of listing. */
export const listErrorBody: ErrorFamily = {
  schema: z.union([z.array(z.string()), z.object({ error: z.string(), detail })]),
  body: (problem) => (problem.fields?.filters ? [problem.text] : errorBody.body(problem)),
};

/** `{detail}`: 401, and a page beyond the last one, in every family. */
export const detailBody = z.object({ detail: z.string() });

/** The answers of a route: its own, and those of its error family under each status that it may fail with. */
export function answers<Success extends z.ZodType>(
  success: Success,
  family: ErrorFamily,
  failures: readonly number[] = [400, 403, 404],
) {
  const failing = Object.fromEntries(failures.map((status) => [status, family.schema]));
  return { ...failing, 200: success, 401: detailBody } as { 200: Success };
}

/** As {@link answers}, for a list that is paged by number: 404 is also {@link invalidPage}. */
export function pagedAnswers<Success extends z.ZodType>(
  success: Success,
  family: ErrorFamily,
  failures: readonly number[] = [400, 403, 404],
) {
  return { ...answers(success, family, failures), 404: z.union([family.schema, detailBody]) } as { 200: Success };
}

/** As {@link answers}, for a route that creates something: 201. */
export function createdAnswers<Success extends z.ZodType>(
  success: Success,
  family: ErrorFamily,
  failures: readonly number[] = [400, 403, 404],
) {
  const failing = Object.fromEntries(failures.map((status) => [status, family.schema]));
  return { ...failing, 201: success, 401: detailBody } as { 201: Success };
}

const invalidPageReason = 'invalid_page';

/** The answer for a page number beyond the last page: 404 `{detail}` in every family. */
export function invalidPage(): NotFoundError {
  return new NotFoundError('Invalid page.', { reason: invalidPageReason });
}

/** Answers a refusal in the documented form of its route. Of a defect it tells no more than the id of the request. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = isDatabaseAway(thrown) ? new UnavailableError() : thrown;
  const problem = problemOf(error);
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
  // Which provider failed and how, for programs; beside the body that the route documents.
  return reply.send({ ...(body as object), code: error.reason ?? 'unknown', request_id: request.id });
}

/** Whether the database could not be reached. Stores mark that by name, so that this layer need not import them. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof Error && (error.name === 'DatabaseUnavailableError' || isDatabaseAway(error.cause));
}

/** Null for what is no refusal. */
function problemOf(error: unknown): Problem | null {
  if (error instanceof DomainError) {
    if (!error.fields || Object.keys(error.fields).length === 0)
      return { status: error.status, text: error.message, fields: null };
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, complaints]) => [snakeCase(name), complaints]),
    );
    return { status: error.status, text: sentence(fields), fields };
  }
  // Fastify's own refusals: broken JSON, a body too large, a type of content that nobody reads.
  const { statusCode, code, message } = error as Partial<FastifyError>;
  const isRefusal = typeof code === 'string' && statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return isRefusal ? { status: statusCode, text: message ?? 'The request is malformed.', fields: null } : null;
}

/** "It must not be blank." about `query` reads "query must not be blank." */
function sentence(fields: FieldErrors): string {
  return Object.entries(fields)
    .flatMap(([name, complaints]) =>
      complaints.map((complaint) => complaint.replace(/^It\b/, name === 'request' ? 'The body' : name)),
    )
    .join(' ');
}

/** `expirationDate` becomes `expiration_date`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
