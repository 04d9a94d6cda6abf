import { createGraphBuilder, ELEMENT, type GraphBuilder } from './onnx-model.js';
import type { Tensor } from './safetensors.js';

export interface BertConfig {
  readonly num_hidden_layers: number;
  readonly num_attention_heads: number;
  readonly layer_norm_eps: number;
}

/** Additional operators of ONNX Runtime, such as fused self-attention. */
const RUNTIME_DOMAIN = 'com.microsoft';

/**
 * Builds the BERT sentence encoder as an ONNX model. Input `input_ids` is int32 `[texts, tokens]`; output `embedding`
 * is float32 `[texts, hidden]`: unit vectors of the mean over all tokens. Without an attention mask, texts of one run
 * must have the same length; one text per run is fastest on a CPU anyway. Weights stay float16, and `Cast` nodes,
 * folded on load, convert them to float32.
 * @throws Error if a weight is missing or neither F16 nor F32
 */
export function buildOnnxGraph(tensors: ReadonlyMap<string, Tensor>, config: BertConfig): Uint8Array {
  const graph = createGraphBuilder(tensors);
  // All tokens of a single text have type 0.
  const hidden = encode(graph, config, graph.integers([0]));
  const mean = graph.node('ReduceMean', [hidden, graph.integers([1])], { attributes: { keepdims: 0 } });
  graph.node('LpNormalization', [mean], { attributes: { axis: 1, p: 2 }, output: 'embedding' });
  return graph.encode({
    inputs: [{ name: 'input_ids', element: ELEMENT.int32, shape: ['texts', 'tokens'] }],
    outputs: [{ name: 'embedding', element: ELEMENT.float, shape: ['texts', 'hidden'] }],
  });
}

const READER_TOKENS = ['input_ids', 'token_type_ids'] as const;

/**
 * Builds a reader of pairs of texts: the encoder with the changes that were learned for it, and a small network over its first token and the mean of all. Inputs
 * `input_ids` and `token_type_ids` are int32 `[1, tokens]`; output `logit` is float32 `[1, 1]`.
 * @param tensors weights of the encoder and, over them, those of the reader: `<layer>.change_in` and `<layer>.change_out` are the factors of a change of `<layer>.weight` (Hu et al., LoRA, 2021)
 * @throws Error as `buildOnnxGraph` does
 */
export function buildPairReaderGraph(tensors: ReadonlyMap<string, Tensor>, config: BertConfig): Uint8Array {
  const graph = createChangedBuilder(tensors);
  const hidden = encode(graph, config, 'token_type_ids');
  const first = graph.node('Gather', [hidden, graph.integers([0])], { attributes: { axis: 1 } });
  const mean = graph.node('ReduceMean', [hidden, graph.integers([1])], { attributes: { keepdims: 1 } });
  return finishReader(graph, graph.node('Concat', [first, mean], { attributes: { axis: 2 } }), { squeezed: 1 });
}

/** Builds a reader of words, like `buildPairReaderGraph`, with the small network over each token: output `logit` is `[1, tokens]`. */
export function buildWordReaderGraph(tensors: ReadonlyMap<string, Tensor>, config: BertConfig): Uint8Array {
  const graph = createChangedBuilder(tensors);
  return finishReader(graph, encode(graph, config, 'token_type_ids'), { squeezed: 2 });
}

function finishReader(graph: GraphBuilder, read: string, { squeezed }: { squeezed: number }): Uint8Array {
  const narrow = graph.node('Tanh', [dense(graph, read, 'reader.narrow')]);
  graph.node('Squeeze', [dense(graph, narrow, 'reader.answer'), graph.integers([squeezed])], { output: 'logit' });
  return graph.encode({
    inputs: READER_TOKENS.map((name) => ({ name, element: ELEMENT.int32, shape: ['texts', 'tokens'] })),
    outputs: [{ name: 'logit', element: ELEMENT.float, shape: ['texts', 'answers'] }],
  });
}

