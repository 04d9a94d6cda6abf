import { z } from 'zod';
import type { WorkKind } from '@memory-gateway/load';
import type { AccessLevel } from '../../src/resolvers/user/require-user.js';
import { detailBody } from '../shared/problems.js';
import type { RouteInput, RouteSuccess } from '../shared/rest-scope.js';

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

interface SelfHostedRouteInput extends RouteInput {
  /** Access level that the route needs. Default: `any`, every valid credential. */
  readonly level?: AccessLevel;
  readonly work?: WorkKind;
}

/** Returns the options of a self-hosted route: its operation, the schemas of its input, of its success by status and of its errors. */
export function describeRoute<Success extends RouteSuccess, Input extends SelfHostedRouteInput>(
  operation: string,
  success: Success,
  input: Input,
) {
  const { level, work, ...schema } = input;
  const config = { operation, ...(level && { level }), ...(work && { work }) };
  // The failures have no type: only errors send them.
  const response: Success = { ...failures, ...success };
  return { config, schema: { ...schema, response } };
}
