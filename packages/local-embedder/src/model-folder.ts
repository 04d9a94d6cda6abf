import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';

/** A folder in the layout of Hugging Face, with ONNX weights. Plain data, for the process of the model. */
interface ModelFiles {
  readonly path: string;
  /** Name of the folder and a digest of the files, such as `multilingual-e5-small-1f0c9a2b`. */
  readonly name: string;
  readonly weightsPath: string;
  /** Tokens that the model reads: of a text, or of a query and a text together. */
  readonly maxTokens: number;
}

/** A cross-encoder of one's own: it reads a query and a text together. */
export interface RerankerFolder extends ModelFiles {
  readonly kind: 'reranker';
}

/** An embedding model of one's own. */
export interface ModelFolder extends ModelFiles {
  readonly kind: 'embedder';
  /** Length of a vector. */
  readonly dimension: number;
  readonly pooling: 'mean' | 'cls' | 'last';
  /** Put before a query, and before a text that is stored: some models tell them apart. */
  readonly prefixes: { readonly query: string; readonly text: string };
}

const Config = z.object({
  model_type: z.string().optional(),
  max_position_embeddings: z.number().int().positive().optional(),
});
const EmbedderConfig = z.object({ hidden_size: z.number().int().positive() });
const RerankerConfig = z.object({ id2label: z.record(z.string(), z.unknown()).optional() });
const TokenizerConfig = z.object({ model_max_length: z.number().positive().optional() });
const Modules = z.array(z.object({ path: z.string(), type: z.string() }));
const Pooling = z.object({
  pooling_mode_cls_token: z.boolean().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
  pooling_mode_lasttoken: z.boolean().optional(),
});
const SentenceConfig = z.object({ max_seq_length: z.number().int().positive().nullish() });
const Prompts = z.object({ prompts: z.record(z.string(), z.string()).nullish() });

/** Weights by the names that exporters give them, the most precise first. */
const weightNames = ['model', 'model_fp16', 'model_quantized', 'model_int8'].flatMap((name) => [
  `onnx/${name}.onnx`,
  `${name}.onnx`,
]);
/** Tokens of a text without a limit in the files. Longer texts are also embedded in chunks. */
const MAX_TOKENS = 512;

/**
 * Reads what a model folder says about its model: `config.json`, `tokenizer.json`, `tokenizer_config.json`, the weights
 * in `onnx/`, and the files of sentence-transformers for pooling, length and prefixes (`modules.json`,
 * `1_Pooling/config.json`, `sentence_bert_config.json`, `config_sentence_transformers.json`).
 * @throws Error that names the file which is missing or cannot be used
 */
export function readModelFolder(folder: string): ModelFolder {
  const { read, files } = openFolder(folder);
  const config = required(read('config.json', EmbedderConfig), 'config.json');
  const modules = read('modules.json', Modules) ?? [];
  const other = modules.find(({ type }) => !/\.(Transformer|Pooling|Normalize)$/.test(type));
  if (other) throw new Error(`modules.json has a module that is not supported: ${other.type}.`);
  const poolingPath = modules.find(({ type }) => type.endsWith('.Pooling'))?.path ?? '1_Pooling';
  const pooling = read(join(poolingPath, 'config.json'), Pooling);
  const prompts = read('config_sentence_transformers.json', Prompts)?.prompts ?? {};
  return {
    ...files,
    kind: 'embedder',
    dimension: config.hidden_size,
    pooling: toPooling(pooling),
    prefixes: {
      query: prompts['query'] ?? '',
      text: prompts['document'] ?? prompts['passage'] ?? '',
    },
  };
}

/**
 * Reads the folder of a cross-encoder, with the same files as an embedding model. Its model has one label, the relevance.
 * @throws Error that names the file which is missing or cannot be used
 */
export function readRerankerFolder(folder: string): RerankerFolder {
  const { read, files } = openFolder(folder);
  const labels = Object.keys(read('config.json', RerankerConfig)?.id2label ?? { 0: 'relevance' });
  if (labels.length !== 1) throw new Error(`config.json has ${labels.length} labels; a cross-encoder has one.`);
  return { ...files, kind: 'reranker' };
}

type ReadFile = <Value>(name: string, shape: z.ZodType<Value>) => Value | null;

function openFolder(folder: string): { read: ReadFile; files: ModelFiles } {
  const path = resolve(folder);
  if (!existsSync(path) || !statSync(path).isDirectory()) throw new Error(`${path} is not a folder.`);
  const read: ReadFile = (name, shape) => readJson(join(path, name), shape);
  const { model_type: type = '', max_position_embeddings: positions } = required(
    read('config.json', Config),
    'config.json',
  );
  required(read('tokenizer.json', z.looseObject({})), 'tokenizer.json');
  const tokenizer = required(read('tokenizer_config.json', TokenizerConfig), 'tokenizer_config.json');
  const weights = weightNames.find((name) => existsSync(join(path, name)));
  if (weights === undefined) throw new Error(`No weights were found: ${weightNames[0]} is missing.`);
  // RoBERTa counts positions from 2.
  const offset = /roberta/.test(type) ? 2 : 0;
  const limits = [
    read('sentence_bert_config.json', SentenceConfig)?.max_seq_length ?? MAX_TOKENS,
    tokenizer.model_max_length ?? MAX_TOKENS,
    positions === undefined ? MAX_TOKENS : positions - offset,
  ];
  const name = `${basename(path)}-${digest(path, weights)}`;
  return { read, files: { path, name, weightsPath: join(path, weights), maxTokens: Math.min(...limits) } };
}

function toPooling(pooling: z.infer<typeof Pooling> | null): ModelFolder['pooling'] {
  if (pooling?.pooling_mode_cls_token) return 'cls';
  if (pooling?.pooling_mode_lasttoken) return 'last';
  if (pooling && pooling.pooling_mode_mean_tokens !== true)
    throw new Error('1_Pooling/config.json must choose the mean, the first or the last token.');
  return 'mean';
}

function required<Value>(value: Value | null, name: string): Value {
  if (value === null) throw new Error(`${name} is missing.`);
  return value;
}

/** @returns null for a missing file @throws Error for one that is not as expected */
function readJson<Value>(path: string, shape: z.ZodType<Value>): Value | null {
  if (!existsSync(path)) return null;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new Error(`${basename(path)} is not JSON.`);
  }
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [problem] = read.error.issues;
  throw new Error(`${basename(path)} is not as expected: ${problem?.path.join('.') ?? ''}: ${problem?.message ?? ''}.`);
}

// Vectors of two models must never be compared, also if a folder is replaced. Weights are too large to be read at every start.
function digest(path: string, weights: string): string {
  const hash = createHash('sha256').update(`${statSync(join(path, weights)).size}`);
  for (const name of ['config.json', 'tokenizer.json', '1_Pooling/config.json', 'config_sentence_transformers.json'])
    if (existsSync(join(path, name))) hash.update(readFileSync(join(path, name)));
  return hash.digest('hex').slice(0, 8);
}
