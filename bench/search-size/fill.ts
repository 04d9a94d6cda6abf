import type pg from 'pg';
import type { Database } from '@memory-gateway/database';

/** Users with a fixed share of the project's memories. All others have 100 memories each. */
export const LARGE_USER = 'large';
export const MIDDLE_USER = 'middle';

/** Number of topics. Memories of one topic have similar vectors and a word in common. */
const TOPICS = 1_000;

const DIMENSION = 384;

/** What to store. */
export interface Fill {
  readonly projectId: string;
  readonly memories: number;
  /** Number of the first memory. Default 1. */
  readonly from?: number;
  /** False leaves the planner without statistics. Default true. */
  readonly isAnalyzed?: boolean;
}

/** Topic of the memory number `n`. */
const TOPIC = `(hashint4(n) & 2147483647) % ${TOPICS}`;
/** Words that texts are made of. */
const VOCABULARY = 50_000;

const word = (salt: number) =>
  `'w' || floor(exp((hashint4(n * 31 + ${salt}) & 2147483647) / 2147483647.0 * ln(${VOCABULARY})))::int`;

/** Text of the memory number `n`, whose words follow Zipf's law. */
export const TEXT = `concat_ws(' ', 'topic' || ${TOPIC}, 'aspect' || (hashint4(n + 7) & 2147483647) % 50, ${Array.from({ length: 12 }, (_, at) => word(at + 1)).join(', ')})`;

// A fifth of the memories belongs to one user and a twentieth to another. Ten memories form a run.
const MEMORIES = `
INSERT INTO memories (id, project_id, user_id, run_id, text, hash, dedupe_key, created_at)
SELECT gen_random_uuid(), $1,
  CASE WHEN n / 10 % 20 < 4 THEN '${LARGE_USER}' WHEN n / 10 % 20 = 4 THEN '${MIDDLE_USER}' ELSE 'user-' || n / 100 END, 'run-' || n / 10,
  ${TEXT}, 'h', sha256(convert_to(n::text, 'UTF8')), now() - n * interval '1 second'
FROM generate_series($2::int, $3::int) n`;

// What an add writes beside a memory.
const HISTORY = `
INSERT INTO memory_history (id, memory_id, project_id, event, new_memory, user_id, run_id, changed_by, created_at)
SELECT gen_random_uuid(), m.id, m.project_id, 'ADD', m.text, m.user_id, m.run_id, 'bench', m.created_at FROM memories m WHERE m.project_id = ANY($1)`;

const ENTITIES = `
INSERT INTO entities (project_id, type, name)
SELECT DISTINCT m.project_id, own.type, own.name FROM memories m, LATERAL (VALUES ('user', m.user_id), ('run', m.run_id)) AS own(type, name)
WHERE m.project_id = ANY($1) ON CONFLICT DO NOTHING`;

const CENTERS = `
CREATE TEMP TABLE centers AS
SELECT topic, ARRAY(SELECT (hashint4(topic * ${DIMENSION} + at) / 2147483648.0)::real FROM generate_series(1, ${DIMENSION}) at)::vector AS center
FROM generate_series(0, ${TOPICS - 1}) topic`;

const VECTORS = `
INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding)
SELECT m.id, $2, m.project_id, (c.center + ARRAY(SELECT (0.9 * (random() - 0.5) * 2 + 0 * m.sequence)::real FROM generate_series(1, ${DIMENSION}))::vector)::halfvec
FROM memories m JOIN centers c ON c.topic = substring(m.text FROM 'topic(\\d+)')::int WHERE m.project_id = ANY($1)`;

// Vectors of memories that are not stored.
const LONE_VECTORS = `
INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding)
SELECT gen_random_uuid(), 1, $1, (c.center + ARRAY(SELECT (0.9 * (random() - 0.5) * 2 + 0 * n)::real FROM generate_series(1, ${DIMENSION}))::vector)::halfvec
FROM generate_series($2::int, $3::int) n JOIN centers c ON c.topic = ${TOPIC}`;

/** How long a fill took. */
export interface FillTimes {
  readonly rowsMs: number;
  readonly vectorIndexMs: number;
}

/** Stores memories with vectors in a project. */
export function fillProject(database: Database, fill: Fill): Promise<FillTimes> {
  return storeInBulk(database, fill, (client) => storeProject(client, fill));
}

