import {
  createLocalEmbedder as createModel,
  type EngineInfo,
  type LocalEmbedderOptions,
} from '@memory-gateway/local-embedder';
import { CATEGORY_THRESHOLDS } from '@memory-gateway/memory-engine';
import { meterModel } from '../../meter.js';
import type { Embedder } from './types.js';

/** Creates the embedder of this machine, with its time metered and the thresholds that were measured for its model. */
export function createLocalEmbedder(
  options?: LocalEmbedderOptions,
): Embedder & { readonly engine: () => Promise<EngineInfo> } {
  const model = createModel(options);
  return {
    ...model,
    categoryThresholds: CATEGORY_THRESHOLDS,
    embed: (texts, given) => meterModel('embedding', () => model.embed(texts, given)),
  };
}
