/** Memory for the OpenAI Agents SDK: tools for the model, and a filter that adds memories to each model request. */
export { MemoryApiError, type MemoryOptions } from '../shared/memory-api.js';
export { createRecallFilter, type RecallOptions } from './recall.js';
export { createMemoryTools } from './tools.js';
