import {
  createLocalEmbedder as createModel,
  type ModelFolder,
  type LocalEmbedder,
  type LocalEmbedderOptions,
} from '@memory-gateway/local-embedder';
import { CATEGORY_THRESHOLDS } from '@memory-gateway/memory-engine/category-similarity';
import { meterModel } from '@memory-gateway/meter';
import { builtInModels } from '../model-providers.js';
import type { Embedder } from './types.js';

/** Creates the embedder of this machine, with its time metered, and with the thresholds that were measured for the built-in model. */
export function createLocalEmbedder(options?: LocalEmbedderOptions): Embedder & Pick<LocalEmbedder, 'engine'> {
  const model = createModel(options);
  const { readAnswer, readSecrets } = model;
  return {
    ...model,
    ...(readAnswer && { readAnswer: (...given) => meterModel('embedding', () => readAnswer(...given)) }),
    ...(readSecrets && { readSecrets: (passage) => meterModel('embedding', () => readSecrets(passage)) }),
    ...(!options?.model && { categoryThresholds: CATEGORY_THRESHOLDS }),
    embed: (texts, given) => meterModel('embedding', () => model.embed(texts, given)),
  };
}

/** Opens the local model of a vector space. Null if it is neither the built-in one nor that of the folder. */
export function openLocalEmbedder(
  { folder, idleMs }: { folder: ModelFolder | null; idleMs: number },
  name: string,
): ReturnType<typeof createLocalEmbedder> | null {
  if (name === builtInModels.embedder) return createLocalEmbedder({ idleMs });
  return folder?.name === name ? createLocalEmbedder({ idleMs, model: folder }) : null;
}
