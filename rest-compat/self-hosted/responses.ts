import type { FastifyContextConfig } from 'fastify';
import { z } from 'zod';
import { detailBody } from '../shared/problems.js';

/** Body of 422: one entry for each input error. */
const inputIssuesBody = z.object({
  detail: z.array(
    z.object({
      type: z.string().describe('Kind of the fault, such as `missing`.'),
      loc: z
        .array(z.union([z.string(), z.number()]))
        .describe('Path of the value: `body`, `query` or `path`, then names.'),
      msg: z.string().describe('The fault, for people.'),
      input: z.unknown().describe('The value that was sent; `{}` when it may be a secret.'),
      ctx: z.record(z.string(), z.unknown()).optional().describe('The limits of a range.'),
    }),
  ),
});

/** Body of 422: input errors, or the error of an idempotency key. */
export const inputErrorBody = z.union([inputIssuesBody, detailBody]).meta({ id: 'SelfHostedInputError' });

/** Body of 429. */
const rateLimitBody = z
  .object({ error: z.string().describe('The rate limit, for people.') })
  .meta({ id: 'SelfHostedRateLimitError' });

/** Body of 502: a model provider or the database failed. */
const upstreamBody = detailBody
  .extend({
    code: z.string().describe('Class of the failure, such as `provider_auth_failed`.'),
    request_id: z.string(),
  })
  .meta({ id: 'SelfHostedUpstreamError' });

const failures = {
  400: detailBody,
  401: detailBody,
  403: detailBody,
  404: detailBody,
  429: rateLimitBody,
  502: upstreamBody,
};

/** Returns the response schemas of a route: its success, and the errors of all routes. */
export function selfHostedResponses<Success extends z.ZodType>(success: Success) {
  return { ...failures, 200: success } as { 200: Success };
}

/** Returns {@link selfHostedResponses} for a route that creates something, with success status 201. */
export function selfHostedCreatedResponses<Success extends z.ZodType>(success: Success) {
  return { ...failures, 201: success } as { 201: Success };
}

/** Returns {@link selfHostedResponses} for a route that may return 202 while work continues. */
export function selfHostedAcceptedResponses<Success extends z.ZodType, Pending extends z.ZodType>(
  success: Success,
  pending: Pending,
) {
  return { ...failures, 200: success, 202: pending } as { 200: Success; 202: Pending };
}

/** Returns the options of a route. @param operation its name in the request log, or its configuration @param input schemas of what it reads */
export function route<Input extends object, Response>(
  operation: string | FastifyContextConfig,
  input: Input,
  response: Response,
) {
  const config = typeof operation === 'string' ? { operation } : operation;
  return { config, schema: { ...input, response } };
}
