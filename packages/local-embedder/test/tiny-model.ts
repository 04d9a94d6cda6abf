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

/**
 * Writes the folder of a cross-encoder with real weights: the logit of a query and a text is the dot product of the sums of
 * their words.
 */
export function writeTinyReranker(folder: string, { words, files = {} }: TinyModel): void {
  const config = { id2label: { 0: 'LABEL_0' }, model_type: 'bert', max_position_embeddings: 16 };
  writeFolder(folder, { words, files: { 'config.json': config, ...files } }, toPairWeights);
}

/** Writes a model folder in the layout of Hugging Face: real weights, in which a word is a vector, and a real tokenizer. */
export function writeTinyModel(folder: string, model: TinyModel): void {
  writeFolder(folder, model, toWeights);
}

function writeFolder(folder: string, { words, files = {} }: TinyModel, encode: typeof toWeights): void {
  const vocabulary = [...new Set([...specials, ...Object.keys(words)])];
  const dimension = Object.values(words)[0]?.length ?? 1;
  const table = vocabulary.flatMap((word) => words[word] ?? Array.from({ length: dimension }, () => 0.001));
  const all: Readonly<Record<string, unknown>> = {
    'config.json': { hidden_size: dimension, model_type: 'bert', max_position_embeddings: 16 },
    'tokenizer_config.json': { model_max_length: 16, tokenizer_class: 'PreTrainedTokenizerFast' },
    'tokenizer.json': toTokenizer(vocabulary),
    'onnx/model.onnx': encode(Float32Array.from(table), vocabulary.length, dimension),
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

function toPairWeights(values: Float32Array, words: number, dimension: number): Uint8Array {
  const table = { dtype: 'F32', shape: [words, dimension], bytes: new Uint8Array(values.buffer) };
  const graph = createGraphBuilder(new Map([['table', table]]));
  const tokens = graph.node('Gather', [graph.weight('table'), 'input_ids']);
  const sumOf = (type: number) => {
    const isType = graph.node('Equal', ['token_type_ids', graph.integers([type])]);
    const mask = graph.node('Cast', [isType], { attributes: { to: ELEMENT.float } });
    const kept = graph.node('Mul', [tokens, graph.node('Unsqueeze', [mask, graph.integers([2])])]);
    return graph.node('ReduceSum', [kept, graph.integers([1])], { attributes: { keepdims: 0 } });
  };
  const product = graph.node('Mul', [sumOf(0), sumOf(1)]);
  graph.node('ReduceSum', [product, graph.integers([1])], { attributes: { keepdims: 1 }, output: 'logits' });
  const shape = ['texts', 'tokens'];
  return graph.encode({
    inputs: ['input_ids', 'token_type_ids'].map((name) => ({ name, element: ELEMENT.int64, shape })),
    outputs: [{ name: 'logits', element: ELEMENT.float, shape: ['texts', 'labels'] }],
  });
}

function toTokenizer(vocabulary: readonly string[]): unknown {
  const special = (token: string, type = 0) => ({ SpecialToken: { id: token, type_id: type } });
  const sequence = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: specials.map((content, id) => ({ id, content, special: true, normalized: false })),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), sequence('A', 0), special('[SEP]')],
      pair: [special('[CLS]'), sequence('A', 0), special('[SEP]'), sequence('B', 1), special('[SEP]', 1)],
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