function createChangedBuilder(tensors: ReadonlyMap<string, Tensor>): GraphBuilder {
  const plain = createGraphBuilder(tensors);
  return { ...plain, weight: (name) => changedWeight(plain, tensors, name) };
}

/** A weight with its change, if it has one. ONNX Runtime adds them once, when it loads the model. */
function changedWeight(graph: GraphBuilder, tensors: ReadonlyMap<string, Tensor>, name: string): string {
  const layer = name.replace(/\.weight$/u, '');
  const weight = graph.weight(name);
  if (!tensors.has(`${layer}.change_in`)) return weight;
  const change = graph.node('MatMul', [graph.weight(`${layer}.change_out`), graph.weight(`${layer}.change_in`)]);
  return graph.node('Add', [weight, change]);
}

function encode(graph: GraphBuilder, config: BertConfig, types: string): string {
  let hidden = embeddings(graph, config, types);
  for (let layer = 0; layer < config.num_hidden_layers; layer += 1) {
    hidden = encoderLayer(graph, config, { hidden, prefix: `encoder.layer.${layer}` });
  }
  return hidden;
}

function embeddings(graph: GraphBuilder, config: BertConfig, types: string): string {
  const words = graph.rows('embeddings.word_embeddings.weight', 'input_ids');
  const length = graph.node('Shape', ['input_ids'], { attributes: { start: 1, end: 2 } });
  const table = graph.weight('embeddings.position_embeddings.weight');
  const positions = graph.node('Slice', [table, graph.integers([0]), length, graph.integers([0])]);
  const type = graph.node('Gather', [graph.weight('embeddings.token_type_embeddings.weight'), types]);
  const sum = graph.node('Add', [graph.node('Add', [words, positions]), type]);
  return layerNorm(graph, config, { value: sum, prefix: 'embeddings.LayerNorm' });
}

function encoderLayer(graph: GraphBuilder, config: BertConfig, at: { hidden: string; prefix: string }): string {
  const { hidden, prefix } = at;
  const parts = ['query', 'key', 'value'].map((part) => `${prefix}.attention.self.${part}`);
  const weights = graph.node(
    'Concat',
    parts.map((part) => transposed(graph, part)),
    { attributes: { axis: 1 } },
  );
  const biases = graph.node(
    'Concat',
    parts.map((part) => graph.weight(`${part}.bias`)),
    { attributes: { axis: 0 } },
  );
  const attended = graph.node('Attention', [hidden, weights, biases], {
    domain: RUNTIME_DOMAIN,
    attributes: { num_heads: config.num_attention_heads },
  });
  const projected = graph.node('Add', [dense(graph, attended, `${prefix}.attention.output.dense`), hidden]);
  const middle = layerNorm(graph, config, { value: projected, prefix: `${prefix}.attention.output.LayerNorm` });

  const wide = graph.node('Gelu', [dense(graph, middle, `${prefix}.intermediate.dense`)]);
  const narrow = graph.node('Add', [dense(graph, wide, `${prefix}.output.dense`), middle]);
  return layerNorm(graph, config, { value: narrow, prefix: `${prefix}.output.LayerNorm` });
}

function dense(graph: GraphBuilder, input: string, prefix: string): string {
  return graph.node('Add', [graph.node('MatMul', [input, transposed(graph, prefix)]), graph.weight(`${prefix}.bias`)]);
}

/** Linear layers are stored `[out, in]`, but MatMul needs `[in, out]`. */
function transposed(graph: GraphBuilder, prefix: string): string {
  return graph.node('Transpose', [graph.weight(`${prefix}.weight`)], { attributes: { perm: [1, 0] } });
}

function layerNorm(graph: GraphBuilder, config: BertConfig, at: { value: string; prefix: string }): string {
  return graph.node(
    'LayerNormalization',
    [at.value, graph.weight(`${at.prefix}.weight`), graph.weight(`${at.prefix}.bias`)],
    {
      attributes: { axis: 2, epsilon: { float: config.layer_norm_eps } },
    },
  );
}
