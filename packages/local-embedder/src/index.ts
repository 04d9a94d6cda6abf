export { splitIntoChunks } from './chunks.js';
export type { EmbedOptions } from './embed-queue.js';
export type { EngineInfo } from './engine.js';
export { createLocalEmbedder, type LocalEmbedderOptions } from './local-embedder.js';
