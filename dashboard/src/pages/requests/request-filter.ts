import type { RequestLogFilter } from '../../api/graphql';
import { clientName } from '../../api/client-name';
import type { FilterField } from '../../components/filter-bar';
import { toChoice, toValue } from '../../components/url-params';
import { commonTexts } from '../../texts/common';
import { requestsTexts as words } from '../../texts/requests';

const outcomes = ['OK', 'PARTIAL', 'REFUSED', 'FAILED'] as const;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'WS', 'STDIO'] as const;

const slowerThan = [100, 500, 1_000, 5_000, 30_000].map((ms) => ({ value: String(ms), label: words.milliseconds(ms) }));

/** Filters of the request log by their names in the URL. */
export const requestFields: readonly FilterField[] = [
  {
    name: 'status',
    label: words.status,
    choices: [
      { value: '2', label: words.successStatus },
      { value: '4', label: words.clientErrorStatus },
      { value: '5', label: words.serverErrorStatus },
    ],
  },
  {
    name: 'outcome',
    label: words.outcome,
    choices: outcomes.map((value) => ({ value, label: commonTexts.outcome[value] })),
  },
  { name: 'method', label: words.method, choices: methods.map((value) => ({ value, label: value })) },
  { name: 'slower', label: words.slowerThan, choices: slowerThan },
  { name: 'text', label: words.text, hint: words.textHint },
  { name: 'operation', label: words.operation },
  { name: 'path', label: words.pathPrefix },
  { name: 'key', label: words.keyPrefix },
  { name: 'user', label: words.userId },
  { name: 'client', label: words.client },
  { name: 'error', label: words.errorCode },
  { name: 'id', label: words.requestId },
  { name: 'trace', label: words.traceId },
  { name: 'project', label: words.project, choices: [{ value: 'this', label: words.thisProject }] },
  { name: 'dashboard', label: words.dashboardRequests, choices: [{ value: 'included', label: words.included }] },
];

/** Time ranges in minutes. */
export const requestRanges = [
  { value: '30', label: words.last30Minutes },
  { value: '60', label: words.lastHour },
  { value: '360', label: words.last6Hours },
  { value: '1440', label: words.last24Hours },
  { value: '10080', label: words.last7Days },
];

/** Reads the time range of the chart from the URL, in minutes. */
export const toRequestRange = (params: URLSearchParams): string => toValue(params.get('range'), requestRanges, '30');

/** Reads the server's filter from the URL, without the time range. */
export function toRequestFilter(params: URLSearchParams): RequestLogFilter {
  const text = (name: string) => params.get(name) || undefined;
  const outcome = toChoice(params.get('outcome'), outcomes, null);
  const statusClass = toChoice(params.get('status'), ['2', '4', '5'], null);
  const method = toChoice(params.get('method'), methods, null);
  const slower = toValue(params.get('slower'), slowerThan, '');
  return {
    ...(params.get('dashboard') !== 'included' && { exceptClients: [clientName] }),
    ...(statusClass && { statusClass: Number(statusClass) }),
    ...(outcome && { outcomes: [outcome] }),
    ...(method && { method }),
    ...(slower && { minLatencyMs: Number(slower) }),
    ...(text('text') && { text: text('text') }),
    ...(text('operation') && { operation: text('operation') }),
    ...(text('path') && { pathPrefix: text('path') }),
    ...(text('key') && { keyPrefix: text('key') }),
    ...(text('user') && { userId: text('user') }),
    ...(text('client') && { client: text('client') }),
    ...(text('error') && { errorCode: text('error') }),
    ...(text('id') && { requestId: text('id') }),
    ...(text('trace') && { traceId: text('trace') }),
  };
}
