import { readFile } from 'node:fs/promises';
import type { ModelManifest } from '@lat.md/embed';
import type { TextEngine } from './engine.js';
import { buildOnnxGraph, type BertConfig } from './onnx-graph.js';
import { importRuntime, sessionOptions } from './onnx-runtime.js';
import { parseSafetensors } from './safetensors.js';
import { createTokenizer, type TokenizerFile } from './tokenizer.js';

/** Loads the model into ONNX Runtime. @throws Error if the library is missing or rejects the model */
export async function loadOnnxEngine(model: ModelManifest): Promise<TextEngine> {
  const runtime = await importRuntime();
  const [weights, tokenizer, config] = await Promise.all([
    readFile(model.weightsPath),
    readFile(model.tokenizerPath, 'utf8'),
    readFile(model.configPath, 'utf8'),
  ]);
  const tokenize = await createTokenizer(JSON.parse(tokenizer) as TokenizerFile, {}, model.maxTokens);
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
