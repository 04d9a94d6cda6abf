import type { AuditLogFilter, AuditLogsQuery } from '../../api/graphql';
import type { FilterField } from '../../components/filter-bar';
import { toValue } from '../../components/url-params';
import { auditTexts as words } from '../../texts/audit';

export type AuditEntry = AuditLogsQuery['auditLogs']['edges'][number]['node'];

/** Filters of the page by their names in the URL. */
export const auditFields: readonly FilterField[] = [
  { name: 'action', label: words.action },
  { name: 'type', label: words.targetType },
  { name: 'target', label: words.target },
  { name: 'actor', label: words.actor },
  { name: 'request', label: words.request },
  { name: 'scope', label: words.scope, choices: [{ value: 'project', label: words.thisProject }] },
];

/** Time ranges in hours. */
export const auditRanges = [
  { value: '24', label: words.last24Hours },
  { value: '168', label: words.last7Days },
  { value: '720', label: words.last30Days },
  { value: 'all', label: words.allTime },
] as const;

const hourMs = 3_600_000;

export const toAuditRange = (params: URLSearchParams) => toValue(params.get('range'), auditRanges, '720');

export function toAuditFilter(params: URLSearchParams): AuditLogFilter {
  const range = toAuditRange(params);
  const text = (name: string) => params.get(name) || undefined;
  return {
    ...(range !== 'all' && { since: new Date(Date.now() - Number(range) * hourMs).toISOString() }),
    ...(text('action') && { action: text('action') }),
    ...(text('type') && { targetType: text('type') }),
    ...(text('target') && { targetId: text('target') }),
    ...(text('actor') && { actorId: text('actor') }),
    ...(text('request') && { requestId: text('request') }),
  };
}
