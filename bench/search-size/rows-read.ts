import type { Database, Queryable, Transaction } from '@memory-gateway/database';

/** The largest number of rows that a plan node read from one table, and its statement. */
export interface RowsRead {
  readonly rows: number;
  readonly sql: string;
}

/** A database that also runs each read with EXPLAIN ANALYZE. */
export interface ExplainedDatabase {
  readonly database: Database;
  /** Returns the rows that each statement read since the last call, including rows removed by filters. */
  takeReads(): RowsRead[];
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Wraps a database to count the rows that its reads touch. Every read runs twice. */
export function explainReads(database: Database): ExplainedDatabase {
  let reads: RowsRead[] = [];
  const explain = async (db: Queryable, sql: string, values?: readonly unknown[]) => {
    if (!/^\s*(?:SELECT|WITH)\s/u.test(sql) || sql.includes('set_config')) return;
    const [row] = await db.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`,
      values,
    );
    const plan = row?.['QUERY PLAN'][0]?.Plan;
    if (plan) reads.push({ rows: rowsOf(plan), sql });
  };
  const wrap = <Wrapped extends Queryable>(db: Wrapped): Wrapped => ({
    ...db,
    query: async <Row>(sql: string, values?: readonly unknown[]) => {
      await explain(db, sql, values);
      return db.query<Row>(sql, values);
    },
  });
  const wrapDatabase = (inner: Database): Database => {
    const wrapped: Database = {
      ...wrap(inner),
      transaction: (work) => inner.transaction((tx: Transaction) => work(wrap(tx))),
      get asOwner() {
        return inner.asOwner === inner ? wrapped : wrapDatabase(inner.asOwner);
      },
    };
    return wrapped;
  };
  return {
    database: wrapDatabase(database),
    takeReads: () => {
      const taken = reads;
      reads = [];
      return taken;
    },
  };
}

function rowsOf(node: PlanNode): number {
  const own =
    node['Relation Name'] === undefined
      ? 0
      : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
        node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
}
