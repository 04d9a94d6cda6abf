import { createEmbedder, type ModelManifest } from '@lat.md/embed';
import type { TextEngine } from './engine.js';

/** Loads the model into the WebAssembly engine of an npm package. It blocks its thread while it runs. */
export async function loadWasmEngine(model: ModelManifest): Promise<TextEngine> {
  const embedder = await createEmbedder({ model });
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
