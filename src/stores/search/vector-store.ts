import type { ProjectScope } from '../../auth/scope.js';
import { type Database, prepared, type Queryable } from '@memory-gateway/database';
import type { MemoryScope } from '../memory/memory-scope.js';
import type { PoolMemory } from '@memory-gateway/memory-engine';
import { readCosines, type QueryVector } from './cosines.js';
import {
  listInstructions,
  listVisible,
  listScopeWords,
  readPool,
  readScope,
  type ScopeRead,
  type WantedLexemes,
  type WantedWords,
} from './search-scope.js';
import { proposeByIndex, proposeExactly, formatVector, precisionOf, type SearchRequest } from './vector-search.js';
import {
  listNearestDated,
  nearestToVector,
  type NearestRequest,
  type NearRequest,
} from '../correction/nearest-dated.js';

export interface NewEmbedding {
  readonly memoryId: string;
  readonly vector: Float32Array;
  readonly chunks?: readonly Float32Array[];
}

/** Creates the store of vectors, which also searches memories by vector and by keyword. */
export function vectorStore(queryable: Queryable, database: Database) {
  const precision = precisionOf(database.kind);
  return {
    /** Returns the number under which an embedder's vectors are stored, and assigns one to a new embedder. */
    embedderId: (embedder: { id: string; dimension: number }) => embedderId(queryable, embedder),
    save: (scope: ProjectScope, embedder: number, rows: readonly NewEmbedding[]) =>
      saveEmbeddings(queryable, scope, { embedder, rows }),
    /** Lists the nearest older and newer memories of the same owner for each memory. */
    nearestDated: (scope: ProjectScope, request: NearestRequest) =>
      listNearestDated(queryable, scope, { ...request, precision }),
    nearestToVector: (scope: ProjectScope, request: NearRequest) =>
      nearestToVector(queryable, scope, { ...request, precision }),
    /** Reads what ranking needs of a scope, or of a sample if the scope has more than `limit` memories. */
    readScope: (scope: MemoryScope, wanted: WantedLexemes): Promise<ScopeRead> => readScope(queryable, scope, wanted),
    /** Reads what ranking needs of some memories and their neighbors. */
    readPool: (
      scope: MemoryScope,
      pool: { ids: readonly string[]; lexemes: readonly string[]; reach: number },
    ): Promise<PoolMemory[]> => readPool(queryable, scope, pool),
    /** Returns the lexemes of a scope that begin with one of the letters. */
    listScopeWords: (scope: MemoryScope, wanted: WantedWords): Promise<string[]> =>
      listScopeWords(queryable, scope, wanted),
    /** Returns ids of the newest standing instructions of the user in a scope. */
    listInstructions: (scope: MemoryScope, limit: number): Promise<string[]> =>
      listInstructions(queryable, scope, limit),
    /** Returns which of these memories meet the conditions of a scope. */
    listVisible: (scope: MemoryScope, ids: readonly string[]): Promise<string[]> => listVisible(queryable, scope, ids),
    readCosines: (scope: ProjectScope, wanted: { ids: readonly string[]; vector: QueryVector }) =>
      readCosines(queryable, scope, { ...wanted, precision }),
    /** Returns ids of the best memories by vector and by words. Compares every memory in scope. */
    proposeExactly: (scope: MemoryScope, request: SearchRequest): Promise<string[]> =>
      proposeExactly(queryable, scope, { ...request, precision }),
    /**
     * The same for larger scopes, through the indexes of vectors and words. Row-level security would exclude the word index, so it
     * applies when the memories of these ids are read.
     */
    proposeByIndex: (scope: MemoryScope, request: SearchRequest): Promise<string[]> =>
      proposeByIndex(database.asOwner, scope, { ...request, precision }),
  };
}

const SAVE = prepared(`
INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding)
SELECT given.memory_id, $2, $1, given.embedding::halfvec FROM unnest($3::uuid[], $4::text[]) AS given(memory_id, embedding)
ON CONFLICT ON CONSTRAINT memory_embeddings_pkey DO UPDATE SET embedding = excluded.embedding`);

const SAVE_CHUNKS = prepared(`
INSERT INTO memory_chunks (memory_id, embedder_id, chunk, project_id, embedding)
SELECT given.memory_id, $2, given.chunk, $1, given.embedding::halfvec
FROM unnest($3::uuid[], $4::int[], $5::text[]) AS given(memory_id, chunk, embedding)
ON CONFLICT ON CONSTRAINT memory_chunks_pkey DO UPDATE SET embedding = excluded.embedding`);

async function saveEmbeddings(
  queryable: Queryable,
  scope: ProjectScope,
  { embedder, rows }: { embedder: number; rows: readonly NewEmbedding[] },
): Promise<void> {
  if (rows.length === 0) return;
  await queryable.execute(SAVE, [
    scope.projectId,
    embedder,
    rows.map((row) => row.memoryId),
    rows.map((row) => formatVector(row.vector)),
  ]);
  const chunks = rows.flatMap(({ memoryId, chunks: own = [] }) =>
    own.map((vector, index) => ({ memoryId, chunk: index + 1, vector })),
  );
  if (chunks.length === 0) return;
  await queryable.execute(SAVE_CHUNKS, [
    scope.projectId,
    embedder,
    chunks.map((row) => row.memoryId),
    chunks.map((row) => row.chunk),
    chunks.map((row) => formatVector(row.vector)),
  ]);
}

// Index: embedders_name_key.
const FIND_EMBEDDER = prepared('SELECT id FROM embedders WHERE name = $1');

async function embedderId(queryable: Queryable, embedder: { id: string; dimension: number }): Promise<number> {
  const find = () => queryable.query<{ id: number }>(FIND_EMBEDDER, [embedder.id]);
  const [known] = await find();
  if (known) return known.id;
  await queryable.execute('INSERT INTO embedders (name, dimension) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    embedder.id,
    embedder.dimension,
  ]);
  const [added] = await find();
  if (!added) throw new Error(`The embedder ${embedder.id} could not be registered.`);
  return added.id;
}
