/** Memory for LlamaIndex TS: a memory block, a retriever, and tools for the model. */
export { MemoryApiError, type MemoryOptions } from '../shared/memory-api.js';
export { MemoryGatewayBlock, type BlockOptions } from './memory-block.js';
export { MemoryGatewayRetriever, type RetrieverOptions } from './retriever.js';
export { createMemoryTools } from './tools.js';
