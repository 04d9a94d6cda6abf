import type { WorkKind } from '@memory-gateway/load';
import { z } from 'zod';
import { detailBody } from '../shared/problems.js';
import type { RouteInput, RouteSuccess } from '../shared/rest-scope.js';
import { errorBody, type ErrorFamily } from './errors.js';

interface HostedRouteInput extends RouteInput {
  /** Shape of the error bodies. Default: {@link errorBody}. */
  readonly errors?: ErrorFamily;
  /** Statuses of its failures besides 401. Default: 400, 403 and 404. */
  readonly failures?: readonly number[];
  /** Whether it is a list with page numbers, whose 404 is also the response to a page after the last one. */
  readonly isPaged?: boolean;
  readonly work?: WorkKind;
  readonly idempotency?: false;
}

/** Returns the options of a hosted route: its operation, the schemas of its input, of its success by status and of its errors. */
export function describeRoute<Success extends RouteSuccess, Input extends HostedRouteInput>(
  operation: string,
  success: Success,
  input: Input,
) {
  const { errors = errorBody, failures = [400, 403, 404], isPaged = false, work, idempotency, ...schema } = input;
  // The failures have no type: only errors send them.
  const response: Success = {
    ...Object.fromEntries(failures.map((status) => [status, errors.schema])),
    ...(isPaged && { 404: z.union([errors.schema, detailBody]) }),
    401: detailBody,
    ...success,
  };
  const config = { operation, errors, ...(work && { work }), ...(idempotency === false && { idempotency }) };
  return { config, schema: { ...schema, response } };
}
