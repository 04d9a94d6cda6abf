/** Memory for LangChain JS and LangGraph: a store, a chat history, a retriever, and tools for the model. */
export { MemoryApiError, type MemoryOptions } from '../shared/memory-api.js';
export { MemoryGatewayChatHistory, type ChatHistoryOptions } from './chat-history.js';
export { MemoryGatewayRetriever, type RetrieverOptions } from './retriever.js';
export { MemoryGatewayStore } from './store.js';
export { createMemoryTools } from './tools.js';
