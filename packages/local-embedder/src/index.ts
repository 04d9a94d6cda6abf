export { splitIntoChunks } from './chunks.js';
export type { EmbedOptions } from './embed-queue.js';
export type { EngineInfo } from './engine.js';
export { readModelFolder, type ModelFolder } from './model-folder.js';
export { createLocalEmbedder, type LocalEmbedderOptions } from './local-embedder.js';
