import type { Database } from '@memory-gateway/database';

/** A step of a plan that was executed. */
export interface PlanNode {
  readonly 'Index Cond'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Executes a statement, and returns all steps of its plan. */
export async function explain(database: Database, text: string, values: readonly unknown[]): Promise<PlanNode[]> {
  const [row] = await database.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    [...values],
  );
  return row?.['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)) ?? [];
}
