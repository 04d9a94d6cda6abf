import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

/** What a request measures, and where in the log of the database its reads begin. */
export interface Meter {
  /** Milliseconds spent waiting for the database. Parallel statements count separately. */
  databaseMs: number;
  /** Milliseconds spent waiting for embedding and language models. */
  modelMs: number;
  languageCalls: number;
  /** Input and output tokens, as the model providers report them. */
  modelTokens: number;
  /** Reads of the request see all that was committed before this position in the log of the primary. Null: any state will do. */
  position: string | null;
  /** Whether the request has committed anything. */
  hasCommitted: boolean;
  /** Called with the position after each commit. */
  onCommit: ((position: string) => void) | null;
}

const meters = new AsyncLocalStorage<Meter>();

/** Creates a meter with all values at zero. */
export function createMeter(): Meter {
  return {
    databaseMs: 0,
    modelMs: 0,
    languageCalls: 0,
    modelTokens: 0,
    position: null,
    hasCommitted: false,
    onCommit: null,
  };
}

/** Runs `work` and measures everything that it starts with `meter`. */
export function runMetered<Result>(meter: Meter, work: () => Result): Result {
  return meters.run(meter, work);
}

/** Notes where a commit of the current request ended, for its reads and later ones of its caller. */
export function noteCommit(position: string | null): void {
  const meter = meters.getStore();
  if (!meter || position === null) return;
  meter.position = position;
  meter.hasCommitted = true;
  meter.onCommit?.(position);
}

/** Returns where the last commit of the current request ended. Null: it has committed nothing. */
export function committedPosition(): string | null {
  const meter = meters.getStore();
  return meter?.hasCommitted === true ? meter.position : null;
}

/** Returns the position that reads of the current request must see, or null. */
export function requestPosition(): string | null {
  return meters.getStore()?.position ?? null;
}

/** Runs a database call and adds its duration to the meter of the current request. */
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

/** Runs a model call, adds its duration to the meter of the current request, and publishes it for `/metrics`. */
export async function meterModel<Result>(
  model: 'embedding' | 'language' | 'reranking',
  call: () => Promise<Result>,
): Promise<Result> {
  const meter = meters.getStore();
  const startedAt = performance.now();
  try {
    return await measure({ kind: 'model', name: model }, call);
  } finally {
    if (meter) {
      meter.modelMs += performance.now() - startedAt;
      if (model === 'language') meter.languageCalls += 1;
    }
  }
}

/** Adds the tokens that a model provider reported to the meter of the current request. */
export function addModelTokens(tokens: number | undefined): void {
  const meter = meters.getStore();
  if (meter && tokens !== undefined && Number.isFinite(tokens)) meter.modelTokens += tokens;
}

/** Work whose runs, failures and seconds are counted. Names come from a closed set, never from a client. */
export interface Measured {
  readonly kind: 'model' | 'search' | 'job' | 'delivery' | 'graphql';
  /** Name of a model, job or GraphQL root field. */
  readonly name: string;
}

export interface Measurement extends Measured {
  readonly outcome: string;
  readonly durationMs: number;
}

const measurements = channel('memory-gateway:measurement');

/** Publishes one run of measured work within this process. */
export function publishMeasurement(measurement: Measurement): void {
  if (measurements.hasSubscribers) measurements.publish(measurement);
}

/** Calls `listener` for each run of measured work in this process. @returns a function that ends the subscription */
export function subscribeMeasurements(listener: (measurement: Measurement) => void): () => void {
  const receive = (message: unknown) => listener(message as Measurement);
  measurements.subscribe(receive);
  return () => void measurements.unsubscribe(receive);
}

/** Runs and publishes measured work. The outcome is `ok`, or `error` if it throws. */
export async function measure<Result>(measured: Measured, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  let outcome = 'error';
  try {
    const result = await work();
    outcome = 'ok';
    return result;
  } finally {
    publishMeasurement({ ...measured, outcome, durationMs: performance.now() - startedAt });
  }
}
