import { DOWN, UP } from './query-map-values.js';

const DIMENSION = 384;

interface StoredRows {
  readonly scale: number;
  /** A signed byte for each number, in base64. */
  readonly bytes: string;
}

function readRows({ scale, bytes }: StoredRows): Float32Array[] {
  const values = Float32Array.from(new Int8Array(Buffer.from(bytes, 'base64')), (value) => scale * value);
  return Array.from({ length: values.length / DIMENSION }, (_, row) =>
    values.subarray(row * DIMENSION, (row + 1) * DIMENSION),
  );
}

let rows: { readonly down: readonly Float32Array[]; readonly up: readonly Float32Array[] } | undefined;

/**
 * Moves the vector of a question of all-MiniLM-L6-v2 towards statements that answer it: "Which mobile network am I with?" towards "I'm on O2."
 * `bench/learn-query-map.ts` learned the map.
 */
export function moveTowardsStatements(vector: Float32Array): Float32Array {
  rows ??= { down: readRows(DOWN), up: readRows(UP) };
  const { down, up } = rows;
  const moved = Float32Array.from(vector);
  for (const [rank, row] of down.entries()) addScaled(moved, up[rank] ?? row, multiply(vector, row));
  const length = Math.sqrt(multiply(moved, moved));
  return length > 0 ? moved.map((value) => value / length) : moved;
}

// Loops, because a callback for each of 37,000 numbers takes longer.
function multiply(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < DIMENSION; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function addScaled(to: Float32Array, from: Float32Array, scale: number): void {
  for (let index = 0; index < DIMENSION; index += 1) to[index] = (to[index] ?? 0) + scale * (from[index] ?? 0);
}
