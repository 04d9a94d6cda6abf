import type { ProjectScope } from '../../auth/scope.js';
import { type Database, firstRow, type Queryable } from '@memory-gateway/database';
import type { MemoryScope } from '../memory/memory-scope.js';
import { anyLexemeSet, type LexemeSet } from './lexemes.js';
import { readIds, type Bind } from './read-ids.js';

/** The type in which vectors are compared, without the index. */
export type Precision = 'vector' | 'halfvec';

/**
 * Returns the faster precision. Vectors are stored in half precision. WebAssembly has no instruction for it, so the embedded database
 * compares nearly twice as fast after a cast; Postgres takes twice as long with one.
 */
export const precisionOf = (kind: Database['kind']): Precision => (kind === 'embedded' ? 'vector' : 'halfvec');

/** Returns the SQL of the distance of two vectors. */
export const distanceSql = (precision: Precision, one: string, other: string): string =>
  `${one}::${precision} <=> ${other}::${precision}`;

export interface SearchRequest {
  readonly vector: { readonly values: Float32Array; readonly embedder: string } | null;
  readonly terms: readonly { readonly lexeme: string; readonly weight: number }[];
  /** The word index proposes memories that contain a form of each word of any set. */
  readonly lexemeSets: readonly LexemeSet[];
  readonly averageLength: number;
  readonly bm25: { readonly k1: number; readonly b: number };
  /** Maximum number of memories read through the word index, from which the best become candidates. */
  readonly matchingMax: number;
  readonly poolSize: number;
  /** Estimated number of memories in scope. */
  readonly scopeSize: number;
  /** Maximum number of rows of all projects that the vector index visits before the scope is compared completely. */
  readonly visitedMax: number;
}

export interface ComparedRequest extends SearchRequest {
  readonly precision: Precision;
}

/** A row that the vector index visits costs as much as about five rows that are compared in the order of the table. */
const VISIT_COST = 5;

/** Returns ids of the nearest and best matching memories in scope by comparing all of them, without an index. */
export async function proposeExactly(
  queryable: Queryable,
  memories: MemoryScope,
  request: ComparedRequest,
): Promise<string[]> {
  return readIds(queryable, memories, (scope, bind) => {
    const signals = signalSql(request, bind);
    const limit = bind(request.poolSize);
    // Without a cast to the indexed type, the expression does not match the HNSW index, so every row is compared.
    const compared = `scope AS MATERIALIZED (
  SELECT m.id, ${signals.semantic} AS semantic, ${signals.keyword} AS keyword FROM memories m WHERE ${scope})`;
    const select = `(SELECT id FROM scope WHERE semantic IS NOT NULL ORDER BY semantic DESC, id LIMIT ${limit})
UNION (SELECT id FROM scope WHERE keyword > 0 ORDER BY keyword DESC, id LIMIT ${limit})`;
    return { tables: [compared], select };
  });
}

/**
 * Like {@link proposeExactly}, through the embedder's HNSW index and the word index. One HNSW index contains the vectors of all
 * projects, so it may visit only those of others that are nearer to the query: the scope is then compared completely, and from
 * the start if it is a small share of the index.
 */
export async function proposeByIndex(
  database: Database,
  memories: MemoryScope,
  request: ComparedRequest,
): Promise<string[]> {
  const index = request.vector && (await findIndex(database, memories.scope, request.vector.embedder));
  if (request.vector && !index) return proposeExactly(database, memories, request);
  return database.readTransaction(async (tx) => {
    await tx.query('SET TRANSACTION READ ONLY');
    const near = index ? await proposeNearest(tx, memories, { request, index }) : [];
    if (request.lexemeSets.length === 0) return near;
    // A high cost per row favors the plan with the fewest rows: that of the word index or of a filter index.
    await tx.query(
      `SELECT set_config('enable_sort', 'on', true), set_config('enable_seqscan', 'off', true), set_config('cpu_tuple_cost', '1', true),
      set_config('max_parallel_workers_per_gather', '0', true)`,
    );
    return [...new Set([...near, ...(await matching(tx, memories, request))])];
  });
}

interface VectorIndex {
  readonly embedder: number;
  /** Type of the indexed vectors, such as `halfvec(384)`. */
  readonly type: string;
  /** Estimated number of vectors of all projects, or of those in the partition of the project. 0 or less before the first statistics. */
  readonly vectors: number;
}

// A partitioned index has a part for each partition; a vector of the project tells which one.
const INDEX = `
SELECT e.id AS embedder, substring(pg_get_indexdef(c.oid) FROM '::((?:halfvec|vector)[(][0-9]+[)])') AS type,
  coalesce(part.vectors, c.reltuples)::float8 AS vectors
FROM embedders e JOIN pg_class c ON c.oid = to_regclass('memory_embeddings_hnsw_' || e.id)
LEFT JOIN LATERAL (
  SELECT p.reltuples AS vectors FROM pg_inherits h JOIN pg_index i ON i.indexrelid = h.inhrelid JOIN pg_class p ON p.oid = h.inhrelid
  WHERE c.relkind = 'I' AND h.inhparent = c.oid AND i.indrelid = CASE WHEN c.relkind = 'I' THEN (
    SELECT v.tableoid FROM memories m JOIN memory_embeddings v ON v.project_id = m.project_id AND v.memory_id = m.id
    WHERE m.project_id = $2 LIMIT 1) END
) AS part ON true
WHERE e.name = $1`;

/** Finds the embedder's number, dimension and index size. Null if it has no HNSW index. */
function findIndex(queryable: Queryable, { projectId }: ProjectScope, embedder: string): Promise<VectorIndex | null> {
  return firstRow(queryable.query<VectorIndex>(INDEX, [embedder, projectId]));
}

