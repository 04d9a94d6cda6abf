import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createGraphBuilder, ELEMENT } from '../src/onnx-model.js';

export interface TinyModel {
  /** The vector of each word. All have the same length. Other words have the vector of `[UNK]`, by default close to zero, as those of `[CLS]` and `[SEP]`. */
  readonly words: Readonly<Record<string, readonly number[]>>;
  /** More files of the folder, or other contents, by their paths. Null: no such file. */
  readonly files?: Readonly<Record<string, unknown>>;
}

const specials = ['[UNK]', '[CLS]', '[SEP]'];

/** Writes a model folder in the layout of Hugging Face: real weights, in which a word is a vector, and a real tokenizer. */
export function writeTinyModel(folder: string, { words, files = {} }: TinyModel): void {
  const vocabulary = [...new Set([...specials, ...Object.keys(words)])];
  const dimension = Object.values(words)[0]?.length ?? 1;
  const table = vocabulary.flatMap((word) => words[word] ?? Array.from({ length: dimension }, () => 0.001));
  const all: Readonly<Record<string, unknown>> = {
    'config.json': { hidden_size: dimension, model_type: 'bert', max_position_embeddings: 16 },
    'tokenizer_config.json': { model_max_length: 16, tokenizer_class: 'PreTrainedTokenizerFast' },
    'tokenizer.json': toTokenizer(vocabulary),
    'onnx/model.onnx': toWeights(Float32Array.from(table), vocabulary.length, dimension),
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    if (content === null) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(folder, name), isText ? content : JSON.stringify(content));
  }
}

function toWeights(values: Float32Array, words: number, dimension: number): Uint8Array {
  const table = { dtype: 'F32', shape: [words, dimension], bytes: new Uint8Array(values.buffer) };
  const graph = createGraphBuilder(new Map([['table', table]]));
  graph.node('Gather', [graph.weight('table'), 'input_ids'], { output: 'last_hidden_state' });
  return graph.encode({
    inputs: [{ name: 'input_ids', element: ELEMENT.int64, shape: ['texts', 'tokens'] }],
    outputs: [{ name: 'last_hidden_state', element: ELEMENT.float, shape: ['texts', 'tokens', 'hidden'] }],
  });
}

function toTokenizer(vocabulary: readonly string[]): unknown {
  const special = (token: string) => ({ SpecialToken: { id: token, type_id: 0 } });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: specials.map((content, id) => ({ id, content, special: true, normalized: false })),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
      pair: [],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((token) => [token, { id: token, ids: [specials.indexOf(token)], tokens: [token] }]),
      ),
    },
    decoder: null,
    model: {
      type: 'WordLevel',
      unk_token: '[UNK]',
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  };
}
