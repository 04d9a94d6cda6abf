import type { Queryable } from '../database/open-database.js';

/** Work that waits or runs, in all processes. */
export interface Backlog {
  readonly jobs: readonly { readonly name: string; readonly state: 'waiting' | 'active'; readonly total: number }[];
  /** Webhook deliveries that are not finished: due now or at a later retry. */
  readonly pendingDeliveries: number;
}

/** Counts work that waits. For the whole installation, without a scope. */
export function backlogStore(queryable: Queryable) {
  return {
    async read(): Promise<Backlog> {
      const [jobs, deliveries] = await Promise.all([
        queryable.query<Backlog['jobs'][number]>(JOBS, []),
        queryable.query<{ total: number }>(DELIVERIES, []),
      ]);
      return { jobs, pendingDeliveries: deliveries[0]?.total ?? 0 };
    },
  };
}

// Partial indexes of the queue hold the jobs that wait, and job_active_idx those that run: finished jobs are not read.
const JOBS = `
SELECT name, 'waiting' AS state, count(*) AS total FROM pgboss.job WHERE state < 'active' GROUP BY name
UNION ALL
SELECT name, 'active' AS state, count(*) AS total FROM pgboss.job WHERE state = 'active' GROUP BY name`;

// webhook_deliveries_due_idx
const DELIVERIES = `SELECT count(*) AS total FROM webhook_deliveries d WHERE d.status = 'PENDING'`;