interface NearestRequest {
  readonly request: ComparedRequest;
  readonly index: VectorIndex;
}

async function proposeNearest(tx: Queryable, memories: MemoryScope, nearest: NearestRequest): Promise<string[]> {
  if (!isIndexFaster(nearest)) return findNearestExactly(tx, memories, nearest);
  const { poolSize, visitedMax } = nearest.request;
  // The scan continues until enough rows pass the filter. Without sorts, only the index provides the order.
  await tx.query(
    `SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', $1, true),
    set_config('hnsw.max_scan_tuples', $2, true), set_config('enable_sort', 'off', true)`,
    [String(Math.min(1000, poolSize)), String(visitedMax)],
  );
  const found = await findNearestByIndex(tx, memories, nearest);
  if (found.length >= poolSize) return found;
  await tx.query(`SELECT set_config('enable_sort', 'on', true)`);
  return findNearestExactly(tx, memories, nearest);
}

/** Returns whether the index visits fewer rows than the scope has, if the vectors of the scope lie among those of others. */
function isIndexFaster({ request: { poolSize, scopeSize }, index }: NearestRequest): boolean {
  const visited = poolSize * Math.max(1, index.vectors / scopeSize);
  return visited * VISIT_COST < scopeSize;
}

async function findNearestByIndex(
  tx: Queryable,
  memories: MemoryScope,
  { request, index }: NearestRequest,
): Promise<string[]> {
  if (!request.vector) return [];
  const vector = formatVector(request.vector.values);
  // Index: memory_embeddings_hnsw_<embedder>. Its predicate needs an inlined number, and its expression the cast.
  return readIds(tx, memories, (scope, bind) => ({
    reads: 'each',
    select: `SELECT e.memory_id AS id FROM memory_embeddings e JOIN memories m ON m.id = e.memory_id
    WHERE e.embedder_id = ${index.embedder} AND e.project_id = $1 AND ${scope}
    ORDER BY e.embedding::${index.type} <=> ${bind(vector)}::${index.type} LIMIT ${bind(request.poolSize)}`,
  }));
}

async function findNearestExactly(
  tx: Queryable,
  memories: MemoryScope,
  { request }: NearestRequest,
): Promise<string[]> {
  return readIds(tx, memories, (scope, bind) => {
    const { semantic } = signalSql({ ...request, terms: [] }, bind);
    return {
      tables: [`scope AS MATERIALIZED (SELECT m.id, ${semantic} AS semantic FROM memories m WHERE ${scope})`],
      select: `SELECT id FROM scope WHERE semantic IS NOT NULL ORDER BY semantic DESC, id LIMIT ${bind(request.poolSize)}`,
    };
  });
}

// Index: memories_tsv_idx.
function matching(tx: Queryable, memories: MemoryScope, request: ComparedRequest): Promise<string[]> {
  return readIds(tx, memories, (scope, bind) => {
    const found = `matching AS MATERIALIZED (
  SELECT m.id, m.tsv, m.token_count FROM memories m
  WHERE m.tsv @@ ${bind(anyLexemeSet(request.lexemeSets))}::tsquery AND ${scope} LIMIT ${bind(request.matchingMax)})`;
    const select = `SELECT m.id FROM matching m ORDER BY ${bm25Sql(request, bind)} DESC, m.id LIMIT ${bind(request.poolSize)}`;
    return { tables: [found], select };
  });
}

function signalSql(request: ComparedRequest, bind: Bind): { semantic: string; keyword: string } {
  const sets = request.terms.map(({ lexeme }) => [[lexeme]]);
  const keyword =
    sets.length === 0
      ? '0::float8'
      : `CASE WHEN m.tsv @@ ${bind(anyLexemeSet(sets))}::tsquery THEN ${bm25Sql(request, bind)} ELSE 0 END`;
  if (!request.vector) return { semantic: 'NULL::float8', keyword };
  const embedder = `(SELECT id FROM embedders WHERE name = ${bind(request.vector.embedder)})`;
  const distance = distanceSql(request.precision, 'e.embedding', bind(formatVector(request.vector.values)));
  return {
    // A subquery, because a join may read the vectors of all projects. The distance of a zero vector is NaN.
    semantic: `(SELECT 1 - nullif(${distance}, 'NaN') FROM memory_embeddings e WHERE e.project_id = $1 AND e.memory_id = m.id AND e.embedder_id = ${embedder})`,
    keyword,
  };
}

/** Computes BM25 from tsvector positions. Lexemes are weighted by their inverse document frequency. */
function bm25Sql(request: ComparedRequest, bind: Bind): string {
  const lexemes = `${bind(request.terms.map((term) => term.lexeme))}::text[]`;
  const weights = `${bind(request.terms.map((term) => term.weight))}::float8[]`;
  const { k1, b } = request.bm25;
  const length = `(${1 - b}::float8 + ${b}::float8 * m.token_count / ${bind(request.averageLength)}::float8)`;
  const frequency = 'coalesce(cardinality(own.positions), 1)';
  return `coalesce((
    SELECT sum((${weights})[array_position(${lexemes}, own.lexeme)] * ${frequency} * ${k1 + 1}::float8 / (${frequency} + ${k1}::float8 * ${length}))
    FROM unnest(m.tsv) AS own WHERE own.lexeme = ANY(${lexemes})), 0)`;
}

/** Formats a vector for pgvector. */
export function formatVector(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => (Number.isFinite(value) ? value.toPrecision(6) : '0')).join(',')}]`;
}
