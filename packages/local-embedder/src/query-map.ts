import { DOWN, UP } from './query-map-values.js';
import { DOWN as SECOND_DOWN, UP as SECOND_UP } from './second-map-values.js';

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

interface QueryMap {
  readonly down: readonly Float32Array[];
  readonly up: readonly Float32Array[];
}

let first: QueryMap | undefined;
let second: QueryMap | undefined;

/**
 * Moves the vector of a question of all-MiniLM-L6-v2 towards statements that answer it: "Which mobile network am I with?" towards "I'm on O2."
 * `bench/learn-query-map.ts` learned the two maps one after the other. Each moves the vector as it was.
 */
export function moveTowardsStatements(vector: Float32Array): Float32Array {
  second ??= { down: readRows(SECOND_DOWN), up: readRows(SECOND_UP) };
  const moved = moveByFirstMap(vector);
  addWay(moved, vector, second);
  const length = Math.sqrt(multiply(moved, moved));
  return length > 0 ? moved.map((value) => value / length) : moved;
}

/** Moves the vector by the first map alone. The length is not 1. */
export function moveByFirstMap(vector: Float32Array): Float32Array {
  first ??= { down: readRows(DOWN), up: readRows(UP) };
  const moved = Float32Array.from(vector);
  addWay(moved, vector, first);
  return moved;
}

function addWay(to: Float32Array, vector: Float32Array, { down, up }: QueryMap): void {
  for (const [rank, row] of down.entries()) addScaled(to, up[rank] ?? row, multiply(vector, row));
}

// Loops, because a callback for each of 49,000 numbers takes longer.
function multiply(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < DIMENSION; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function addScaled(to: Float32Array, from: Float32Array, scale: number): void {
  for (let index = 0; index < DIMENSION; index += 1) to[index] = (to[index] ?? 0) + scale * (from[index] ?? 0);
}
