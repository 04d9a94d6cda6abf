import { availableParallelism } from 'node:os';

/** The used part of `onnxruntime-node`, which is no dependency and therefore has no types here. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array | string, options: Readonly<Record<string, unknown>>): Promise<OnnxSession>;
  };
  readonly Tensor: new (
    type: 'int32' | 'int64',
    values: Int32Array | BigInt64Array,
    shape: readonly number[],
  ) => unknown;
}

interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(
    inputs: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, { readonly data: unknown; readonly dims: readonly number[] }>>>;
}

// More threads gain little on short texts.
const MAX_THREADS = 4;

/** Loads ONNX Runtime. @throws Error if it is not installed */
export async function importRuntime(): Promise<OnnxRuntime> {
  // A checkout has the first package, an installation of the tarballs the second one.
  const names = ['onnxruntime-node', `@memory-gateway/onnxruntime-${process.platform}-${process.arch}`];
  for (const name of names) {
    try {
      const module = (await import(name)) as { default?: OnnxRuntime } & OnnxRuntime;
      return module.default ?? module;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    }
  }
  // The loader's message would reveal the installation path.
  throw new Error('ONNX Runtime is not installed.');
}

/** Returns the options of a session that leaves the processor to requests. */
export function sessionOptions(): Readonly<Record<string, unknown>> {
  // Spinning threads would use the CPU between texts.
  const quiet = { allow_spinning: '0' };
  return {
    executionProviders: ['cpu'],
    intraOpNumThreads: Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    extra: { session: { intra_op: quiet, inter_op: quiet } },
  };
}
