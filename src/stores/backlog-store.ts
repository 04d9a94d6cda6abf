import type { Queryable } from '@memory-gateway/database';

export interface Backlog {
  readonly jobs: readonly { readonly name: string; readonly state: 'waiting' | 'active'; readonly total: number }[];
  readonly pendingDeliveries: number;
}

/** Creates the store that counts waiting work of the whole installation. */
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

// Partial indexes of the queue cover waiting jobs, and job_active_idx covers running jobs. Finished jobs are not read.
const JOBS = `
SELECT name, 'waiting' AS state, count(*) AS total FROM pgboss.job WHERE state < 'active' GROUP BY name
UNION ALL
SELECT name, 'active' AS state, count(*) AS total FROM pgboss.job WHERE state = 'active' GROUP BY name`;

// Index: webhook_deliveries_due_idx.
const DELIVERIES = `SELECT count(*) AS total FROM webhook_deliveries d WHERE d.status = 'PENDING'`;
