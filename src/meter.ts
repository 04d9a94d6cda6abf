import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request has used so far. The code that works for the request adds to it. */
export interface Meter {
  /** Milliseconds spent waiting for the database. Parallel statements count one by one. */
  databaseMs: number;
  /** Milliseconds spent waiting for embedding and language models. */
  modelMs: number;
  /** Input and output tokens, as the model providers report them. */
  modelTokens: number;
}

const meters = new AsyncLocalStorage<Meter>();

/** Creates a meter that stands at zero. */
export function createMeter(): Meter {
  return { databaseMs: 0, modelMs: 0, modelTokens: 0 };
}

/** Runs `work`; everything that `work` starts is measured by `meter`. */
export function runMetered<Result>(meter: Meter, work: () => Result): Result {
  return meters.run(meter, work);
}

/** Waits for a database call and adds its duration to the meter of the current request. */
export async function meterDatabase<Result>(call: () => Promise<Result>): Promise<Result> {
  const meter = meters.getStore();
  if (!meter) return call();
  const startedAt = performance.now();
  try {
    return await call();
  } finally {
    meter.databaseMs += performance.now() - startedAt;
  }
}

/** Waits for a model call and adds its duration to the meter of the current request. */
export async function meterModel<Result>(call: () => Promise<Result>): Promise<Result> {
  const meter = meters.getStore();
  if (!meter) return call();
  const startedAt = performance.now();
  try {
    return await call();
  } finally {
    meter.modelMs += performance.now() - startedAt;
  }
}

/** Adds the tokens that a model provider reported. */
export function addModelTokens(tokens: number | undefined): void {
  const meter = meters.getStore();
  if (meter && tokens !== undefined && Number.isFinite(tokens)) meter.modelTokens += tokens;
}
