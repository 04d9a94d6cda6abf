import { readFile } from 'node:fs/promises';
import type { BertConfig } from './onnx-graph.js';
import { buildReaderGraph } from './onnx-graph.js';
import { sessionOptions, type OnnxRuntime } from './onnx-runtime.js';
import { parseSafetensors, type Tensor } from './safetensors.js';
import { createTokenizer, type TokenizerFile } from './tokenizer.js';

/** Tokens of a question and a text that are read. Learned with as many. */
export const READER_TOKENS_MAX = 96;

/** The parts of the built-in model that a reader shares with it. */
interface BuiltInModel {
  readonly runtime: OnnxRuntime;
  readonly tensors: ReadonlyMap<string, Tensor>;
  readonly tokenizer: TokenizerFile;
  readonly config: BertConfig;
}

/**
 * Loads the reader that tells whether a text answers a question: the built-in model with small changes, learned by `bench/answer-reader`.
 * It returns log-odds.
 */
export async function loadAnswerReader({ runtime, tensors, tokenizer, config }: BuiltInModel) {
  const learned = parseSafetensors(await readFile(new URL('../readers/answers.safetensors', import.meta.url)));
  const tokenize = await createTokenizer(tokenizer, {}, READER_TOKENS_MAX);
  const graph = buildReaderGraph(new Map([...tensors, ...learned]), config);
  const session = await runtime.InferenceSession.create(graph, sessionOptions());
  return async (question: string, text: string): Promise<number> => {
    const { ids, token_type_ids: types = [] } = tokenize(question, text);
    const tensor = (values: readonly number[]) =>
      new runtime.Tensor('int32', Int32Array.from(values), [1, values.length]);
    const { logit } = await session.run({ input_ids: tensor(ids), token_type_ids: tensor(types) });
    const value = logit?.data instanceof Float32Array ? logit.data[0] : undefined;
    if (value === undefined) throw new Error('ONNX Runtime returned no answer of the reader.');
    return value;
  };
}
