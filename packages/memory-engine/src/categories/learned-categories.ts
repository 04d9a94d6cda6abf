import { LEARNED } from './learned-values.js';

let rows: readonly { readonly name: string; readonly constant: number; readonly weights: Float32Array }[] | undefined;

function readRows(): NonNullable<typeof rows> {
  const { constants, scale, bytes } = LEARNED;
  const entries = Object.entries(constants);
  const values = Float32Array.from(new Int8Array(Buffer.from(bytes, 'base64')), (value) => scale * value);
  const length = values.length / entries.length;
  return entries.map(([name, constant], index) => ({
    name,
    constant,
    weights: values.subarray(index * length, (index + 1) * length),
  }));
}

/**
 * Returns the probability that a text belongs to each built-in category, from its vector of all-MiniLM-L6-v2: a logistic regression for each
 * category, which `bench/learn-categories.ts` learns from written statements.
 */
export function predictCategories(vector: Float32Array): ReadonlyMap<string, number> {
  rows ??= readRows();
  return new Map(
    rows.map(({ name, constant, weights }) => {
      const sum = weights.reduce((total, weight, index) => total + weight * (vector[index] ?? 0), constant);
      return [name, 1 / (1 + Math.exp(-sum))];
    }),
  );
}
