import type { RequestLogFilter } from '../../../../client/generated/graphql';
import { clientName } from '../../api/client-name';
import type { FilterField } from '../../components/filter-bar';
import { texts } from '../../texts';

const outcomes = ['OK', 'PARTIAL', 'REFUSED', 'FAILED'] as const;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'WS', 'STDIO'];

/** Filters of the request log by their names in the URL. */
export const requestFields: readonly FilterField[] = [
  {
    name: 'status',
    label: 'Status',
    choices: [
      { value: '2', label: '2xx Success' },
      { value: '4', label: '4xx Client error' },
      { value: '5', label: '5xx Server error' },
    ],
  },
  {
    name: 'outcome',
    label: 'Outcome',
    choices: outcomes.map((value) => ({ value, label: texts.outcome[value] })),
  },
  { name: 'method', label: 'Method', choices: methods.map((value) => ({ value, label: value })) },
  { name: 'text', label: texts.requests.text, hint: texts.requests.textHint },
  { name: 'operation', label: 'Operation' },
  { name: 'path', label: 'Path prefix' },
  { name: 'key', label: 'Key prefix' },
  { name: 'user', label: 'User ID' },
  { name: 'client', label: 'Client' },
  { name: 'error', label: 'Error code' },
  { name: 'id', label: 'Request ID' },
  { name: 'trace', label: 'Trace ID' },
  { name: 'project', label: 'Project', choices: [{ value: 'this', label: 'this project' }] },
  { name: 'dashboard', label: 'Dashboard requests', choices: [{ value: 'included', label: 'included' }] },
];

/** Time ranges in minutes. */
export const requestRanges = [
  { value: '30', label: 'Last 30 minutes' },
  { value: '60', label: 'Last hour' },
  { value: '360', label: 'Last 6 hours' },
  { value: '1440', label: 'Last 24 hours' },
  { value: '10080', label: 'Last 7 days' },
];

/** Reads the server's filter from the URL, without the time range. */
export function toRequestFilter(params: URLSearchParams): RequestLogFilter {
  const text = (name: string) => params.get(name) || undefined;
  const outcome = outcomes.find((one) => one === params.get('outcome'));
  return {
    ...(params.get('dashboard') !== 'included' && { exceptClients: [clientName] }),
    ...(text('status') && { statusClass: Number(text('status')) }),
    ...(outcome && { outcomes: [outcome] }),
    ...(text('method') && { method: text('method') }),
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
