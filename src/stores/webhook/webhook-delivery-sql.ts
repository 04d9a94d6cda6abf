import type { ProjectScope } from '../../auth/scope.js';
import type { PageWindow } from '../../page.js';
import type { Parameters } from '../keyset.js';

/** PENDING: to be sent or retried. FAILED: all attempts failed. */
export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED';

/** Conditions on the deliveries of a project, combined with AND. */
export interface DeliveryQuery {
  readonly status: DeliveryStatus | null;
  /** Without duplicates. Null: all webhooks. */
  readonly webhookIds: readonly string[] | null;
  /** Lists and counts then read at most {@link searchedDeliveriesMax} deliveries, as many of each webhook and status. */
  readonly eventType: string | null;
  /** Earliest time of the event, inclusive. */
  readonly since: Date | null;
  /** Latest time of the event, exclusive. */
  readonly until: Date | null;
}

/** Number of the newest deliveries among which an event type is sought, because no index has the types. */
const searchedDeliveriesMax = 20_000;

const statuses: readonly DeliveryStatus[] = ['PENDING', 'DELIVERED', 'FAILED'];

interface DeliveryPage {
  readonly scope: ProjectScope;
  readonly query: DeliveryQuery;
  readonly window: PageWindow;
  readonly columns: string;
}

/** Returns a statement that selects one page plus one row of deliveries. */
export function deliveryPageSql({ scope, query, window, columns }: DeliveryPage, bind: Parameters['bind']): string {
  const { each, from, where } = toSource(scope, query, bind);
  if (window.key)
    where.push(
      `(d.created_at, d.id) ${window.backward ? '>' : '<'} (${bind(window.key[0])}::timestamptz, ${bind(window.key[1])}::uuid)`,
    );
  const direction = window.backward ? 'ASC' : 'DESC';
  const order = `ORDER BY d.created_at ${direction}, d.id ${direction} LIMIT ${bind(window.limit + 1)}`;
  const newest = `SELECT d.* FROM ${from} AS d WHERE ${where.join(' AND ')} ${order}`;
  return `SELECT ${columns} FROM ${each} CROSS JOIN LATERAL (${newest}) AS d ${order}`;
}

/** Returns a statement that counts the deliveries. */
export function deliveryCountSql(scope: ProjectScope, query: DeliveryQuery, bind: Parameters['bind']): string {
  const { each, from, where } = toSource(scope, query, bind);
  const matching = `SELECT d.id FROM ${from} AS d WHERE ${where.join(' AND ')}`;
  return `SELECT count(*) FROM ${each} CROSS JOIN LATERAL (${matching}) AS d`;
}

interface Source {
  readonly each: string;
  readonly from: string;
  readonly where: string[];
}

// One status of the project, or of a webhook, at a time, because an index has its deliveries in the order of the list: a condition beside
// the index would make a statement for a rare value read on. Indexes: webhook_deliveries_project_id_status_created_at_id_idx,
// webhook_deliveries_webhook_status_idx.
function toSource({ projectId }: ProjectScope, query: DeliveryQuery, bind: Parameters['bind']): Source {
  const { status, webhookIds, eventType, since, until } = query;
  const sought = status === null ? statuses : [status];
  const where = [`d.project_id = ${bind(projectId)}`, 'd.status = state.status'];
  let each = `unnest(${bind(sought)}::text[]) AS state(status)`;
  if (webhookIds) {
    each += ` CROSS JOIN unnest(${bind(webhookIds)}::text[]) AS webhook(id)`;
    where.push('d.webhook_id = webhook.id');
  }
  if (since) where.push(`d.created_at >= ${bind(since)}::timestamptz`);
  if (until) where.push(`d.created_at < ${bind(until)}::timestamptz`);
  if (eventType === null) return { each, from: 'webhook_deliveries', where };
  const limit = Math.floor(searchedDeliveriesMax / (sought.length * Math.max(1, webhookIds?.length ?? 1)));
  const newest = `ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit}`;
  const from = `(SELECT d.* FROM webhook_deliveries AS d WHERE ${where.join(' AND ')} ${newest})`;
  return { each, from, where: [`d.event_type = ${bind(eventType)}`] };
}
