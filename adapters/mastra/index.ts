/** Memory for Mastra: tools for the model, and a processor that adds memories to each request. */
export { MemoryApiError, type MemoryOptions } from '../shared/memory-api.js';
export { createRecallProcessor, type RecallOptions } from './recall.js';
export { createMemoryTools } from './tools.js';
