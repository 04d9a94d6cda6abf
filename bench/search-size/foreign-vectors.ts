import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/stores/database/open-database.js';

const DIMENSION = 384;

/** Returns a direction, and a function that makes directions whose cosine to it is the given one. */
export function makeDirections(): { readonly center: Float32Array; readonly near: (cosine: number) => Float32Array } {
  const random = () => Float32Array.from({ length: DIMENSION }, () => randomBytes(2).readInt16LE() / 32_768);
  const toUnit = (vector: Float32Array) => vector.map((value) => value / Math.hypot(...vector));
  const center = toUnit(random());
  const near = (cosine: number) => {
    const noise = random();
    const along = noise.reduce((sum, value, at) => sum + value * (center[at] ?? 0), 0);
    const across = toUnit(noise.map((value, at) => value - along * (center[at] ?? 0)));
    const spread = Math.sqrt(1 / cosine ** 2 - 1);
    return toUnit(center.map((value, at) => value + spread * (across[at] ?? 0)));
  };
  return { center, near };
}

const MEMORIES = `
INSERT INTO memories (id, project_id, user_id, text, hash, dedupe_key)
SELECT gen_random_uuid(), $1, 'mallory', 'foreign' || n, 'h', sha256(convert_to(n::text, 'UTF8'))
FROM generate_series($2::int, $3::int) n`;

// Each vector is the center with noise of its own: the cosine is about 1 / sqrt(1 + spread² / 3 · dimension).
const VECTORS = `
INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding)
SELECT m.id, 1, m.project_id, (SELECT array_agg((value + $4::float8 * (random() * 2 - 1 + 0 * m.sequence))::real ORDER BY at)
  FROM unnest($5::float8[]) WITH ORDINALITY AS own(value, at))::vector::halfvec
FROM memories m WHERE m.project_id = $1 AND m.text = ANY(SELECT 'foreign' || n FROM generate_series($2::int, $3::int) n)`;

/** Stores memories whose vectors have about the given cosine to a direction. The vector index is built at the end. */
export async function fillWithNearVectors(
  database: Database,
  {
    projectId,
    memories,
    center,
    cosine,
  }: { projectId: string; memories: number; center: Float32Array; cosine: number },
): Promise<void> {
  const spread = Math.sqrt((1 / cosine ** 2 - 1) * (3 / DIMENSION));
  const client = await database.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    const { rows } = await client.query<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE indexname = 'memory_embeddings_hnsw_1'`,
    );
    await client.query('DROP INDEX memory_embeddings_hnsw_1');
    for (let first = 1; first <= memories; first += 5_000) {
      const last = Math.min(first + 4_999, memories);
      await client.query(MEMORIES, [projectId, first, last]);
      await client.query(VECTORS, [projectId, first, last, spread, Array.from(center)]);
    }
    await client.query(`SET maintenance_work_mem = '${Math.max(512, Math.ceil(memories * 0.0025))}MB'`);
    await client.query(rows[0]?.indexdef ?? '');
    await client.query('ANALYZE');
    // Connections of the embedded database share one session.
    await client.query('RESET maintenance_work_mem');
  } finally {
    client.release(database.kind === 'postgres');
  }
}
