/** A row of numbers with the outcome to predict. */
export interface Observation {
  readonly values: readonly number[];
  readonly isTrue: boolean;
  readonly weight: number;
  /** Log-odds that are known before the fit. Default 0. */
  readonly known?: number;
}

/** Logistic regression. The probability is that of `constant` plus the weighted values. */
export interface LogisticModel {
  readonly constant: number;
  readonly weights: readonly number[];
}

export function predict({ constant, weights }: LogisticModel, values: readonly number[]): number {
  return 1 / (1 + Math.exp(-weights.reduce((sum, weight, index) => sum + weight * (values[index] ?? 0), constant)));
}

/**
 * Fits a logistic regression by Newton's method. `penalty` is the ridge per unit of total weight, on values with a standard deviation
 * of 1; the constant has none.
 */
export function fitLogistic(observations: readonly Observation[], penalty: number): LogisticModel {
  const scales = readScales(observations);
  const total = observations.reduce((sum, { weight }) => sum + weight, 0);
  const rows = observations.map(({ values, isTrue, weight, known = 0 }) => ({
    known,
    x: [1, ...scales.map(({ mean, deviation }, index) => ((values[index] ?? 0) - mean) / deviation)],
    y: isTrue ? 1 : 0,
    weight: weight / total,
  }));
  let beta = [0, ...scales.map(() => 0)];
  for (let round = 0; round < 25; round += 1) {
    const { gradient, hessian } = sumDerivatives(rows, beta, penalty);
    const step = solve(hessian, gradient);
    beta = beta.map((value, index) => value - (step[index] ?? 0));
    if (Math.max(...step.map(Math.abs)) < 1e-8) break;
  }
  const weights = scales.map(({ deviation }, index) => (beta[index + 1] ?? 0) / deviation);
  const shift = scales.reduce((sum, { mean }, index) => sum + mean * (weights[index] ?? 0), 0);
  return { constant: (beta[0] ?? 0) - shift, weights };
}

function readScales(observations: readonly Observation[]): { mean: number; deviation: number }[] {
  const total = observations.reduce((sum, { weight }) => sum + weight, 0);
  return (observations[0]?.values ?? []).map((_, index) => {
    const average = (pick: (value: number) => number) =>
      observations.reduce((sum, { values, weight }) => sum + weight * pick(values[index] ?? 0), 0) / total;
    const mean = average((value) => value);
    return { mean, deviation: Math.sqrt(average((value) => (value - mean) ** 2)) || 1 };
  });
}

interface Row {
  readonly known: number;
  readonly x: readonly number[];
  readonly y: number;
  readonly weight: number;
}

function sumDerivatives(
  rows: readonly Row[],
  beta: readonly number[],
  penalty: number,
): { gradient: number[]; hessian: number[][] } {
  const gradient = beta.map((value, index) => (index === 0 ? 0 : penalty * value));
  const hessian = beta.map((_, row) => beta.map((__, column) => (row === column && row > 0 ? penalty : 0)));
  for (const { known, x, y, weight } of rows) {
    const p = 1 / (1 + Math.exp(-beta.reduce((sum, value, index) => sum + value * (x[index] ?? 0), known)));
    for (let row = 0; row < beta.length; row += 1) {
      const own = weight * (x[row] ?? 0);
      gradient[row] = (gradient[row] ?? 0) + (p - y) * own;
      const line = hessian[row];
      if (line)
        for (let column = 0; column < beta.length; column += 1)
          line[column] = (line[column] ?? 0) + p * (1 - p) * own * (x[column] ?? 0);
    }
  }
  return { gradient, hessian };
}

/** Solves a system of linear equations by elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((line, index) => [...line, right[index] ?? 0]);
  const size = rows.length;
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(at(row, column)) > Math.abs(at(pivot, column))) pivot = row;
    const [upper, lower] = [rows[pivot] ?? [], rows[column] ?? []];
    rows[column] = upper;
    rows[pivot] = lower;
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const factor = at(row, column) / (at(column, column) || 1e-12);
      rows[row] = (rows[row] ?? []).map((value, index) => value - factor * at(column, index));
    }
  }
  return rows.map((line, index) => (line[size] ?? 0) / (at(index, index) || 1e-12));
}

/** Fits a logistic regression with many values by gradient descent with momentum, which Newton's method is too slow for. `penalty` is the ridge. */
export function descend(
  rows: readonly Observation[],
  { penalty, rounds, constant: first }: { penalty: number; rounds: number; constant: number },
): LogisticModel {
  const weights = (rows[0]?.values ?? []).map(() => 0);
  const speeds = weights.map(() => 0);
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  let [constant, speed] = [first, 0];
  for (let round = 0; round < rounds; round += 1) {
    const slopes = weights.map((weight) => penalty * weight);
    let slope = 0;
    for (const { values, isTrue, weight } of rows) {
      const error = (weight * (predict({ constant, weights }, values) - (isTrue ? 1 : 0))) / total;
      for (const [index, value] of values.entries()) slopes[index] = (slopes[index] ?? 0) + error * value;
      slope += error;
    }
    for (const [index, value] of slopes.entries()) {
      speeds[index] = 0.9 * (speeds[index] ?? 0) - 4 * value;
      weights[index] = (weights[index] ?? 0) + (speeds[index] ?? 0);
    }
    speed = 0.9 * speed - slope;
    constant += speed;
  }
  return { constant, weights };
}

/** Writes weights as a byte each, in base64, and the scale of a byte. */
export function toBytes(weights: readonly number[]): { readonly scale: number; readonly bytes: string } {
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const values = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  return { scale, bytes: Buffer.from(values.buffer).toString('base64') };
}
