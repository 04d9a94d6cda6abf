import type { ProjectScope } from '../../auth/scope.js';
import { prepared, type Queryable } from '@memory-gateway/database';
import { distanceSql, formatVector, type Precision } from './vector-search.js';

export interface QueryVector {
  readonly values: Float32Array;
  readonly embedder: string;
}

/** Returns the cosine of a query vector with each embedded memory. */
export async function readCosines(
  queryable: Queryable,
  scope: ProjectScope,
  { ids, vector, precision }: { ids: readonly string[]; vector: QueryVector; precision: Precision },
): Promise<ReadonlyMap<string, number>> {
  const [row] = await queryable.query<{ cosines: readonly (number | null)[] | null }>(COSINES[precision], [
    scope.projectId,
    ids,
    vector.embedder,
    formatVector(vector.values),
  ]);
  const cosines = row?.cosines ?? [];
  return new Map(
    ids.flatMap((id, place) => {
      const cosine = cosines[place] ?? null;
      return cosine === null ? [] : [[id, cosine] as const];
    }),
  );
}

// Indexes: memory_embeddings_pkey, memory_chunks_pkey. A long memory counts half by its best chunk and half by its beginning: by its
// best chunk alone, a memory with more chunks has more chances to resemble any query. The distance of a zero vector is NaN.
// FULL JOIN: the planner expects few rows, and would compare every memory with every other one for a LEFT JOIN.
const toStatement = (precision: Precision) =>
  prepared(`
WITH asked AS MATERIALIZED (
  SELECT $4::${precision} AS vector, (SELECT id FROM embedders WHERE name = $3) AS embedder_id
), found AS MATERIALIZED (
  SELECT b.memory_id, true AS is_whole, ${distanceSql(precision, 'b.embedding', 'asked.vector')} AS distance FROM asked JOIN memory_embeddings b ON b.embedder_id = asked.embedder_id
  WHERE b.project_id = $1 AND b.memory_id = ANY($2::uuid[])
  UNION ALL
  SELECT c.memory_id, false, ${distanceSql(precision, 'c.embedding', 'asked.vector')} FROM asked JOIN memory_chunks c ON c.embedder_id = asked.embedder_id
  WHERE c.project_id = $1 AND c.memory_id = ANY($2::uuid[])
), best AS MATERIALIZED (
  SELECT memory_id, max(1 - nullif(distance, 'NaN')) AS any_part, max(1 - nullif(distance, 'NaN')) FILTER (WHERE is_whole) AS beginning
  FROM found GROUP BY memory_id
)
SELECT json_agg(((any_part + coalesce(beginning, any_part)) / 2)::real ORDER BY given.place) AS cosines
FROM unnest($2::uuid[]) WITH ORDINALITY AS given(memory_id, place) FULL JOIN best USING (memory_id)`);

const COSINES = { vector: toStatement('vector'), halfvec: toStatement('halfvec') };
