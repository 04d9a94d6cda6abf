import type { Queryable } from '@memory-gateway/database';
import { readOwnNames } from './own-names.js';
import { listTables, type TableColumns } from './table-rows.js';

/**
 * Parts of the schema that the server creates at run time, and sequence values. A backup stores them besides the rows.
 */
export interface InstallationCatalog {
  readonly partitions: readonly { readonly name: string; readonly parent: string; readonly bound: string }[];
  /** Indexes on vectors, one for each embedding model. */
  readonly vectorIndexes: readonly { readonly name: string; readonly definition: string }[];
  readonly sequences: readonly { readonly name: string; readonly value: number }[];
}

/** Reads the catalog of a database. */
export async function readCatalog(db: Queryable): Promise<InstallationCatalog> {
  const tables = [(await readOwnNames(db))?.tables ?? null];
  return {
    partitions: await db.query(PARTITIONS, tables),
    vectorIndexes: await db.query(VECTOR_INDEXES, tables),
    sequences: await db.query(SEQUENCES, tables),
  };
}

/** Lists tables in the order of their foreign keys: each table after those that it references. The queue comes last. */
export async function listInstallationTables(db: Queryable): Promise<TableColumns[]> {
  const tables = await listTables(db);
  const references = await db.query<{ from: string; to: string }>(REFERENCES);
  const ordered: TableColumns[] = [];
  const visit = (table: TableColumns) => {
    if (ordered.includes(table)) return;
    for (const { from, to } of references) {
      const target = from === table.table && to !== from ? tables.find((each) => each.table === to) : undefined;
      if (target) visit(target);
    }
    ordered.push(table);
  };
  tables.forEach(visit);
  const jobs = await db.query<TableColumns>(JOBS);
  return [...ordered, ...jobs];
}

// Partitions by time. How a database is split by project is its own matter: a backup has the rows.
const PARTITIONS = `
SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound
FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class p ON p.oid = i.inhparent
JOIN pg_partitioned_table t ON t.partrelid = p.oid AND t.partstrat = 'r'
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relispartition
  AND ($1::text[] IS NULL OR p.relname = ANY ($1)) ORDER BY 1`;

// Indexes of partitions belong to that of their table.
const VECTOR_INDEXES = `
SELECT i.indexname AS name, replace(i.indexdef, ' ON ONLY ', ' ON ') AS definition
FROM pg_indexes i JOIN pg_class c ON c.relname = i.indexname AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
WHERE i.schemaname = 'public' AND i.indexdef LIKE '% USING hnsw %'
  AND ($1::text[] IS NULL OR i.tablename = ANY ($1)) ORDER BY 1`;

const SEQUENCES = `
SELECT s.sequencename AS name, coalesce(s.last_value, 0) AS value FROM pg_sequences s
WHERE s.schemaname = 'public' AND ($1::text[] IS NULL OR EXISTS (
  SELECT FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
  WHERE d.objid = format('public.%I', s.sequencename)::regclass AND d.deptype IN ('a', 'i') AND t.relname = ANY ($1))) ORDER BY 1`;

const REFERENCES = `
SELECT f.relname AS "from", t.relname AS "to" FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
WHERE k.contype = 'f' AND f.relnamespace = 'public'::regnamespace`;

// Reads rows from the partitions, and columns as the queue library defines them.
const JOBS = `
SELECT n.nspname AS schema, c.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE n.nspname = 'pgboss' AND c.relname = 'job' AND a.attnum > 0 AND NOT a.attisdropped GROUP BY 1, 2`;
