import type { Database, Queryable } from '../database/open-database.js';
import { readAsKnown } from '../memory/as-known.js';
import { toVisibleCondition, type MemoryScope } from '../memory/memory-scope.js';
import { toAnyLexeme } from './vector-terms.js';

/** One memory that a search proposes, with both signals whichever of them proposed it. */
export interface SearchCandidate {
  readonly id: string;
  /** Cosine; null when the memory has no vector of the embedder. */
  readonly semantic: number | null;
  /** BM25; 0 when no term matches. */
  readonly keyword: number;
  readonly run: string | null;
  /** Place within its run: neighbours differ by one. */
  readonly sequence: number | null;
  readonly actor: string | null;
  /** When it happened, or else was stored. */
  readonly datedAt: Date;
}

/** What a search proposes, and the range of its signals. */
export interface SearchPool {
  readonly candidates: readonly SearchCandidate[];
  /** Lowest cosine in the scope; null when nothing was compared, or not all of it. */
  readonly semanticMin: number | null;
  readonly semanticMax: number | null;
  readonly keywordMax: number;
}

/** What to look for. */
export interface SearchRequest {
  /** Null: keywords alone. */
  readonly vector: { readonly values: Float32Array; readonly embedder: string } | null;
  readonly terms: readonly { readonly lexeme: string; readonly weight: number }[];
  /** Mean of the scope's token counts. */
  readonly averageLength: number;
  readonly bm25: { readonly k1: number; readonly b: number };
  /** Candidates wanted of each signal. */
  readonly poolSize: number;
}

type Bind = (value: unknown) => string;

/** A candidate, and beside it the range of the signals. */
interface PoolRow extends SearchCandidate {
  readonly semanticMin: number | null;
  readonly semanticMax: number | null;
  readonly keywordMax: number;
}

/** See `vectorStore`. */
export async function searchExactly(
  queryable: Queryable,
  memories: MemoryScope,
  request: SearchRequest,
): Promise<SearchPool> {
  const scope = toVisibleCondition(memories);
  const values = [...scope.values];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const signals = signalSql(request, bind);
  const limit = bind(request.poolSize);
  // Without the cast to halfvec(n) the expression differs from that of the HNSW index, so every row is compared.
  const sql = `
WITH scope AS MATERIALIZED (
  SELECT m.id, m.run_id, m.sequence, m.actor, coalesce(m.event_date, m.created_at) AS dated_at,
    ${signals.semantic} AS semantic, ${signals.keyword} AS keyword
  FROM memories m ${signals.join} WHERE ${scope.sql}
), wanted AS MATERIALIZED (
  (SELECT id FROM scope WHERE semantic IS NOT NULL ORDER BY semantic DESC, id LIMIT ${limit})
  UNION (SELECT id FROM scope WHERE keyword > 0 ORDER BY keyword DESC, id LIMIT ${limit})
), bounds AS (
  SELECT min(semantic) AS semantic_min, max(semantic) AS semantic_max, coalesce(max(keyword), 0) AS keyword_max FROM scope
), ${placesSql('scope')}
SELECT scope.id, scope.semantic, scope.keyword, scope.run_id AS run, places.place AS sequence, scope.actor, scope.dated_at, bounds.*
FROM wanted JOIN scope USING (id) LEFT JOIN places USING (id) CROSS JOIN bounds`;
  const statement = readAsKnown(memories, { sql, values });
  return toPool(await queryable.query<PoolRow>(statement.sql, statement.values));
}

/** See `vectorStore`. The lowest cosine stays unknown: the index proposes near vectors only. */
export async function searchByIndex(
  database: Database,
  memories: MemoryScope,
  request: SearchRequest,
): Promise<SearchPool> {
  const index = request.vector && (await findIndex(database, request.vector.embedder));
  if (request.vector && !index) return searchExactly(database, memories, request);
  return database.transaction(async (tx) => {
    await tx.query('SET TRANSACTION READ ONLY');
    // The scan goes on until the filter has let enough rows through. Without sorts the index is the only way to this order.
    await tx.query(
      `SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', $1, true),
      set_config('hnsw.max_scan_tuples', '200000', true), set_config('enable_sort', 'off', true)`,
      [String(Math.min(1000, request.poolSize))],
    );
    const near = index ? await nearest(tx, memories, { request, index }) : [];
    await tx.query(`SELECT set_config('enable_sort', 'on', true)`);
    return withKeywords(tx, memories, { request, near });
  });
}

interface VectorIndex {
  readonly embedder: number;
  readonly dimension: number;
}

/** Embedder and dimension of the HNSW index over its vectors; null when there is none. */
async function findIndex(queryable: Queryable, embedder: string): Promise<VectorIndex | null> {
  const sql = `SELECT e.id AS embedder, e.dimension FROM embedders e
    WHERE e.name = $1 AND EXISTS (SELECT FROM pg_indexes i WHERE i.tablename = 'memory_embeddings' AND i.indexname = 'memory_embeddings_hnsw_' || e.id)`;
  return (await queryable.query<VectorIndex>(sql, [embedder]))[0] ?? null;
}

