import type { BertConfig } from './onnx-graph.js';
import { sessionOptions, type OnnxRuntime } from './onnx-runtime.js';
import { parseSafetensors, type Tensor } from './safetensors.js';
import type { TokenizerFile, Tokens } from './tokenizer.js';

/** The parts of the built-in model that its readers share. */
export interface BuiltInModel {
  readonly runtime: OnnxRuntime;
  readonly tensors: ReadonlyMap<string, Tensor>;
  readonly tokenizer: TokenizerFile;
  readonly config: BertConfig;
}

interface Reader {
  /** What was learned, as safetensors. */
  readonly weights: Uint8Array;
  readonly buildGraph: (tensors: ReadonlyMap<string, Tensor>, config: BertConfig) => Uint8Array;
}

/** Opens the built-in model with the changes of a reader. It returns the log-odds of a text, or of each token. */
export async function openReader(
  { runtime, tensors, config }: BuiltInModel,
  { weights, buildGraph }: Reader,
): Promise<(tokens: Tokens) => Promise<Float32Array>> {
  const graph = buildGraph(new Map([...tensors, ...parseSafetensors(weights)]), config);
  const session = await runtime.InferenceSession.create(graph, sessionOptions());
  return async ({ ids, token_type_ids: types = [] }) => {
    const tensor = (values: readonly number[]) =>
      new runtime.Tensor('int32', Int32Array.from(values), [1, values.length]);
    const { logit } = await session.run({ input_ids: tensor(ids), token_type_ids: tensor(types) });
    if (!(logit?.data instanceof Float32Array)) throw new Error('ONNX Runtime returned no answer of the reader.');
    return logit.data;
  };
}