/** Stores vectors while there is no vector index. Building it at the end is ten times as fast. */
export async function storeInBulk(
  database: Database,
  fill: Pick<Fill, 'memories' | 'isAnalyzed'>,
  store: (client: pg.PoolClient) => Promise<void>,
): Promise<FillTimes> {
  const client = await database.pool.connect();
  try {
    return await storeWithoutIndex(client, { ...fill, embedder: 1 }, () => store(client));
  } finally {
    client.release(database.kind === 'postgres');
  }
}

/** As {@link storeInBulk}, in a connection of its own, with the vectors of any embedding model. */
export async function storeWithoutIndex(
  client: pg.ClientBase,
  { memories, isAnalyzed = true, embedder }: Pick<Fill, 'memories' | 'isAnalyzed'> & { embedder: number },
  store: () => Promise<void>,
): Promise<FillTimes> {
  const startedAt = performance.now();
  const name = `memory_embeddings_hnsw_${embedder}`;
  await client.query('SET statement_timeout = 0');
  await client.query(`SET maintenance_work_mem = '${buildMemory(memories)}MB'`);
  const { rows } = await client.query<{ indexdef: string }>('SELECT indexdef FROM pg_indexes WHERE indexname = $1', [
    name,
  ]);
  await client.query(`DROP INDEX ${name}`);
  await store();
  const filledAt = performance.now();
  // The index of a partitioned table is described without those of its partitions.
  await client.query(rows[0]?.indexdef.replace(' ON ONLY ', ' ON ') ?? '');
  const indexedAt = performance.now();
  // Rows that other work left behind, and index entries that are not sorted in yet, would change the plans.
  if (isAnalyzed) await client.query('VACUUM ANALYZE');
  // Connections of the embedded database share one session.
  await client.query('RESET maintenance_work_mem');
  return { rowsMs: filledAt - startedAt, vectorIndexMs: indexedAt - filledAt };
}

/** Stores memories with vectors in a project, in a connection of {@link storeInBulk}. */
export async function storeProject(client: pg.PoolClient, { projectId, memories, from = 1 }: Fill): Promise<void> {
  for (let first = from; first < from + memories; first += 5_000)
    await client.query(MEMORIES, [projectId, first, Math.min(first + 4_999, from + memories - 1)]);
  await storeBeside(client, { projectIds: [projectId], embedder: 1 });
}

/** Stores what an add writes beside the memories of these projects: history, entities and vectors. */
export async function storeBeside(
  client: pg.ClientBase,
  { projectIds, embedder }: { projectIds: readonly string[]; embedder: number },
): Promise<void> {
  await client.query(HISTORY, [projectIds]);
  await client.query(ENTITIES, [projectIds]);
  await client.query(CENTERS);
  await client.query(VECTORS, [projectIds, embedder]);
  await client.query('DROP TABLE centers');
}

/** Stores vectors of the same topics without their memories, which a search of another project never reads. */
export async function storeLoneVectors(client: pg.PoolClient, { projectId, memories }: Fill): Promise<void> {
  await client.query(CENTERS);
  await client.query('SET session_replication_role = replica');
  for (let first = 1; first <= memories; first += 50_000)
    await client.query(LONE_VECTORS, [projectId, first, Math.min(first + 49_999, memories)]);
  await client.query('RESET session_replication_role');
  await client.query('DROP TABLE centers');
}

/** Megabytes that hold the graph of the vector index while it is built. With less, the build takes many times as long. */
const buildMemory = (memories: number) => Math.max(512, Math.ceil(memories * 0.0025));

/** A query for a memory: some of its words, and a vector close to its own. */
export interface SizeQuery {
  readonly text: string;
  readonly vector: Float32Array;
}

/** Creates queries for random memories. Every other one contains the topic word, the others only common words. */
export async function makeQueries(database: Database, projectId: string, count: number): Promise<SizeQuery[]> {
  const rows = await database.query<{ text: string; embedding: string }>(
    `SELECT m.text, e.embedding::text AS embedding FROM memories m JOIN memory_embeddings e ON e.memory_id = m.id
    WHERE m.project_id = $1 AND m.run_id IS NOT NULL ORDER BY hashtextextended(m.text, 7) LIMIT $2`,
    [projectId, count],
  );
  return rows.map(({ text, embedding }, index) => {
    const words = text.split(' ');
    const own = JSON.parse(embedding) as number[];
    return {
      text: (index % 2 === 0 ? [words[0], words[2], words[3]] : words.slice(4, 8)).join(' '),
      vector: Float32Array.from(own, (value) => value + 0.6 * (Math.random() - 0.5) * 2),
    };
  });
}
