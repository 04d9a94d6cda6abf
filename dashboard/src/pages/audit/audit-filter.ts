import type { AuditLogFilter, AuditLogsQuery } from '../../../../client/generated/graphql';
import type { FilterField } from '../../components/filter-bar';

export type AuditEntry = AuditLogsQuery['auditLogs']['edges'][number]['node'];

/** Filters of the page by their names in the URL. */
export const auditFields: readonly FilterField[] = [
  { name: 'action', label: 'Action' },
  { name: 'type', label: 'Target type' },
  { name: 'target', label: 'Target' },
  { name: 'actor', label: 'Actor' },
  { name: 'request', label: 'Request' },
  { name: 'scope', label: 'Scope', choices: [{ value: 'project', label: 'this project' }] },
];

export const defaultRange = '720';

/** Time ranges in hours. */
export const auditRanges = [
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
  { value: 'all', label: 'All time' },
] as const;

const hourMs = 3_600_000;

/** Reads the filter from the URL. */
export function toAuditFilter(params: URLSearchParams): AuditLogFilter {
  const filter: AuditLogFilter = {};
  const range = params.get('range') ?? defaultRange;
  if (Number(range) > 0) filter.since = new Date(Date.now() - Number(range) * hourMs).toISOString();
  const action = params.get('action');
  if (action) filter.action = action;
  const targetType = params.get('type');
  if (targetType) filter.targetType = targetType;
  const targetId = params.get('target');
  if (targetId) filter.targetId = targetId;
  const actorId = params.get('actor');
  if (actorId) filter.actorId = actorId;
  const requestId = params.get('request');
  if (requestId) filter.requestId = requestId;
  return filter;
}
