import { randomBytes } from 'node:crypto';
import type pg from 'pg';

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

// Each vector is the center with noise of its own: the cosine is about 1 / sqrt(1 + spread² / 3 · dimension).
const VECTORS = `
INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding)
SELECT gen_random_uuid(), 1, $1, (SELECT array_agg((value + $4::float8 * (random() * 2 - 1 + 0 * n))::real ORDER BY at)
  FROM unnest($5::float8[]) WITH ORDINALITY AS own(value, at))::vector::halfvec
FROM generate_series($2::int, $3::int) n`;

/**
 * Stores vectors that have about the given cosine to a direction, in a connection of `storeInBulk`, without their memories, which a search of
 * another project never reads.
 */
export async function storeNearVectors(
  client: pg.PoolClient,
  { projectId, vectors, center, cosine }: { projectId: string; vectors: number; center: Float32Array; cosine: number },
): Promise<void> {
  const spread = Math.sqrt((1 / cosine ** 2 - 1) * (3 / DIMENSION));
  await client.query('SET session_replication_role = replica');
  for (let first = 1; first <= vectors; first += 50_000)
    await client.query(VECTORS, [projectId, first, Math.min(first + 49_999, vectors), spread, Array.from(center)]);
  await client.query('RESET session_replication_role');
}
