import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { ModelManifest } from '@lat.md/embed';
import type { TextEngine } from './engine.js';
import { buildOnnxGraph, type BertConfig } from './onnx-graph.js';
import { parseSafetensors } from './safetensors.js';
import { createTokenizer, type TokenizerFile } from './tokenizer.js';

/** The used part of `onnxruntime-node`, which is no dependency and therefore has no types here. */
interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: 'int32', values: Int32Array, shape: readonly number[]) => unknown;
}

interface OnnxSession {
  run(inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, { readonly data: unknown }>>>;
}

// More threads gain little on short texts.
const MAX_THREADS = 4;

/** Loads the model into ONNX Runtime. @throws Error if the library is missing or rejects the model */
export async function loadOnnxEngine(model: ModelManifest): Promise<TextEngine> {
  const runtime = await importRuntime();
  const [weights, tokenizer, config] = await Promise.all([
    readFile(model.weightsPath),
    readFile(model.tokenizerPath, 'utf8'),
    readFile(model.configPath, 'utf8'),
  ]);
  const tokenize = createTokenizer(JSON.parse(tokenizer) as TokenizerFile, model.maxTokens);
  const graph = buildOnnxGraph(parseSafetensors(weights), JSON.parse(config) as BertConfig);
  const session = await runtime.InferenceSession.create(graph, sessionOptions());

  const embed = async (text: string) => {
    const ids = Int32Array.from(tokenize(text));
    const { embedding } = await session.run({ input_ids: new runtime.Tensor('int32', ids, [1, ids.length]) });
    if (!(embedding?.data instanceof Float32Array)) throw new Error('ONNX Runtime returned no vector.');
    return embedding.data;
  };
  await embed('');
  return { name: 'onnx', embed };
}

async function importRuntime(): Promise<OnnxRuntime> {
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

function sessionOptions(): Readonly<Record<string, unknown>> {
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
