export { splitIntoChunks } from './chunks.js';
export type { EmbedOptions } from './embed-queue.js';
export type { Passage } from './inputs.js';
export type { EngineInfo } from './engine.js';
export { readModelFolder, readRerankerFolder, type ModelFolder, type RerankerFolder } from './model-folder.js';
export { createLocalReranker } from './local-reranker.js';
export { createLocalEmbedder, type LocalEmbedder, type LocalEmbedderOptions } from './local-embedder.js';
