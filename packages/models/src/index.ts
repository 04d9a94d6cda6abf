export { createLocalEmbedder, openLocalEmbedder } from './embedder/local.js';
export type { Embedder } from './embedder/types.js';
export {
  builtInModels,
  dimensionsMax,
  type EmbedderProvider,
  embedderProviders,
  getDefaultEmbedderModel,
  getDefaultLlmModel,
  isRemoteEmbedder,
  type LlmProvider,
  llmProviders,
  nativeDimensions,
  type RemoteProvider,
  remoteProviderNames,
  remoteProviders,
  toProviderList,
} from './model-providers.js';
export { createReranker } from './reranker/index.js';
export type { Llm, LlmFile, LlmRequest } from './llm/types.js';
export {
  type LocalRerankConfig,
  type RerankConfig,
  type Reranker,
  type RerankProvider,
  rerankProviders,
} from './reranker/types.js';
export type { Providers } from './runtime.js';
export { isFinalFailure, isOutage, providerFailure, TextTooLongError } from './errors.js';
export { type EmbeddedText, embedLongTexts } from './embedder/embed-long-texts.js';
export { type EmbedderSettings, type LlmSetting, type LlmSettings, vectorSpace } from './settings.js';
export { createRemoteEmbedder, loadEmbed, probeDimension, type RemoteEmbedderSettings } from './embedder/remote.js';
export type { ProviderCalls } from './fetch.js';
export { createLlm } from './llm/index.js';
export { loadPrompt } from './prompt.js';
export { parseLooseJson } from './llm/loose-json.js';