async function nearest(
  tx: Queryable,
  memories: MemoryScope,
  { request, index }: { request: SearchRequest; index: VectorIndex },
): Promise<string[]> {
  if (!request.vector) return [];
  const scope = toVisibleCondition(memories);
  const values = [...scope.values];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const type = `halfvec(${index.dimension})`;
  // memory_embeddings_hnsw_<embedder>: its predicate needs the number in the text, and the expression the cast.
  const sql = `SELECT e.memory_id AS id FROM memory_embeddings e JOIN memories m ON m.id = e.memory_id
    WHERE e.embedder_id = ${index.embedder} AND e.project_id = $1 AND ${scope.sql}
    ORDER BY e.embedding::${type} <=> ${bind(formatVector(request.vector.values))}::${type} LIMIT ${bind(request.poolSize)}`;
  const statement = readAsKnown(memories, { sql, values });
  return (await tx.query<{ id: string }>(statement.sql, statement.values)).map((row) => row.id);
}

// memories_tsv_idx for the matching memories, memories_run_idx for their places.
async function withKeywords(
  tx: Queryable,
  memories: MemoryScope,
  { request, near }: { request: SearchRequest; near: readonly string[] },
): Promise<SearchPool> {
  const scope = toVisibleCondition(memories);
  const values = [...scope.values];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const signals = signalSql(request, bind);
  const sql = `
WITH matching AS MATERIALIZED (
  SELECT m.id, ${signals.keyword} AS keyword FROM memories m WHERE ${signals.matches} AND ${scope.sql}
), wanted AS MATERIALIZED (
  (SELECT id FROM matching ORDER BY keyword DESC, id LIMIT ${bind(request.poolSize)}) UNION SELECT unnest(${bind(near)}::uuid[])
), pool AS MATERIALIZED (
  SELECT m.id, m.run_id, m.actor, coalesce(m.event_date, m.created_at) AS dated_at, ${signals.semantic} AS semantic, ${signals.keyword} AS keyword
  FROM memories m JOIN wanted USING (id) ${signals.join} WHERE ${scope.sql}
), beside AS (
  SELECT m.id, m.run_id, m.sequence FROM memories m WHERE m.run_id IN (SELECT run_id FROM pool) AND ${scope.sql}
), ${placesSql('beside')}
SELECT pool.id, pool.semantic, pool.keyword, pool.run_id AS run, places.place AS sequence, pool.actor, pool.dated_at, NULL AS semantic_min,
  max(pool.semantic) OVER () AS semantic_max, coalesce((SELECT max(keyword) FROM matching), 0) AS keyword_max
FROM pool LEFT JOIN places USING (id)`;
  const statement = readAsKnown(memories, { sql, values });
  return toPool(await tx.query<PoolRow>(statement.sql, statement.values));
}

/** Neighbours are those next to each other within the scope, whatever else was stored between them. */
const placesSql = (from: 'scope' | 'beside') => `places AS (
  SELECT own.id, row_number() OVER (PARTITION BY own.run_id ORDER BY own.sequence) AS place FROM ${from} AS own WHERE own.run_id IS NOT NULL
)`;

/** SQL of both signals of a memory `m`; `e` is its vector. */
function signalSql(
  request: SearchRequest,
  bind: Bind,
): { semantic: string; keyword: string; join: string; matches: string } {
  const matches =
    request.terms.length === 0
      ? 'false'
      : `m.tsv @@ ${bind(toAnyLexeme(request.terms.map((term) => term.lexeme)))}::tsquery`;
  const keyword = request.terms.length === 0 ? '0::float8' : keywordSql(request, { bind, matches });
  if (!request.vector) return { semantic: 'NULL::float8', keyword, join: '', matches };
  const embedder = `(SELECT id FROM embedders WHERE name = ${bind(request.vector.embedder)})`;
  return {
    // A vector of zeros has no direction: its distance is NaN.
    semantic: `1 - nullif(e.embedding <=> ${bind(formatVector(request.vector.values))}::halfvec, 'NaN')`,
    keyword,
    join: `LEFT JOIN memory_embeddings e ON e.memory_id = m.id AND e.embedder_id = ${embedder}`,
    matches,
  };
}

/** BM25 from the positions in the tsvector. Lexemes carry their inverse document frequency as a weight. */
function keywordSql(request: SearchRequest, { bind, matches }: { bind: Bind; matches: string }): string {
  const lexemes = `${bind(request.terms.map((term) => term.lexeme))}::text[]`;
  const weights = `${bind(request.terms.map((term) => term.weight))}::float8[]`;
  const { k1, b } = request.bm25;
  const length = `(${1 - b}::float8 + ${b}::float8 * m.token_count / ${bind(request.averageLength)}::float8)`;
  const frequency = 'coalesce(cardinality(own.positions), 1)';
  return `CASE WHEN ${matches} THEN coalesce((
    SELECT sum((${weights})[array_position(${lexemes}, own.lexeme)] * ${frequency} * ${k1 + 1}::float8 / (${frequency} + ${k1}::float8 * ${length}))
    FROM unnest(m.tsv) AS own WHERE own.lexeme = ANY(${lexemes})), 0) ELSE 0 END`;
}

function toPool(rows: readonly PoolRow[]): SearchPool {
  const [first] = rows;
  return {
    candidates: rows.map(({ id, semantic, keyword, run, sequence, actor, datedAt }) => ({
      id,
      semantic,
      keyword,
      run,
      sequence,
      actor,
      datedAt,
    })),
    semanticMin: first?.semanticMin ?? null,
    semanticMax: first?.semanticMax ?? null,
    keywordMax: first?.keywordMax ?? 0,
  };
}

/** A vector as pgvector reads it. */
export function formatVector(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => (Number.isFinite(value) ? value.toPrecision(6) : '0')).join(',')}]`;
}
