import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextEngine } from './engine.js';
import type { ModelFolder } from './model-folder.js';
import { importRuntime, sessionOptions } from './onnx-runtime.js';

/** The used part of `@huggingface/tokenizers`, whose own types leave out file extensions, so that Node's resolution misses them. */
interface TokenizerLibrary {
  readonly Tokenizer: new (
    file: object,
    config: object,
  ) => { encode(text: string): { readonly ids: readonly number[] } };
}

/** Loads the model of a folder into ONNX Runtime. @throws Error if the library is missing or rejects the model */
export async function loadFolderEngine(folder: ModelFolder): Promise<TextEngine> {
  const runtime = await importRuntime();
  const tokenize = await loadTokenizer(folder);
  const session = await runtime.InferenceSession.create(folder.weightsPath, sessionOptions());
  const output = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'].find((name) =>
    session.outputNames.includes(name),
  );
  const name = output ?? session.outputNames[0] ?? '';
  const embed = async (text: string) => {
    const ids = tokenize(text);
    const shape = [1, ids.length];
    const tensor = (values: BigInt64Array) => new runtime.Tensor('int64', values, shape);
    const known: Readonly<Record<string, () => unknown>> = {
      input_ids: () => tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: () => tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: () => tensor(new BigInt64Array(ids.length)),
    };
    const inputs = session.inputNames.map((input) => {
      const make = known[input];
      if (!make) throw new Error(`The model has the input ${input}, which is not supported.`);
      return [input, make()] as const;
    });
    const { [name]: result } = await session.run(Object.fromEntries(inputs));
    if (!(result?.data instanceof Float32Array)) throw new Error(`The output ${name} of the model is not float32.`);
    return pool(result.data, result.dims, folder);
  };
  await embed('');
  return { name: 'onnx', embed };
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

async function loadTokenizer({ path, maxTokens }: ModelFolder): Promise<(text: string) => readonly number[]> {
  const read = async (name: string) => JSON.parse(await readFile(join(path, name), 'utf8')) as object;
  const file: { readonly model?: { readonly unk_token?: string } } = await read('tokenizer.json');
  // Short configurations leave out the unknown token, which the library looks for there only.
  const config = { unk_token: file.model?.unk_token, ...(await read('tokenizer_config.json')) };
  const { Tokenizer } = (await import('@huggingface/tokenizers')) as TokenizerLibrary;
  const tokenizer = new Tokenizer(file, config);
  const empty = tokenizer.encode('').ids;
  return (text) => {
    const { ids } = tokenizer.encode(text);
    if (ids.length <= maxTokens) return ids.length > 0 ? ids : [0];
    // Special tokens at the end stay when the text is cut.
    let kept = 0;
    while (kept < empty.length && empty.at(-1 - kept) === ids.at(-1 - kept)) kept += 1;
    return [...ids.slice(0, maxTokens - kept), ...ids.slice(ids.length - kept)];
  };
}
