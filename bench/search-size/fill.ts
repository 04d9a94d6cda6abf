import type { Database } from '../../src/stores/database/open-database.js';

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
}

const TOPIC = `(hashint4(n) & 2147483647) % ${TOPICS}`;
const word = (salt: number) =>
  `'w' || floor(exp((hashint4(n * 31 + ${salt}) & 2147483647) / 2147483647.0 * ln(20000)))::int`;

// A fifth of the memories belongs to one user and a twentieth to another. Ten memories form a run. Words follow Zipf's
// law.
const MEMORIES = `
INSERT INTO memories (id, project_id, user_id, run_id, text, hash, dedupe_key, created_at)
SELECT gen_random_uuid(), $1,
  CASE WHEN n / 10 % 20 < 4 THEN '${LARGE_USER}' WHEN n / 10 % 20 = 4 THEN '${MIDDLE_USER}' ELSE 'user-' || n / 100 END, 'run-' || n / 10,
  concat_ws(' ', 'topic' || ${TOPIC}, 'aspect' || (hashint4(n + 7) & 2147483647) % 50, ${[1, 2, 3, 4, 5, 6, 7, 8].map(word).join(', ')}),
  'h', sha256(convert_to(n::text, 'UTF8')), now() - n * interval '1 second'
FROM generate_series($2::int, $3::int) n`;

const CENTERS = `
CREATE TEMP TABLE centers AS
SELECT topic, ARRAY(SELECT (hashint4(topic * ${DIMENSION} + at) / 2147483648.0)::real FROM generate_series(1, ${DIMENSION}) at)::vector AS center
FROM generate_series(0, ${TOPICS - 1}) topic`;

const VECTORS = `
INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding)
SELECT m.id, 1, m.project_id, (c.center + ARRAY(SELECT (0.9 * (random() - 0.5) * 2 + 0 * m.sequence)::real FROM generate_series(1, ${DIMENSION}))::vector)::halfvec
FROM memories m JOIN centers c ON c.topic = substring(m.text FROM 'topic(\\d+)')::int WHERE m.project_id = $1`;

/** Stores memories with vectors in a project. Building the vector index at the end is ten times as fast. */
export async function fillProject(database: Database, { projectId, memories, from = 1 }: Fill): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    for (let first = from; first < from + memories; first += 5_000)
      await client.query(MEMORIES, [projectId, first, Math.min(first + 4_999, from + memories - 1)]);
    if (database.kind === 'postgres') await client.query(`SET maintenance_work_mem = '512MB'`);
    const { rows } = await client.query<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE indexname = 'memory_embeddings_hnsw_1'`,
    );
    await client.query('DROP INDEX memory_embeddings_hnsw_1');
    await client.query(CENTERS);
    await client.query(VECTORS, [projectId]);
    await client.query('DROP TABLE centers');
    await client.query(rows[0]?.indexdef ?? '');
    // Rows that other work left behind, and index entries that are not sorted in yet, would change the plans.
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release(database.kind === 'postgres');
  }
}

/** A query for a memory: some of its words, and a vector close to its own. */
export interface SizeQuery {
  readonly text: string;
  readonly vector: Float32Array;
}

/** Creates queries for random memories. Every other one contains the topic word, the others only common words. */
export async function makeQueries(database: Database, projectId: string, count: number): Promise<SizeQuery[]> {
  const rows = await database.query<{ text: string; embedding: string }>(
    `SELECT m.text, e.embedding::text AS embedding FROM memories m JOIN memory_embeddings e ON e.memory_id = m.id
    WHERE m.project_id = $1 ORDER BY hashtextextended(m.text, 7) LIMIT $2`,
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
