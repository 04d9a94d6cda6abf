import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextEngine } from './engine.js';
import type { ModelFolder, RerankerFolder } from './model-folder.js';
import { importRuntime, sessionOptions } from './onnx-runtime.js';
import { splitPair } from './inputs.js';
import { createTokenizer, type Tokenize, type Tokens } from './tokenizer.js';

interface Output {
  readonly name: string;
  readonly values: Float32Array;
  readonly dims: readonly number[];
}

/** Loads the embedding model of a folder into ONNX Runtime. @throws Error if the library is missing or rejects the model */
export async function loadFolderEngine(folder: ModelFolder): Promise<TextEngine> {
  const { tokenize, run } = await loadModel(folder, ['sentence_embedding', 'last_hidden_state', 'token_embeddings']);
  const embed = async (text: string) => {
    const { values, dims } = await run(tokenize(text));
    return pool(values, dims, folder);
  };
  await embed('');
  return { name: 'onnx', embed };
}

/** Loads the cross-encoder of a folder. It takes pairs, and returns the relevance of each, 0 to 1. @throws Error as `loadFolderEngine` does */
export async function loadRerankerEngine(folder: RerankerFolder): Promise<TextEngine> {
  const { tokenize, run } = await loadModel(folder, ['logits']);
  const embed = async (pair: string) => {
    const { query, text } = splitPair(pair);
    const { name, values } = await run(tokenize(query, text));
    const [logit] = values;
    if (logit === undefined || values.length !== 1)
      throw new Error(`The output ${name} of the model has ${values.length} values; a cross-encoder has one.`);
    return [1 / (1 + Math.exp(-logit))];
  };
  await embed('');
  return { name: 'onnx', embed };
}

async function loadModel(folder: ModelFolder | RerankerFolder, outputs: readonly string[]) {
  const runtime = await importRuntime();
  const tokenize = await loadTokenizer(folder);
  const session = await runtime.InferenceSession.create(folder.weightsPath, sessionOptions());
  const name = outputs.find((output) => session.outputNames.includes(output)) ?? session.outputNames[0] ?? '';
  const run = async ({ ids, token_type_ids: types }: Tokens): Promise<Output> => {
    const tensor = (values: readonly number[]) =>
      new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), [1, ids.length]);
    const known: Readonly<Record<string, () => unknown>> = {
      input_ids: () => tensor(ids),
      attention_mask: () => tensor(ids.map(() => 1)),
      token_type_ids: () => tensor(types ?? ids.map(() => 0)),
    };
    const inputs = session.inputNames.map((input) => {
      const make = known[input];
      if (!make) throw new Error(`The model has the input ${input}, which is not supported.`);
      return [input, make()] as const;
    });
    const { [name]: result } = await session.run(Object.fromEntries(inputs));
    if (!(result?.data instanceof Float32Array)) throw new Error(`The output ${name} of the model is not float32.`);
    return { name, values: result.data, dims: result.dims };
  };
  return { tokenize, run };
}

/** Returns the vector of a text from those of its tokens. */
function pool(values: Float32Array, dims: readonly number[], { dimension, pooling }: ModelFolder): Float32Array {
  if (dims.at(-1) !== dimension)
    throw new Error(`The vectors of the model have ${dims.at(-1) ?? 0} dimensions; config.json says ${dimension}.`);
  if (values.length === dimension) return values;
  const tokens = values.length / dimension;
  if (pooling === 'cls') return values.slice(0, dimension);
  if (pooling === 'last') return values.slice(-dimension);
  const mean = new Float32Array(dimension);
  values.forEach((value, index) => (mean[index % dimension] = (mean[index % dimension] ?? 0) + value / tokens));
  return mean;
}

async function loadTokenizer({ path, maxTokens }: ModelFolder | RerankerFolder): Promise<Tokenize> {
  const read = async (name: string) => JSON.parse(await readFile(join(path, name), 'utf8')) as object;
  return createTokenizer(await read('tokenizer.json'), await read('tokenizer_config.json'), maxTokens);
}
