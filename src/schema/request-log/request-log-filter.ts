import type { RequestLogFilterInput } from '../../resolvers/request-log/request-log-filter.js';
import { toUuid } from '../../ids.js';
import { builder } from '../builder.js';
import { AuthModeType } from '../user/auth-mode.js';
import { OperationTypeEnum, OutcomeType } from './request-outcome.js';

export const RequestLogFilter = builder.inputRef<RequestLogFilterInput>('RequestLogFilter').implement({
  description: 'Conditions on API requests. A request matches if it meets all of them.',
  fields: (t) => ({
    method: t.string({ description: 'Matches this HTTP method, `WS` or `STDIO`.' }),
    pathPrefix: t.string({ description: 'Matches paths that start with this text.' }),
    operation: t.string({ description: 'Matches this operation name.' }),
    operationType: t.field({ type: OperationTypeEnum, description: 'Matches GraphQL operations of this kind.' }),
    outcomes: t.field({ type: [OutcomeType], description: 'Matches any of these outcomes.' }),
    errorCode: t.string({ description: 'Matches requests with an error of this code.' }),
    statusClass: t.int({ description: 'Matches a class of status codes, 1 to 5: 2 matches 200 to 299.' }),
    minStatusCode: t.int({ description: 'Matches status codes from this one on.' }),
    maxStatusCode: t.int({ description: 'Matches status codes up to this one.' }),
    minLatencyMs: t.float({
      description: 'Matches requests that took at least this many milliseconds, searched like `text`.',
    }),
    maxLatencyMs: t.float({
      description: 'Matches requests that took at most this many milliseconds, searched like `text`.',
    }),
    authModes: t.field({ type: [AuthModeType], description: 'Matches any of these authentication methods.' }),
    userId: t.id({ description: 'Matches requests of this user.' }),
    keyPrefix: t.string({ description: 'Matches the first characters of an API key.' }),
    requestId: t.string({ description: 'Matches this request ID.' }),
    traceId: t.string({ description: 'Matches this trace ID.' }),
    text: t.string({
      description:
        'Matches a part of the path, operation name, request ID, trace ID, error code or error message; A to Z match a to z. Searches the newest 20,000 requests of the time range.',
    }),
    client: t.string({ description: 'Matches requests of the client with this name.' }),
    exceptClients: t.stringList({
      description:
        'Excludes requests of clients with one of these names, at most 20. `dashboard` is the name of the dashboard.',
    }),
    since: t.field({ type: 'DateTime', description: 'Matches requests at or after this time.' }),
    until: t.field({ type: 'DateTime', description: 'Matches requests before this time.' }),
  }),
});

/** Returns the filter of a list, in which a malformed ID of a user matches nothing. */
export const withUser = (filter: RequestLogFilterInput | null | undefined) =>
  filter && { ...filter, userId: toUuid(filter.userId) };
