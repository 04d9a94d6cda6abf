import type { RequestLogCriteria } from '../stores/request-log/request-log-store.js';
import type { RequestLogRow } from '../stores/request-log/request-log-entry.js';
import { matchesText } from './request-log-text.js';

/** Compiles criteria into a predicate for rows in memory. It must agree with the SQL of the store. */
export function compileCriteria(criteria: RequestLogCriteria): (row: RequestLogRow) => boolean {
  const tests: ((row: RequestLogRow) => boolean)[] = [];
  const add = <Value>(value: Value | null | undefined, test: (value: Value, row: RequestLogRow) => boolean) => {
    if (value !== null && value !== undefined) tests.push((row) => test(value, row));
  };
  add(criteria.method, (method, row) => row.method === method);
  add(criteria.pathPrefix, (prefix, row) => row.path.startsWith(prefix));
  add(criteria.operation, (operation, row) => row.operation === operation);
  add(criteria.operationType, (type, row) => row.operationType === type);
  add(criteria.outcomes, (outcomes, row) => outcomes.includes(row.outcome));
  add(criteria.errorCode, (code, row) => row.errors.some((error) => error.code === code));
  add(criteria.minStatusCode, (least, row) => row.statusCode >= least);
  add(criteria.maxStatusCode, (most, row) => row.statusCode <= most);
  add(criteria.minLatencyMs, (least, row) => row.latencyMs >= least);
  add(criteria.maxLatencyMs, (most, row) => row.latencyMs <= most);
  add(criteria.authTypes, (types, row) => types.includes(row.authType));
  add(criteria.userId, (userId, row) => row.userId === userId);
  add(criteria.keyPrefix, (prefix, row) => row.keyPrefix === prefix);
  add(criteria.requestId, (requestId, row) => row.requestId === requestId);
  add(criteria.traceId, (traceId, row) => row.traceId === traceId);
  add(criteria.text, matchesText);
  add(criteria.client, (client, row) => row.client === client);
  add(criteria.exceptClients, (clients, row) => row.client === null || !clients.includes(row.client));
  add(criteria.since, (since, row) => row.createdAt >= since);
  add(criteria.until, (until, row) => row.createdAt < until);
  return (row) => tests.every((test) => test(row));
}
