/** Memory for the OpenAI Agents SDK: tools with which the model decides, and a filter that recalls before each request to the model. */
export { MemoryApiError, type MemoryOptions } from '../shared/memory-api.js';
export { createRecallFilter, type RecallOptions } from './recall.js';
export { createMemoryTools } from './tools.js';
